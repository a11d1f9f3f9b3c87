/* Writing metrics. */
#include "http/metrics_text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* More than the labels of any sample take. */
enum { LABELS_MAX = 256 };

enum kind { COUNTER, GAUGE, HISTOGRAM };

static const char *const kinds[] =
    {[COUNTER] = "counter", [GAUGE] = "gauge", [HISTOGRAM] = "histogram"};

static const struct family {
    const char *name, *help;
    enum kind kind;
} families[] = {
#define X(id, kind, name, help) {name, help, kind},
#include "http/metrics.def"
#undef X
};

void hk_metrics_family(struct hk_metrics_text *text, enum hk_metric metric)
{
    const struct family *family = &families[metric];

    text->name = family->name;
    text->suffix = family->kind == COUNTER ? "_total" : "";
    /* OpenMetrics names the family, the older form its samples. */
    const char *suffix = text->open ? "" : text->suffix;
    hk_strbuf_printf(text->out, "# HELP %s%s %s\n# TYPE %s%s %s\n",
                     family->name, suffix, family->help, family->name, suffix,
                     kinds[family->kind]);
}

static void begin_sample(struct hk_metrics_text *text, const char *labels)
{
    hk_strbuf_add(text->out, text->name);
    hk_strbuf_add(text->out, text->suffix);
    if (*labels)
        hk_strbuf_printf(text->out, "{%s}", labels);
    hk_strbuf_add_char(text->out, ' ');
}

void hk_metrics_value(struct hk_metrics_text *text, uint64_t value,
                      const char *labels, ...)
{
    char piece[LABELS_MAX];
    va_list arguments;

    va_start(arguments, labels);
    int length = vsnprintf(piece, sizeof piece, labels, arguments);
    va_end(arguments);
    if (length < 0 || length >= LABELS_MAX)
        abort();
    begin_sample(text, piece);
    hk_strbuf_printf(text->out, "%" PRIu64 "\n", value);
}

void hk_metrics_distribution(struct hk_metrics_text *text,
                             const struct hk_bounds *bounds,
                             const struct hk_distribution *distribution,
                             const char *labels)
{
    const char *comma = *labels ? "," : "";
    uint64_t count = 0;

    for (size_t i = 0; i <= bounds->count; i++) {
        count += distribution->buckets[i];
        hk_strbuf_printf(text->out, "%s_bucket{%s%sle=\"%s\"} %" PRIu64 "\n",
                         text->name, labels, comma,
                         i < bounds->count ? bounds->text[i] : "+Inf", count);
    }
    text->suffix = "_sum";
    begin_sample(text, labels);
    hk_strbuf_printf(text->out, "%.9f\n",
                     (double)distribution->sum * bounds->unit);
    text->suffix = "_count";
    begin_sample(text, labels);
    hk_strbuf_printf(text->out, "%" PRIu64 "\n", count);
}

void hk_metrics_whole(struct hk_metrics_text *text, enum hk_metric metric,
                      uint64_t value)
{
    hk_metrics_family(text, metric);
    hk_metrics_value(text, value, "%s", "");
}

void hk_metrics_real(struct hk_metrics_text *text, enum hk_metric metric,
                     double value)
{
    hk_metrics_family(text, metric);
    begin_sample(text, "");
    hk_strbuf_printf(text->out, "%.6f\n", value);
}

void hk_metrics_end(struct hk_metrics_text *text)
{
    if (text->open)
        hk_strbuf_add(text->out, "# EOF\n");
}
