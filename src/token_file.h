/* A token that stands in a file: a credential, never in a command line. */
#ifndef HK_TOKEN_FILE_H
#define HK_TOKEN_FILE_H

#include <stdbool.h>

/* Characters of a token, at least and at most. */
#define HK_TOKEN_FILE_LEAST 16
#define HK_TOKEN_FILE_MOST 256

#define HK_TOKEN_FILE_MESSAGE_SIZE 512

/*
 * Reads the token: the first line of the file, which has no other, of the
 * characters that RFC 6750 allows. False with why, in a line for a person that
 * does not quote it.
 */
bool hk_token_file_read(const char *path,
                        char ret_token[HK_TOKEN_FILE_MOST + 1],
                        char ret_message[HK_TOKEN_FILE_MESSAGE_SIZE]);

#endif
