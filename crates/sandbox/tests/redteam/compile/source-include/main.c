/* The compiler complains about the file's first line, and shows it. */
#include "@SECRET@"
