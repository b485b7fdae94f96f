/* The folder holds a link to a file without an end: whoever takes in all sources does not come back. */
#include "endless.h"
