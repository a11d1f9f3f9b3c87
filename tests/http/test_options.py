"""Options: command line, environment and file, checked and shown."""

import pathlib
import re
import subprocess

import pytest

from support.daemon import HAKAM, HAKAMD, PATIENCE, environment

OK, USAGE, CONFIG = 0, 64, 78


def run(*arguments, **variables):
    return subprocess.run(
        [HAKAMD, *map(str, arguments)], env={**environment(), **variables},
        capture_output=True, text=True, timeout=PATIENCE, check=False)


def refusal(status, *arguments, **variables):
    """What hakamd says, in one line, when it refuses to start."""
    done = run(*arguments, **variables)
    assert done.returncode == status, done.stdout + done.stderr
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr.rstrip("\n")


@pytest.fixture
def file(tmp_path):
    """Writes a file of settings: file("HAKAM_THREADS=4")."""
    path = tmp_path / "hakamd.conf"

    def write(*lines):
        path.write_text("".join(line + "\n" for line in lines), "utf-8")
        return path
    return write


def shown(*arguments, **variables):
    """What --print-config shows: {variable: (value, origin)}."""
    done = run("--print-config", *arguments, **variables)
    assert done.returncode == OK and done.stderr == "", done.stderr
    found = re.findall(r"^# From (.*)\.\n(#?HAKAM_\w+)=(.*)$", done.stdout,
                       re.M)
    assert len(found) == len(re.findall("^# From", done.stdout, re.M)) > 10
    return {variable: (value, origin) for origin, variable, value in found}


# Which value wins.

def test_the_command_line_wins_over_environment_file_and_default(file):
    path = file("# four at once", "HAKAM_THREADS=4", "",
                "HAKAM_HEARTBEAT=11", "HAKAM_IDLE_TIMEOUT=12",
                "HAKAM_AUTH=keys")
    seen = shown("--config", path, "--threads", "6", HAKAM_THREADS="5",
                 HAKAM_HEARTBEAT="21", HAKAM_AUTH="")
    assert seen["HAKAM_THREADS"] == ("6", "the command line")
    assert seen["HAKAM_HEARTBEAT"] == ("21", "the environment")
    assert seen["HAKAM_IDLE_TIMEOUT"] == ("12", f"{path}, line 5")
    assert seen["HAKAM_AUTH"] == ("keys", f"{path}, line 6")
    assert seen["HAKAM_HEAD_TIMEOUT"] == ("10", "the default")
    assert seen["#HAKAM_DATABASE"] == ("", "the default")


def test_the_environment_names_the_file_and_the_command_line_another(file):
    path = file("HAKAM_THREADS=4")
    assert shown(HAKAM_CONFIG=str(path))["HAKAM_THREADS"][0] == "4"
    other = path.with_name("other")
    other.write_text("HAKAM_THREADS=5\nHAKAM_THREADS=6\n", "utf-8")
    seen = shown("--config", other, HAKAM_CONFIG=str(path))
    assert seen["HAKAM_THREADS"] == ("6", f"{other}, line 2")


def test_what_is_shown_is_a_file_of_the_same_values(file, tmp_path):
    path = file("HAKAM_LISTEN=unix:/run/hakam/socket", "HAKAM_THREADS='3'")
    odd = tmp_path / "a \"b\" $c `d' \\e #f"
    arguments = ("--config", path, "--auth=keys", "--database", odd)
    first = run("--print-config", *arguments, HAKAM_HEARTBEAT="7")
    again = tmp_path / "again"
    again.write_text(first.stdout, "utf-8")
    before = shown(*arguments, HAKAM_HEARTBEAT="7")
    after = shown("--config", again)
    assert before.keys() == after.keys()
    for variable, (value, _) in before.items():
        assert after[variable][0] == value
        if not variable.startswith("#"):
            assert after[variable][1].startswith(f"{again}, line ")


def test_the_file_is_served_by(spawn, file):
    daemon = spawn(options=["--config", file("HAKAM_LOG_LEVEL=debug",
                                             "HAKAM_AUTH=keys")])
    assert "auth keys" in daemon.complaints()


# What is wrong is told in one line, with its place.

