/* The compiler waits for somebody to type. */
#include "/dev/tty"
