/* A file of settings: NAME=value lines, as systemd's EnvironmentFile has. */
#ifndef HK_CONFIG_FILE_H
#define HK_CONFIG_FILE_H

#include <stdbool.h>

#define HK_CONFIG_MESSAGE_SIZE 512

/* Takes a line in; the texts last until it returns. False ends the reading,
 * once it has said why. */
typedef bool hk_config_line(void *cls, unsigned line, const char *name,
                            const char *value);

/*
 * Reads the file and calls `each` for each NAME=value, in their order. Blank
 * lines, and those that begin with # or ;, are comments. Of a value in quotes
 * the quotes are taken off; after a backslash the next character stands for
 * itself, in double quotes only ", \, ` and $ do, and in single quotes it is
 * none. A value ends with its line. What is read here means the same to
 * systemd.
 *
 * False where the file cannot be read, is no such file, or `each` gave false;
 * unless it was `each`, ret_message says why, in one line with file and number
 * of the line.
 */
bool hk_config_file_read(const char *path, hk_config_line *each, void *cls,
                         char ret_message[HK_CONFIG_MESSAGE_SIZE]);

#endif
