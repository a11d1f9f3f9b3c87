/* GET /v1/variants: what can be played, and its options. */
#include "http/resources.h"

#include <stdlib.h>

#include "http/json_view.h"
#include "http/request.h"

static const char *type_name(enum hk_option_type type)
{
    switch (type) {
    case HK_OPTION_INT:
    case HK_OPTION_ONEOF:
        return "integer";
    case HK_OPTION_BOOL:
        return "boolean";
    case HK_OPTION_CHOICE:
        return "choice";
    }
    abort();
}

static void write_values(struct hk_json *json, const struct hk_option *option)
{
    if (option->type != HK_OPTION_ONEOF && option->type != HK_OPTION_CHOICE) {
        hk_json_null(json, "values");
        return;
    }
    hk_json_open_array(json, "values");
    for (unsigned i = 0; i < option->value_count; i++) {
        if (option->type == HK_OPTION_CHOICE)
            hk_json_string(json, NULL, option->names[i]);
        else
            hk_json_integer(json, NULL, option->values[i]);
    }
    hk_json_close_array(json);
}

static void write_option(struct hk_json *json, enum hk_language language,
                         const struct hk_option *option)
{
    hk_json_open_object(json, NULL);
    hk_json_string(json, "name", option->name);
    hk_json_string(json, "type", type_name(option->type));
    hk_json_option_value(json, "default", option, option->standard);
    if (option->type == HK_OPTION_INT) {
        hk_json_integer(json, "minimum", option->least);
        hk_json_integer(json, "maximum", option->greatest);
    } else {
        hk_json_null(json, "minimum");
        hk_json_null(json, "maximum");
    }
    write_values(json, option);
    hk_json_string(json, "rule",
                   option->rule ? hk_rule_id(option->rule) : NULL);
    hk_json_string(json, "meaning",
                   hk_text(language, hk_text_of_option(option)));
    hk_json_close_object(json);
}

/* M3: one for each round; null where the variant has none. */
static void write_contracts(struct hk_json *json, const struct hk_rules *rules)
{
    if (!hk_rules_contract(rules, 1)) {
        hk_json_null(json, "contracts");
        return;
    }
    hk_json_open_array(json, "contracts");
    for (unsigned round = 1; round <= (unsigned)rules->rounds; round++)
        hk_json_contract(json, NULL, hk_rules_contract(rules, round));
    hk_json_close_array(json);
}

static void write_variant(struct hk_json *json, enum hk_language language,
                          enum hk_variant variant)
{
    struct hk_rules rules;

    hk_rules_init(&rules, variant, hk_variant_seats_least(variant));
    hk_json_open_object(json, NULL);
    hk_json_string(json, "variant", hk_variant_name(variant));
    hk_json_string(json, "title",
                   hk_text(language, hk_text_of_variant(variant)));
    hk_json_open_object(json, "seats");
    hk_json_integer(json, "minimum", hk_variant_seats_least(variant));
    hk_json_integer(json, "maximum", hk_variant_seats_most(variant));
    hk_json_close_object(json);
    hk_json_integer(json, "cards", hk_rules_pack(&rules));
    write_contracts(json, &rules);
    hk_json_open_array(json, "options");
    for (const struct hk_option *o = hk_options; o->name; o++) {
        if (o->variants >> variant & 1)
            write_option(json, language, o);
    }
    hk_json_close_array(json);
    hk_json_close_object(json);
}

enum hk_error hk_get_variants(struct hk_request *request)
{
    enum hk_error error = hk_request_shape(request);
    if (error)
        return error;
    struct hk_json json = hk_request_json(request, HK_SUCCESS_OK);
    hk_json_open_object(&json, NULL);
    hk_json_open_array(&json, "items");
    for (unsigned i = 0; i < HK_VARIANTS; i++)
        write_variant(&json, request->language, (enum hk_variant)i);
    hk_json_close_array(&json);
    hk_json_null(&json, "next");
    hk_json_close_object(&json);
    return HK_OK;
}
