/* hakam key: the service keys. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "admin.h"
#include "base/rng.h"
#include "http/catalogue.h"
#include "service/auth.h"
#include "service/names.h"
#include "store/keys.h"

static bool read_key_name(const char *text, char ret_name[HK_KEY_NAME_SIZE])
{
    char name[HK_NAME_SIZE], folded[HK_FOLDED_NAME_SIZE];
    const char *reason = "it is too long";

    enum hk_name_fault fault = hk_name_read(text, strlen(text), name, folded);
    size_t length = fault ? 0 : strlen(name);
    if (!fault && length < HK_KEY_NAME_SIZE) {
        memcpy(ret_name, name, length + 1);
        return true;
    }
    if (fault)
        reason = hk_text(HK_ENGLISH, hk_text_of_name_fault(fault));
    hk_admin_say("\"%s\" is no name for a key: %s", text, reason);
    return false;
}

/* What the jobs of the writer need. */
struct key_change {
    char name[HK_KEY_NAME_SIZE];
    enum hk_token_kind kind;
    uint8_t hash[HK_TOKEN_HASH_SIZE];
    hk_time now;
};

static enum hk_error add_job(struct hk_tx *tx, void *cls)
{
    struct key_change *change = cls;

    return hk_tx_add_key(tx, change->name, change->kind, change->hash,
                         change->now);
}

static const char *role_name(enum hk_token_kind kind)
{
    return kind == HK_TOKEN_KEY_ADMIN ? "admin" : "host";
}

static bool print_token(const struct hk_options *options, const char *name,
                        const char *token)
{
    struct hk_admin_json out;

    if (!options->json) {
        puts(token);
        return hk_admin_flush();
    }
    hk_admin_json_init(&out);
    hk_json_open_object(&out.json, NULL);
    hk_json_string(&out.json, "name", name);
    hk_json_string(&out.json, "role",
                   role_name((enum hk_token_kind)options->role));
    hk_json_string(&out.json, "token", token);
    hk_json_close_object(&out.json);
    return hk_admin_json_print(&out);
}

int hk_admin_key_add(const struct hk_options *options, const char *argument)
{
    struct hk_rng rng = hk_rng_system();
    struct key_change change = {.kind = (enum hk_token_kind)options->role};
    char token[HK_TOKEN_TEXT_SIZE];
    struct hk_store *store;

    if (!hk_options_has(options, HK_OPT_ROLE)) {
        hk_admin_say("key add needs --role host or --role admin");
        return EX_USAGE;
    }
    if (!read_key_name(argument, change.name))
        return EX_USAGE;
    int status = hk_admin_open(options, HK_STORE_SERVE, &store);
    if (status != 0)
        return status;
    hk_auth_make_token(&rng, change.kind, token, change.hash);
    change.now = hk_admin_now();
    enum hk_error error = hk_store_write(store, add_job, &change);
    hk_store_close(store);
    if (error == HK_E_NAME_TAKEN) {
        hk_admin_say("there is a key \"%s\" already", change.name);
        return EXIT_FAILURE;
    }
    if (error != HK_OK)
        return hk_admin_fail(error);
    if (!print_token(options, change.name, token)) {
        hk_admin_say("the key \"%s\" was made, but its token is lost: revoke "
                     "it",
                     change.name);
        return EXIT_FAILURE;
    }
    hk_admin_say("this token is shown only now; keep it safe");
    return EXIT_SUCCESS;
}

static enum hk_error print_key(const struct hk_key_row *key, void *cls)
{
    char created[HK_TIME_TEXT_SIZE], revoked[HK_TIME_TEXT_SIZE];

    (void)cls;
    hk_time_format(key->created_at, created);
    if (key->revoked_at != 0)
        hk_time_format(key->revoked_at, revoked);
    printf("%s\t%s\tmade %s\t%s%s\n", key->name, role_name(key->kind), created,
           key->revoked_at != 0 ? "revoked " : "valid",
           key->revoked_at != 0 ? revoked : "");
    return HK_OK;
}

static enum hk_error write_key(const struct hk_key_row *key, void *cls)
{
    struct hk_json *json = cls;

    hk_json_open_object(json, NULL);
    hk_json_string(json, "name", key->name);
    hk_json_string(json, "role", role_name(key->kind));
    hk_json_time(json, "created_at", key->created_at);
    if (key->revoked_at != 0)
        hk_json_time(json, "revoked_at", key->revoked_at);
    else
        hk_json_null(json, "revoked_at");
    hk_json_close_object(json);
    return HK_OK;
}

static bool print_keys(struct hk_admin_json *out)
{
    hk_json_close_array(&out->json);
    hk_json_close_object(&out->json);
    return hk_admin_json_print(out);
}

int hk_admin_key_list(const struct hk_options *options, const char *argument)
{
    struct hk_admin_json out;
    struct hk_store *store;

    (void)argument;
    int status = hk_admin_open(options, HK_STORE_READ, &store);
    if (status != 0)
        return status;
    hk_admin_json_init(&out);
    hk_json_open_object(&out.json, NULL);
    hk_json_open_array(&out.json, "keys");
    enum hk_error error = hk_store_each_key(
        store, options->json ? write_key : print_key, &out.json);
    hk_store_close(store);
    bool printed = error == HK_OK && options->json ? print_keys(&out)
                                                   : hk_admin_flush();
    hk_strbuf_clear(&out.text);
    if (error != HK_OK)
        return hk_admin_fail(error);
    return printed ? EXIT_SUCCESS : EXIT_FAILURE;
}

static enum hk_error revoke_job(struct hk_tx *tx, void *cls)
{
    struct key_change *change = cls;

    return hk_tx_revoke_key(tx, change->name, change->now);
}

static int print_revoked(const struct key_change *change)
{
    struct hk_admin_json out;

    hk_admin_json_init(&out);
    hk_json_open_object(&out.json, NULL);
    hk_json_string(&out.json, "name", change->name);
    hk_json_time(&out.json, "revoked_at", change->now);
    hk_json_close_object(&out.json);
    return hk_admin_json_print(&out) ? EXIT_SUCCESS : EXIT_FAILURE;
}

int hk_admin_key_revoke(const struct hk_options *options, const char *argument)
{
    struct key_change change;
    struct hk_store *store;

    if (!read_key_name(argument, change.name))
        return EX_USAGE;
    int status = hk_admin_open(options, HK_STORE_SERVE, &store);
    if (status != 0)
        return status;
    change.now = hk_admin_now();
    enum hk_error error = hk_store_write(store, revoke_job, &change);
    hk_store_close(store);
    if (error == HK_E_NOT_FOUND) {
        hk_admin_say("there is no valid key \"%s\"", change.name);
        return EXIT_FAILURE;
    }
    if (error != HK_OK)
        return hk_admin_fail(error);
    return options->json ? print_revoked(&change) : EXIT_SUCCESS;
}
