/* The library of the attack `preload`: it reads the secret before the program's first line runs. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void report(const char *words)
{
    if (write(STDOUT_FILENO, words, strlen(words)) < 0)
        _exit(3);
    _exit(0);
}

__attribute__((constructor)) static void read_secret(void)
{
    const char *secret = getenv("REDTEAM_SECRET");
    if (!secret)
        return;
    report(open(secret, O_RDONLY) >= 0 ? "SUCCEEDED: a preloaded library opened the secret\n"
                                       : "STOPPED refused: a preloaded library could not open the secret\n");
}
