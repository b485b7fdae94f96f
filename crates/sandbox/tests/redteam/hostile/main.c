/* One program, one sub-command an attack: `hostile NAME KEY=VALUE...`.
 *
 * An attack says in one line what came of it: `SUCCEEDED: ...` or `STOPPED ERRNO: ...`. If it says neither, it was killed,
 * and the harness sees how. `hostile list` names all attacks but not their helpers, so that the table can be checked against the program. */
#include "attack.h"
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const struct attack *const tables[] = {
    network_attacks, reading_attacks,   writing_attacks, quota_attacks, memory_attacks, process_attacks,
    swarm_attacks,   privilege_attacks, kernel_attacks,  leak_attacks,  clock_attacks, lock_attacks,
};

/* Parts of attacks that run as programs of their own. */
#define HELPER "helper-"

static char **arguments;

int main(int count, char **words)
{
    arguments = words + (count > 1 ? 2 : 1);
    const char *name = count > 1 ? words[1] : "list";
    bool list = strcmp(name, "list") == 0;
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
        for (const struct attack *attack = tables[t]; attack->name; attack++)
            if (list && strncmp(attack->name, HELPER, strlen(HELPER)) != 0)
                puts(attack->name);
            else if (strcmp(attack->name, name) == 0) {
                attack->run();
                no_effect("the attack came to its end");
            }
    if (!list)
        fprintf(stderr, "hostile: no attack is called %s\n", name);
    return list ? 0 : 2;
}

/* What the arguments say; the scratch alone is found in the environment, as every program finds it. */
static const char *find_target(const char *key)
{
    if (strcmp(key, "scratch") == 0)
        return getenv("TMPDIR");
    size_t length = strlen(key);
    for (char **word = arguments; *word; word++)
        if (strncmp(*word, key, length) == 0 && (*word)[length] == '=')
            return *word + length + 1;
    return NULL;
}

bool has_target(const char *key) { return find_target(key) != NULL; }

const char *target(const char *key)
{
    const char *value = find_target(key);
    if (!value) {
        fprintf(stderr, "hostile: the argument %s=... is missing\n", key);
        exit(2);
    }
    return value;
}

long target_number(const char *key) { return atol(target(key)); }

const char *below(const char *key, const char *name)
{
    char *path;
    if (asprintf(&path, "%s/%s", target(key), name) < 0)
        stopped("asprintf");
    return path;
}

/* One write, so that lines of several processes do not mix, and nothing stays in a buffer. */
static void say_words(const char *head, const char *format, va_list words)
{
    char line[600];
    int used = snprintf(line, sizeof line - 1, "%s", head);
    used += vsnprintf(line + used, sizeof line - 1 - (size_t)used, format, words);
    if ((size_t)used > sizeof line - 2)
        used = sizeof line - 2;
    line[used] = '\n';
    if (write(STDOUT_FILENO, line, (size_t)used + 1) < 0)
        _exit(3);
}

void say(const char *format, ...)
{
    va_list words;
    va_start(words, format);
    say_words("", format, words);
    va_end(words);
}

void succeeded(const char *format, ...)
{
    va_list words;
    va_start(words, format);
    say_words("SUCCEEDED: ", format, words);
    va_end(words);
    _exit(0);
}

void stopped(const char *step)
{
    const char *name = strerrorname_np(errno);
    say("STOPPED %s: %s", name ? name : "EUNKNOWN", step);
    _exit(0);
}

void no_effect(const char *why)
{
    say("STOPPED no-effect: %s", why);
    _exit(0);
}

long must(long result, const char *step)
{
    if (result < 0)
        stopped(step);
    return result;
}

void *must_have(void *result, const char *step)
{
    if (!result || result == (void *)-1)
        stopped(step);
    return result;
}

void succeed_if_token_at(const char *text, size_t length, const char *what)
{
    const char *token = target("token");
    if (memmem(text, length, token, strlen(token)))
        succeeded("%s", what);
    no_effect("what was read is not the secret");
}

void succeed_if_token_in(int fd, const char *what)
{
    static char text[1 << 16];
    ssize_t length = MUST(read(fd, text, sizeof text));
    succeed_if_token_at(text, (size_t)length, what);
}

pid_t must_fork(void) { return (pid_t)MUST(fork()); }

void await_child(pid_t child)
{
    int status = 0;
    if (waitpid(child, &status, 0) == child && WIFSIGNALED(status)) {
        say("STOPPED %s: a child was killed", sigabbrev_np(WTERMSIG(status)));
        _exit(0);
    }
    _exit(0);
}

void under_stand_in(void)
{
    if (!has_target("stand-in"))
        return;
    pid_t child = must_fork();
    if (child > 0) {
        waitpid(child, NULL, 0);
        _exit(0);
    }
}

void hold(void)
{
    enum { CONTAINED = 6000000, UNCONTAINED = 100000 };
    usleep(has_target("stand-in") ? UNCONTAINED : CONTAINED);
}

void burn(long milliseconds)
{
    struct timespec now;
    volatile unsigned long work = 0;
    do {
        for (int i = 0; i < 20000; i++)
            work += (unsigned long)i;
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    } while (now.tv_sec * 1000 + now.tv_nsec / 1000000 < milliseconds);
}