def test_a_fault_on_the_command_line_is_64(file):
    assert refusal(USAGE, "--threads", "0") == (
        'hakamd: --threads: "0": it is a number from 1 to 64; '
        "try hakamd --help")
    assert refusal(USAGE, "--database", "a\nb") == (
        'hakamd: --database: "a b": it holds a control character; '
        "try hakamd --help")
    # It is told first, whatever else is wrong.
    assert "--threads" in refusal(USAGE, "--config", file("HAKAM_AUTH=none"),
                                  "--threads=x", HAKAM_AUTH="none")
    assert refusal(USAGE) == (
        "hakamd: --database FILE is needed; try hakamd --help")


def test_a_fault_in_the_environment_is_78():
    assert refusal(CONFIG, HAKAM_THREADS="0") == (
        'hakamd: HAKAM_THREADS: "0": it is a number from 1 to 64')


@pytest.mark.parametrize("lines, fault", [
    (["", "HAKAM_THREADS=0"],
     '2: HAKAM_THREADS: "0": it is a number from 1 to 64'),
    (["HAKAM_AUTH=none"], '1: HAKAM_AUTH: "none": it is open or keys'),
    (["HAKAM_THREAD=2"], "1: HAKAM_THREAD: there is no such option"),
    (["THREADS=2"], "1: THREADS: there is no such option"),
    (["HAKAM_VERSION=1"], "1: HAKAM_VERSION: there is no such option"),
    (["HAKAM_CONFIG=x"], "1: HAKAM_CONFIG: a file cannot name another"),
    (["--threads 2"], "1: write it as NAME=value"),
    (["HAKAM_DATABASE=\"x"], "1: a quote is not closed"),
])
def test_a_fault_in_the_file_is_78_and_has_its_line(file, lines, fault):
    path = file(*lines)
    assert refusal(CONFIG, "--config", path) == f"hakamd: {path}:{fault}"
    # Also where something wins over it: the file is right as a whole.
    assert refusal(CONFIG, "--config", path, "--threads=3", "--auth=open",
                   "--database=x", HAKAM_DATABASE="y") == (
        f"hakamd: {path}:{fault}")


def test_a_file_that_is_not_there_is_78(tmp_path):
    path = tmp_path / "none"
    assert refusal(CONFIG, "--config", path) == (
        f"hakamd: {path} cannot be read: No such file or directory")
    # Whoever asks for help is not told off for it.
    assert run("--config", path, "--help").returncode == OK


def test_an_unknown_variable_of_the_environment_is_told_and_no_more(tmp_path):
    done = run("--check-config", "--database", tmp_path / "x.db",
               HAKAM_THREAD="2")
    assert done.returncode == OK
    assert re.fullmatch(r"\S+ warning: the variable HAKAM_THREAD is no option "
                        r"of hakamd\n", done.stderr)


# --check-config

def test_a_good_configuration_is_called_good(spawn, file, tmp_path):
    path = file(f"HAKAM_DATABASE={tmp_path}/new.db", "HAKAM_LISTEN=[::1]:0")
    done = run("--check-config", "--config", path)
    assert (done.returncode, done.stdout, done.stderr) == (
        OK, "hakamd: the configuration is good\n", "")
    assert not (tmp_path / "new.db").exists()
    # The same while a hakamd serves by it.
    daemon = spawn()
    done = run("--check-config", "--database", daemon.database,
               "--listen", daemon.address)
    assert (done.returncode, done.stderr) == (OK, "")


def test_what_could_not_be_served_is_found(file, tmp_path):
    def fault(*arguments):
        return refusal(CONFIG, "--check-config", *arguments)

    good = ("--database", tmp_path / "x.db")
    assert "--auth open" in fault(*good, "--listen", "0.0.0.0:0")
    assert fault(*good, "--auth=keys", "--listen", "192.0.2.1:80") == (
        "hakamd: --listen 192.0.2.1:80: Cannot assign requested address")
    assert fault(*good, "--listen", f"unix:{tmp_path}/none/socket") == (
        f"hakamd: --listen: files cannot be made in {tmp_path}/none: "
        "No such file or directory")
    assert fault("--database", tmp_path / "none" / "x.db") == (
        f"hakamd: --database: files cannot be made in {tmp_path}/none: "
        "No such file or directory")
    assert fault("--database", tmp_path) == (
        f"hakamd: {tmp_path} cannot be read: Is a directory")
    (tmp_path / "x.db").write_text("my diary\n" * 100, "utf-8")
    assert fault(*good) == (f"hakamd: {tmp_path}/x.db is no SQLite database; "
                            "it was left as it is")
    assert fault("--config", file("HAKAM_THREADS=2")) == (
        "hakamd: --database FILE is needed; try hakamd --help")
    assert "--threads" in refusal(USAGE, "--check-config", "--threads=0")
    assert f"{tmp_path}/token" in fault("--database", tmp_path / "y.db",
                                        "--metrics-token-file",
                                        tmp_path / "token")


