/* The folder holds a pipe that nobody writes to: whoever opens it does not come back. */
#include "pipe.h"
