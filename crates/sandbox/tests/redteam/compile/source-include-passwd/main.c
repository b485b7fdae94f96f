/* A list of users is not C, and the compiler says why, line by line. */
#include "/etc/passwd"