# The file that is installed.

def test_the_installed_file_has_what_the_unit_counts_on_and_the_defaults(file):
    installed = pathlib.Path(HAKAMD).parents[1] / "systemd" / "hakamd.default"
    if not installed.exists():
        pytest.skip("built without a unit")
    text = installed.read_text("utf-8")
    assert re.findall("^[^#\n].*", text, re.M) == [
        "HAKAM_DATABASE=/var/lib/hakam/hakam.db", "HAKAM_AUTH=keys"]
    everything = file(re.sub("^#(?=HAKAM_)", "", text, flags=re.M))
    seen, plain = shown("--config", everything), shown()
    assert {variable.lstrip("#") for variable in seen} == {
        variable.lstrip("#") for variable in plain}
    for variable, (value, origin) in seen.items():
        if variable in ("HAKAM_DATABASE", "HAKAM_AUTH"):
            continue
        assert plain[variable][0] == value
        assert variable.startswith("#") or origin.startswith(str(everything))


# The command hakam reads the daemon's file.

def admin(*arguments, **variables):
    return subprocess.run(
        [HAKAM, *map(str, arguments)], env={**environment(), **variables},
        capture_output=True, text=True, timeout=PATIENCE, check=False)


def added(name, *arguments, **variables):
    done = admin(*arguments, "key", "add", name, "--role", "host", **variables)
    assert done.returncode == OK, done.stderr


def test_the_database_is_the_one_that_the_daemon_s_file_names(file, tmp_path):
    """Named by --config or HAKAM_CONFIG; the environment wins over the file,
    the command line over both."""
    for name in ("of-file", "of-variable", "of-line"):
        added(name, "--database", tmp_path / name)
    path = file("# of both", "HAKAM_THREADS=many", "HAKAM_AUTH=keys",
                f"HAKAM_DATABASE={tmp_path}/of-file")
    variable = {"HAKAM_DATABASE": str(tmp_path / "of-variable")}
    line = ["--database", tmp_path / "of-line"]
    for arguments, variables, name in (
            (["--config", path], {}, "of-file"),
            ([], {"HAKAM_CONFIG": str(path)}, "of-file"),
            (["--config", path], {"HAKAM_CONFIG": "/none"}, "of-file"),
            (["--config", path], variable, "of-variable"),
            (["--config", path, *line], variable, "of-line")):
        done = admin(*arguments, "key", "list", **variables)
        assert done.returncode == OK, done.stderr
        assert done.stdout.split("\t")[0] == name


@pytest.mark.parametrize("lines,fault", [
    (["HAKAM_DATABSE=x"], ":1: HAKAM_DATABSE: there is no such option"),
    (["", "HAKAM_CONFIG=x"], ":2: HAKAM_CONFIG: a file cannot name another"),
    (["HAKAM_DATABASE"], ":1: "),
])
def test_a_fault_in_the_file_is_told_by_the_command_too(file, lines, fault):
    path = file(*lines)
    done = admin("--config", path, "stats")
    assert done.returncode == CONFIG and done.stdout == ""
    assert done.stderr.startswith(f"hakam: {path}{fault}"), done.stderr
    assert done.stderr.count("\n") == 1


def test_without_a_database_the_command_says_how_to_name_one(file):
    for arguments in ([], ["--config", file("HAKAM_THREADS=2")]):
        done = admin(*arguments, "stats")
        assert done.returncode == USAGE
        assert "--database FILE is needed, or --config" in done.stderr


def test_help_reads_no_file():
    for arguments in (["--help"], ["--version"]):
        assert admin("--config", "/none", *arguments).returncode == OK
