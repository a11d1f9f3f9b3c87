/* What the options say of what may change while the server serves. */
#ifndef HK_OPTION_POLICY_H
#define HK_OPTION_POLICY_H

#include "http/policy.h"
#include "options.h"

/* The policy of the options. */
struct hk_policy hk_options_policy(const struct hk_options *options);

#endif
