"""The rule cases held here are those of the rulebook's folder, to the byte.

That folder lies beside the project, as ../shared/cases; where it does not,
there is nothing to compare. Cases of variants that are not refereed yet may
be missing here, but those that are here must be equal.
"""
import json

from source import start

REFEREED = {"hand", "hand-partners"}


def is_required(text):
    create = json.loads(text)["create"]
    return (create["variant"] in REFEREED and
            create.get("mode", "referee") == "referee")


def main():
    root, report = start()
    ours = root / "tests" / "cases"
    law = root.parent / "shared" / "cases"
    if not law.is_dir():
        print("no ../shared/cases to compare with")
        report.exit()
    for path in sorted(law.glob("*.json")):
        text = path.read_bytes()
        mine = ours / path.name
        if mine.exists():
            if mine.read_bytes() != text:
                report.add(mine, 1, "differs from ../shared/cases")
        elif is_required(text):
            report.add(mine, 1, "is in ../shared/cases and not here")
    for mine in sorted(ours.glob("*.json")):
        if not (law / mine.name).exists():
            report.add(mine, 1, "is not in ../shared/cases")
    report.exit()


main()
