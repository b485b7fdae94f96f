/* The victim: a process of the same user with something to lose. `victim FOLDER TOKEN` says in lines KEY=VALUE where it can be hit, then
 * `ready`; after that every line is a hit it noticed. It ends when its standard input does. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/keyctl.h>
#include <mqueue.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

enum { MOST_SERVERS = 8 };

/* The first half holds the token, the second is there to be overwritten. */
static char treasure[256];
static const char *folder;
static struct pollfd servers[MOST_SERVERS + 1];
static const char *server_names[MOST_SERVERS + 1];
static int server_count = 1; /* the first is standard input */
static int shm_id, msg_id, sem_id;
static char queue_name[64], shm_name[64];

static void tell(const char *words)
{
    printf("%s\n", words);
    fflush(stdout);
}

static void on_signal(int number)
{
    static const char words[] = "hit: a signal\n";
    (void)number;
    if (write(STDOUT_FILENO, words, sizeof words - 1) < 0)
        _exit(1);
}

/* What the machine does not offer is said, and given to attacks all the same: they fail where the victim failed. */
static void lacks(const char *key) { fprintf(stderr, "the victim cannot offer %s: %s\n", key, strerror(errno)); }

static void serve(const char *key, int fd, const void *address, socklen_t length)
{
    if (fd < 0 || bind(fd, address, length) != 0) {
        lacks(key);
        return;
    }
    int type;
    socklen_t size = sizeof type;
    if (getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) == 0 && type == SOCK_STREAM)
        listen(fd, 16);
    servers[server_count] = (struct pollfd){ .fd = fd, .events = POLLIN };
    server_names[server_count++] = key;
}

static void serve_internet(const char *key, int family, int type)
{
    struct sockaddr_in6 address6 = { .sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT };
    struct sockaddr_in address4 = { .sin_family = AF_INET, .sin_addr = { htonl(INADDR_LOOPBACK) } };
    int fd = socket(family, type, 0);
    int before = server_count;
    if (family == AF_INET)
        serve(key, fd, &address4, sizeof address4);
    else
        serve(key, fd, &address6, sizeof address6);
    if (server_count == before) {
        printf("%s=0\n", key);
        return;
    }
    socklen_t length = sizeof address6;
    /* The port stands at the same place in both addresses. */
    getsockname(fd, (struct sockaddr *)&address6, &length);
    printf("%s=%d\n", key, ntohs(address6.sin6_port));
}

static void serve_local(const char *name, int type)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    snprintf(address.sun_path, sizeof address.sun_path, "%s/%s", folder, name);
    unlink(address.sun_path);
    serve(name, socket(AF_UNIX, type, 0), &address, sizeof address);
    chmod(address.sun_path, 0777);
}

static void serve_abstract(void)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    int used = snprintf(address.sun_path + 1, sizeof address.sun_path - 1, "sandtable-redteam-%d", getpid());
    serve("abstract", socket(AF_UNIX, SOCK_STREAM, 0), &address, (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)used));
    printf("abstract=%s\n", address.sun_path + 1);
}

static void share_memory(void)
{
    shm_id = shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0666);
    char *at = shm_id < 0 ? (char *)-1 : shmat(shm_id, NULL, 0);
    if (at == (char *)-1)
        lacks("shm-id");
    else
        strcpy(at, treasure);
    printf("shm-id=%d\n", shm_id);
    snprintf(shm_name, sizeof shm_name, "/sandtable-redteam-%d", getpid());
    int fd = shm_open(shm_name, O_CREAT | O_RDWR, 0666);
    if (fd < 0 || fchmod(fd, 0666) != 0 || write(fd, treasure, strlen(treasure)) < 0)
        lacks("shm-name");
    printf("shm-name=%s\n", shm_name);
}

