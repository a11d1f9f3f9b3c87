/* Faults of shape found in a request: collected, not stopped at the first. */
#ifndef HK_HTTP_FAULTS_H
#define HK_HTTP_FAULTS_H

#include <stdbool.h>
#include <stddef.h>

#include "http/catalogue.h"

/* More are not told: by then the client has enough to mend. */
#define HK_FAULTS_MAX 50

struct hk_fault {
    char *pointer; /* owned */
    const char *code;
    char *detail; /* owned */
};

struct hk_faults {
    enum hk_language language; /* of the details */
    size_t count;              /* entries kept; more may have been found */
    bool failed;               /* no memory for one */
    struct hk_fault list[HK_FAULTS_MAX];
};

/*
 * A place in the body: a member of `up`, or the index-th element where `name`
 * is NULL. The body as a whole has no `up`. Lives on the reader's stack.
 */
struct hk_at {
    const struct hk_at *up; /* NULL: the whole body */
    const char *name;
    size_t index;
};

/* Empty, in the default language. */
void hk_faults_init(struct hk_faults *faults);

/* The place as a JSON pointer (RFC 6901), to be freed; NULL without memory. */
char *hk_at_pointer(const struct hk_at *at);

/*
 * Adds a fault at this place, told in the faults' language. `code` is static;
 * `figures`, which may be NULL, fill the places of the text (catalogue.h).
 */
void hk_faults_add(struct hk_faults *faults, const struct hk_at *at,
                   const char *code, enum hk_text text,
                   const struct hk_figure *figures);

/* Adds a fault of a header or query parameter, by its name. */
void hk_faults_add_named(struct hk_faults *faults, const char *name,
                         const char *code, enum hk_text text,
                         const struct hk_figure *figures);

/* Whether a fault was found. */
bool hk_faults_any(const struct hk_faults *faults);

/* Empties it; the language stays. */
void hk_faults_clear(struct hk_faults *faults);

#endif
