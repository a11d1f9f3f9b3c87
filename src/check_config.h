/* What can be said of a configuration without serving by it. */
#ifndef HK_CHECK_CONFIG_H
#define HK_CHECK_CONFIG_H

#include <stdbool.h>

#include "options.h"

#define HK_CHECK_MESSAGE_SIZE 512

/* Whether --auth suits where the service listens (`is_local`: only this machine
 * can reach it); else with a message of one line for a person. */
bool hk_check_auth(const struct hk_options *options, bool is_local,
                   char ret_message[HK_CHECK_MESSAGE_SIZE]);

/*
 * Whether hakamd could serve by these options, which have a database: what they
 * name is there, may be used and is Hakam's, as far as a look can tell. Nothing
 * is changed, and hakamd may be serving by them. Else with a message of one
 * line for a person.
 */
bool hk_check_config(const struct hk_options *options,
                     char ret_message[HK_CHECK_MESSAGE_SIZE]);

#endif
