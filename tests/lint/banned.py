"""Functions that are not used here, with the reason; and words left behind."""
import re

from source import code_only, files, line_of, start

UNBOUNDED = "does not know the size of its target: use snprintf or hk_strbuf"
NO_ERROR = "cannot report an error: use strtol and its like, and check"
STATIC = "returns static storage, threads collide"
SHELL = "starts a shell or a program"
EVERYWHERE = {
    "strcpy": UNBOUNDED, "strcat": UNBOUNDED, "stpcpy": UNBOUNDED,
    "sprintf": UNBOUNDED, "vsprintf": UNBOUNDED, "gets": UNBOUNDED,
    "scanf": UNBOUNDED, "fscanf": UNBOUNDED,
    "strncpy": "may leave its target without an end: use snprintf or memcpy",
    "strncat": UNBOUNDED,
    "atoi": NO_ERROR, "atol": NO_ERROR, "atoll": NO_ERROR, "atof": NO_ERROR,
    "strtok": STATIC, "gmtime": STATIC + ": use gmtime_r",
    "localtime": STATIC + ", and times here are UTC", "ctime": STATIC,
    "asctime": STATIC, "strerror": STATIC + ": use strerror_r or %m",
    "localtime_r": "times here are UTC: use gmtime_r",
    "mktime": "times here are UTC: use timegm",
    "rand": "not random: use hk_rng", "srand": "not random: use hk_rng",
    "random": "not random: use hk_rng", "srandom": "not random: use hk_rng",
    "drand48": "not random: use hk_rng",
    "alloca": "a stack has no limit that can be checked",
    "system": SHELL, "popen": SHELL,
    "tmpnam": "another may make the file first: use mkstemp",
    "mktemp": "another may make the file first: use mkstemp",
    "setjmp": "skips what scopes own", "longjmp": "skips what scopes own",
    "signal": "differs between systems: use sigaction",
}

IMPURE = "the engine is pure: no allocation, input, output, clock or chance"
ENGINE = {name: IMPURE for name in (
    "malloc", "calloc", "realloc", "reallocarray", "free", "strdup", "strndup",
    "asprintf", "vasprintf", "printf", "fprintf", "puts", "fputs", "fopen",
    "open", "read", "write", "time", "clock", "clock_gettime", "gettimeofday",
    "getenv", "getrandom", "hk_log", "pthread_create",
    "pthread_mutex_lock")}

SLEEP = "tests do not sleep: wait for the event, or move the manual clock"
TESTS = {name: SLEEP for name in ("sleep", "usleep", "nanosleep",
                                  "clock_nanosleep", "thrd_sleep")}

LEFT_BEHIND = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")


def check_calls(report, path, code, banned):
    names = re.compile(r"(?<![\w.>])(" + "|".join(banned) + r")\s*\(")
    for match in names.finditer(code):
        name = match.group(1)
        report.add(path, line_of(code, match.start(1)),
                   f"{name}() {banned[name]}")


def check_words(report, path, text):
    for match in LEFT_BEHIND.finditer(text):
        report.add(path, line_of(text, match.start()),
                   f"{match.group(1)}: finish it, or leave it out")


def main():
    root, report = start()
    c_files = ("src/**/*.[ch]", "tests/**/*.[ch]", "bench/**/*.[ch]",
               "fuzz/**/*.[ch]")
    for path in files(root, *c_files):
        parts = path.relative_to(root).parts
        text = path.read_text(encoding="utf-8")
        banned = dict(EVERYWHERE)
        if parts[:2] == ("src", "engine"):
            banned.update(ENGINE)
        if parts[0] == "tests":
            banned.update(TESTS)
        check_calls(report, path, code_only(text), banned)
        check_words(report, path, text)
    for path in files(root, "tests/**/*.py"):
        text = path.read_text(encoding="utf-8")
        if path.parent.name == "lint":
            continue  # speaks of what it forbids
        check_words(report, path, text)
        for match in re.finditer(r"\btime\.sleep\s*\(", text):
            report.add(path, line_of(text, match.start()), SLEEP)
    report.exit()


main()
