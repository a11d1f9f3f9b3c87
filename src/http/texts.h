/* Every text that an answer can hold, by a number: one catalogue. */
#ifndef HK_HTTP_TEXTS_H
#define HK_HTTP_TEXTS_H

/* HK_WORD_TOTAL and so on: the rows of texts.def. */
enum hk_text {
    HK_TEXT_NONE,
#define T(name, english) HK_##name,
#include "http/texts.def"
#undef T
    HK_TEXT_COUNT
};

#endif
