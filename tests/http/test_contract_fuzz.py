"""Made-up requests to every operation of the description: no answer outside
it, none that says the service is at fault, and the log stays sound.

HAKAM_FUZZ says how many requests (400), HAKAM_FUZZ_SEED from which seed. By
hand: HAKAM_FUZZ=100000 HAKAM_FUZZ_SEED=7 tests/http/run.sh -k contract_fuzz -s
"""

import os
import re

from support.client import Client
from support.contract_fuzz import Fuzzer
from support.daemon import hakam

REQUESTS = int(os.environ.get("HAKAM_FUZZ", "400"))
SEED = int(os.environ.get("HAKAM_FUZZ_SEED", "20261130"))

# As often as one client can ask.
NO_LIMITS = [part for name in ("read", "write", "create", "login", "address")
             for part in (f"--rate-{name}", "0")]


def test_no_request_is_answered_outside_the_description(spawn, contract):
    daemon = spawn(start=False, options=NO_LIMITS)
    said = hakam(daemon.database, "key", "add", "fuzz", "--role", "admin")
    daemon.start()
    client = Client(daemon, contract)
    fuzzer = Fuzzer(client, contract, SEED,
                    re.search(r"hk_key_\S+", said.stdout).group())
    print(f"\nseed {SEED}")
    # Each operation at least once, whatever the choices are later.
    fuzzer.create()
    while not fuzzer.world.games:
        fuzzer.create()
    for action in fuzzer.actions:
        action()
    for operation in fuzzer.operations:
        fuzzer.operate(*operation)
    while fuzzer.requests < REQUESTS:
        fuzzer.step()
    reached, done = fuzzer.figures()
    print(f"figures: {fuzzer.requests} requests, "
          f"{sum(done.values())} done, {len(fuzzer.counts)} kinds of answer, "
          f"{len(set(fuzzer.operations) & set(done))} of "
          f"{len(fuzzer.operations)} operations done")
    for method, template in sorted(set(fuzzer.operations) - set(done)):
        print(f"never done: {method} {template}")
    assert set(fuzzer.operations) <= set(reached)
    client.close()
    # It ends well: under AddressSanitizer, with nothing leaked.
    daemon.stop()
    hakam(daemon.database, "verify")
