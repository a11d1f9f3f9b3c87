/*
 * Runs a target over files and folders of files, without a fuzzer: the kept
 * corpus as a test of any build. Without arguments it is the target's own
 * folder below fuzz/corpus and what once failed, below fuzz/crashers.
 */
#include <dirent.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>

#include "fuzz.h"

/* Longer ones are no seeds of ours. */
enum { INPUT_MAX = 4 << 20, PATH_ROOM = 4096 };

static unsigned run, missing;

static void run_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    uint8_t *data = malloc(INPUT_MAX);

    if (!file || !data) {
        fprintf(stderr, "%s: %m\n", path);
        missing++;
    } else {
        /* Of its own size, so that a byte read too many is found. */
        size_t size = fread(data, 1, INPUT_MAX, file);
        uint8_t *exact = malloc(size ? size : 1);

        FUZZ_CHECK(exact != NULL);
        memcpy(exact, data, size);
        /* Known should it end here. */
        fprintf(stderr, "%s\n", path);
        LLVMFuzzerTestOneInput(exact, size);
        free(exact);
        run++;
    }
    free(data);
    if (file)
        fclose(file);
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int shown(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static void run_path(const char *path)
{
    struct dirent **entries;
    struct stat status;
    char below[PATH_ROOM];

    if (stat(path, &status) != 0 || !S_ISDIR(status.st_mode)) {
        run_file(path);
        return;
    }
    int count = scandir(path, &entries, shown, by_name);
    for (int i = 0; i < count; i++) {
        snprintf(below, sizeof(below), "%s/%s", path, entries[i]->d_name);
        run_file(below);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
}

/* "moves" of "…/fuzz/moves". */
static void run_own(const char *program)
{
    static const char *const kinds[] = {"corpus", "crashers"};
    const char *top = getenv("SRCDIR");
    const char *name = strrchr(program, '/');
    char path[PATH_ROOM];
    struct stat status;

    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        snprintf(path, sizeof(path), "%s/fuzz/%s/%s", top ? top : ".", kinds[i],
                 name ? name + 1 : program);
        if (i == 0 || stat(path, &status) == 0)
            run_path(path);
    }
}

int main(int argc, char *argv[])
{
    if (argc == 1)
        run_own(argv[0]);
    for (int i = 1; i < argc; i++)
        run_path(argv[i]);
    /* What does not hold ends the program at once. */
    printf("%u inputs\n", run);
    return missing > 0 || run == 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
