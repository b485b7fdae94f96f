/* What the runner forgot to close, clear or hide. */
#include "attack.h"
#include <sys/wait.h>
#include <spawn.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <unistd.h>

enum { HIGHEST_DESCRIPTOR = 1024 };

static bool token_in(const char *text, size_t length)
{
    const char *token = target("token");
    return memmem(text, length, token, strlen(token)) != NULL;
}

/* The runner has the secret open, and does not close it when it starts programs. */
static void inherited_descriptor(void)
{
    char text[4096];
    int open_ones = 0;
    for (int fd = 3; fd < HIGHEST_DESCRIPTOR; fd++) {
        ssize_t length = pread(fd, text, sizeof text, 0);
        if (length > 0 && token_in(text, (size_t)length))
            succeeded("descriptor %d is the secret", fd);
        open_ones += fcntl(fd, F_GETFD) >= 0;
    }
    if (open_ones > 0)
        succeeded("%d descriptors of the runner", open_ones);
    errno = EBADF;
    stopped("reading from each descriptor");
}

/* A folder that is open is a way to everything in it, whatever the paths say. */
static void inherited_folder(void)
{
    for (int fd = 3; fd < HIGHEST_DESCRIPTOR; fd++) {
        int file = openat(fd, "secret", O_RDONLY);
        if (file >= 0)
            succeed_if_token_in(file, "a file below an inherited folder");
    }
    errno = EBADF;
    stopped("opening a file below each descriptor");
}

static void inherited_environment(void)
{
    for (char **each = environ; *each; each++)
        if (token_in(*each, strlen(*each)))
            succeeded("the runner's environment");
    no_effect("the environment holds nothing of the runner's");
}

static void others_shared_memory(void)
{
    char *text = MUST_HAVE(shmat((int)target_number("shm-id"), NULL, SHM_RDONLY));
    succeed_if_token_at(text, 4096, "the shared memory of others");
}

static void others_messages(void)
{
    struct {
        long type;
        char text[300];
    } message = { 0 };
    MUST(msgrcv((int)target_number("msg-id"), &message, sizeof message.text, 0, IPC_NOWAIT));
    succeed_if_token_at(message.text, sizeof message.text, "a message to others");
}

static void others_semaphores(void)
{
    MUST(semctl((int)target_number("sem-id"), 0, SETVAL, 7));
    succeeded("a semaphore of others");
}

static void others_message_queue(void)
{
    mqd_t queue = (mqd_t)MUST(mq_open(target("queue"), O_RDWR | O_NONBLOCK));
    MUST(mq_send(queue, "owned", 5, 0));
    succeeded("a message in the queue of others");
}

static void others_named_memory(void)
{
    succeed_if_token_in((int)MUST(shm_open(target("shm-name"), O_RDWR, 0)), "the named memory of others");
}

static void *do_nothing(void *unused) { return unused; }

/* No attack: what every player does. If this did not work, nothing that is stopped would mean anything. */
static void harmless(void)
{
    char path[4096], text[16];
    MUST_HAVE(getcwd(path, sizeof path - 16));
    strcat(path, "/hostile");
    int own = (int)MUST(open(path, O_RDONLY));
    MUST(read(own, text, sizeof text));
    int scratch = (int)MUST(open(below("scratch", "notes"), O_CREAT | O_RDWR, 0600));
    MUST(write(scratch, text, sizeof text));
    pthread_t thread;
    errno = pthread_create(&thread, NULL, do_nothing, NULL);
    if (errno)
        stopped("pthread_create");
    pthread_join(thread, NULL);
    succeeded("it works");
}

/* As make, cmake and shells do: they make sure that they are who they are, and have their children do the same. */
static void harmless_shells(void)
{
    uid_t user = getuid();
    gid_t group = getgid();
    MUST(setresuid(user, user, user));
    MUST(setresgid((gid_t)-1, group, (gid_t)-1));
    MUST(setuid(user));
    MUST(setgid(group));
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_RESETIDS);
    char *const words[] = { "sh", "-c", "(echo one; echo two) | while read -r line; do :; done; exit 7", NULL };
    pid_t shell;
    errno = posix_spawn(&shell, "/bin/sh", NULL, &attributes, words, NULL);
    if (errno)
        stopped("posix_spawn");
    int status;
    MUST(waitpid(shell, &status, 0));
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 7)
        no_effect("the shell does not work");
    succeeded("it works");
}

const struct attack leak_attacks[] = {
    { "harmless-shells", harmless_shells },
    { "harmless", harmless },
    { "inherited-descriptor", inherited_descriptor },
    { "inherited-folder", inherited_folder },
    { "inherited-environment", inherited_environment },
    { "others-shared-memory", others_shared_memory },
    { "others-messages", others_messages },
    { "others-semaphores", others_semaphores },
    { "others-message-queue", others_message_queue },
    { "others-named-memory", others_named_memory },
    { 0 },
};
