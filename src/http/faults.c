/* Collecting faults, and places in a body as pointers. */
#include "http/faults.h"

#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"

enum { POINTER_MAX = 1024, DETAIL_MAX = 2048 };

void hk_faults_init(struct hk_faults *faults)
{
    faults->language = HK_ENGLISH;
    faults->count = 0;
    faults->failed = false;
}

static void add_escaped(struct hk_strbuf *text, const char *name)
{
    for (; *name; name++) {
        if (*name == '~')
            hk_strbuf_add(text, "~0");
        else if (*name == '/')
            hk_strbuf_add(text, "~1");
        else
            hk_strbuf_add_char(text, *name);
    }
}

static void add_place(struct hk_strbuf *text, const struct hk_at *at)
{
    /* The depth is that of the readers' calls: small. */
    if (!at->up)
        return;
    add_place(text, at->up);
    hk_strbuf_add_char(text, '/');
    if (at->name)
        add_escaped(text, at->name);
    else
        hk_strbuf_printf(text, "%zu", at->index);
}

char *hk_at_pointer(const struct hk_at *at)
{
    struct hk_strbuf text;

    hk_strbuf_init(&text, POINTER_MAX);
    add_place(&text, at);
    if (text.failed) {
        /* A name too long to be quoted: its place is told instead. */
        hk_strbuf_clear(&text);
        if (at->up)
            return hk_at_pointer(at->up);
    }
    return hk_strbuf_take(&text);
}

static void add_owned(struct hk_faults *faults, char *pointer, const char *code,
                      char *detail)
{
    if (!pointer || !detail) {
        faults->failed = true;
        free(pointer);
        free(detail);
        return;
    }
    faults->list[faults->count++] = (struct hk_fault){
        .pointer = pointer,
        .code = code,
        .detail = detail,
    };
}

static char *write_detail(const struct hk_faults *faults, enum hk_text text,
                          const struct hk_figure *figures)
{
    struct hk_strbuf detail;

    hk_strbuf_init(&detail, DETAIL_MAX);
    hk_text_add(&detail, faults->language, text, figures);
    return hk_strbuf_take(&detail);
}

void hk_faults_add(struct hk_faults *faults, const struct hk_at *at,
                   const char *code, enum hk_text text,
                   const struct hk_figure *figures)
{
    if (faults->count == HK_FAULTS_MAX)
        return;
    add_owned(faults, hk_at_pointer(at), code,
              write_detail(faults, text, figures));
}

void hk_faults_add_named(struct hk_faults *faults, const char *name,
                         const char *code, enum hk_text text,
                         const struct hk_figure *figures)
{
    if (faults->count == HK_FAULTS_MAX)
        return;
    add_owned(faults, strdup(name), code, write_detail(faults, text, figures));
}

bool hk_faults_any(const struct hk_faults *faults)
{
    return faults->count > 0 || faults->failed;
}

void hk_faults_clear(struct hk_faults *faults)
{
    for (size_t i = 0; i < faults->count; i++) {
        free(faults->list[i].pointer);
        free(faults->list[i].detail);
    }
    faults->count = 0;
    faults->failed = false;
}
