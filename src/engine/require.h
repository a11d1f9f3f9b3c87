/* Broken invariants: a fault of the program, never of a player. */
#ifndef HK_ENGINE_REQUIRE_H
#define HK_ENGINE_REQUIRE_H

/* In every build: going on would write a wrong game to the disk. */
#undef NDEBUG
#include <assert.h>

/* Stops the program where what must hold does not. */
#define HK_REQUIRE(condition) assert(condition)

#endif