static void open_queues(void)
{
    struct {
        long type;
        char text[sizeof treasure];
    } message = { .type = 1 };
    memcpy(message.text, treasure, sizeof treasure);
    msg_id = msgget(IPC_PRIVATE, IPC_CREAT | 0666);
    if (msg_id < 0 || msgsnd(msg_id, &message, sizeof message.text, 0) != 0)
        lacks("msg-id");
    printf("msg-id=%d\n", msg_id);
    sem_id = semget(IPC_PRIVATE, 1, IPC_CREAT | 0666);
    printf("sem-id=%d\n", sem_id);
    snprintf(queue_name, sizeof queue_name, "/sandtable-redteam-%d", getpid());
    mode_t mask = umask(0);
    if (mq_open(queue_name, O_CREAT | O_RDWR, 0666, NULL) < 0)
        lacks("queue");
    umask(mask);
    printf("queue=%s\n", queue_name);
}

static void keep_key(void)
{
    char name[64];
    snprintf(name, sizeof name, "sandtable-redteam-%d", getpid());
    if (syscall(SYS_add_key, "user", name, treasure, strlen(treasure), KEY_SPEC_USER_KEYRING) < 0)
        lacks("key");
    printf("key=%s\n", name);
}

static void forget(void)
{
    shmctl(shm_id, IPC_RMID, NULL);
    msgctl(msg_id, IPC_RMID, NULL);
    semctl(sem_id, 0, IPC_RMID);
    mq_unlink(queue_name);
    shm_unlink(shm_name);
    long key = syscall(SYS_keyctl, KEYCTL_SEARCH, KEY_SPEC_USER_KEYRING, "user", queue_name + 1, 0);
    if (key > 0)
        syscall(SYS_keyctl, KEYCTL_UNLINK, key, KEY_SPEC_USER_KEYRING);
}

/* Whoever comes gets the token, and the harness hears of it. */
static void answer(int server)
{
    char words[64];
    int fd = servers[server].fd, type = SOCK_STREAM;
    socklen_t size = sizeof type;
    getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size);
    snprintf(words, sizeof words, "hit: %s", server_names[server]);
    tell(words);
    if (type == SOCK_STREAM) {
        int guest = accept(fd, NULL, NULL);
        send(guest, treasure, strlen(treasure), MSG_NOSIGNAL);
        /* Read what came, or closing would take the answer back. */
        recv(guest, words, sizeof words, 0);
        close(guest);
    } else {
        struct sockaddr_storage guest;
        socklen_t length = sizeof guest;
        recvfrom(fd, words, sizeof words, 0, (struct sockaddr *)&guest, &length);
        sendto(fd, treasure, strlen(treasure), MSG_NOSIGNAL, (struct sockaddr *)&guest, length);
    }
}

int main(int count, char **words)
{
    if (count != 3)
        return 2;
    folder = words[1];
    snprintf(treasure, sizeof treasure / 2, "%s", words[2]);
    /* The token must be found in memory and files only, not in what every process may read. */
    memset(words[2], 'x', strlen(words[2]));
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    /* Started by root as another user, it would not be open to that user otherwise. */
    prctl(PR_SET_DUMPABLE, 1);
    signal(SIGUSR1, on_signal);
    char secret[400];
    snprintf(secret, sizeof secret, "%s/secret", folder);
    printf("victim=%d\naddress=%ld\ndescriptor=%d\n", getpid(), (long)treasure, open(secret, O_RDONLY));
    servers[0] = (struct pollfd){ .fd = STDIN_FILENO, .events = POLLIN };
    serve_internet("tcp4", AF_INET, SOCK_STREAM);
    serve_internet("tcp6", AF_INET6, SOCK_STREAM);
    serve_internet("udp4", AF_INET, SOCK_DGRAM);
    serve_internet("udp6", AF_INET6, SOCK_DGRAM);
    serve_local("socket", SOCK_STREAM);
    serve_local("datagrams", SOCK_DGRAM);
    serve_abstract();
    share_memory();
    open_queues();
    keep_key();
    tell("ready");
    while (poll(servers, (nfds_t)server_count, -1) >= 0 || errno == EINTR) {
        if (servers[0].revents)
            break;
        for (int i = 1; i < server_count; i++)
            if (servers[i].revents & POLLIN)
                answer(i);
    }
    forget();
    return 0;
}
