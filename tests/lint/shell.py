"""Shell scripts pass shellcheck, where it is installed."""
import shutil
import subprocess
import sys

from source import files, start


def is_shell(path):
    with open(path, "rb") as file:
        first = file.readline()
    return (first.startswith(b"#!") and b"sh" in first.split(b"/")[-1]) or \
        first.startswith(b"# shellcheck shell=")


def main():
    root, report = start()
    if not shutil.which("shellcheck"):
        print("no shellcheck here")
        report.exit()
    scripts = [path for path in files(root, "tools/*", "tests/**/*.sh",
                                      ".ci/*", "bench/*.sh", "completion/*",
                                      "debian/*", "debian/tests/*",
                                      "tests/package/*")
               if is_shell(path)]
    if not scripts:
        report.exit()
    result = subprocess.run(
        ["shellcheck", "--external-sources", "--format=gcc",
         "--source-path=" + str(root)]
        + [str(path.relative_to(root)) for path in scripts],
        cwd=root, check=False)
    sys.exit(1 if result.returncode else 0)


main()
