/* What the options say of what may change while the server serves. */
#ifndef HK_OPTION_POLICY_H
#define HK_OPTION_POLICY_H

#include <stdbool.h>

#include "http/policy.h"
#include "options.h"

#define HK_POLICY_MESSAGE_SIZE 640

/*
 * The policy of the options, with the token for /metrics of the file that
 * --metrics-token-file names, or else of the credential. False where there is
 * no token in it, and why, for a person.
 */
bool hk_options_policy(const struct hk_options *options,
                       struct hk_policy *ret_policy,
                       char ret_message[HK_POLICY_MESSAGE_SIZE]);

#endif
