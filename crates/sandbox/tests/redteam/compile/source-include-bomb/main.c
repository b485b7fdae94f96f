/* Includes itself twice, to the depth the compiler allows: two to the power of two hundred times. */
#if __INCLUDE_LEVEL__ < 190
#include "main.c"
#include "main.c"
#endif
