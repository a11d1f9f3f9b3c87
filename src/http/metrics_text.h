/* The text forms of metrics: Prometheus' 0.0.4, and OpenMetrics 1.0. */
#ifndef HK_HTTP_METRICS_TEXT_H
#define HK_HTTP_METRICS_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/metrics.h"
#include "base/strbuf.h"

#define HK_METRICS_MEDIA "text/plain; version=0.0.4; charset=utf-8"
#define HK_OPENMETRICS_MEDIA \
    "application/openmetrics-text; version=1.0.0; charset=utf-8"

/* The rows of metrics.def: HK_METRIC_BUILD … */
enum hk_metric {
#define X(id, ...) HK_METRIC_##id,
#include "http/metrics.def"
#undef X
};

struct hk_metrics_text {
    struct hk_strbuf *out; /* borrowed */
    bool open;             /* OpenMetrics */
    const char *name;      /* of the family that was begun last */
    const char *suffix;    /* of its samples */
};

/* Begins a family, whose samples follow. */
void hk_metrics_family(struct hk_metrics_text *text, enum hk_metric metric);

/* A sample; the labels are as they are written (name="value", a comma between),
 * "" for none. */
void hk_metrics_value(struct hk_metrics_text *text, uint64_t value,
                      const char *labels, ...)
    __attribute__((format(printf, 3, 4)));

/* The samples of a histogram. */
void hk_metrics_distribution(struct hk_metrics_text *text,
                             const struct hk_bounds *bounds,
                             const struct hk_distribution *distribution,
                             const char *labels);

/* A family of one sample without labels. */
void hk_metrics_whole(struct hk_metrics_text *text, enum hk_metric metric,
                      uint64_t value);
void hk_metrics_real(struct hk_metrics_text *text, enum hk_metric metric,
                     double value);

/* After the last family. */
void hk_metrics_end(struct hk_metrics_text *text);

#endif
