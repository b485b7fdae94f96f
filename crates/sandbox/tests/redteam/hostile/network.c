/* Ways out through the network. The harness listens on this machine; reaching it means reaching anything. */
#include "attack.h"
#include <arpa/inet.h>
#include <linux/if_alg.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/vm_sockets.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#ifndef IPPROTO_MPTCP
#define IPPROTO_MPTCP 262
#endif
enum { HIGHEST_FAMILY = 46 };

static struct sockaddr_in local4(const char *port_key)
{
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons((uint16_t)target_number(port_key)) };
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

static struct sockaddr_in6 local6(const char *port_key)
{
    return (struct sockaddr_in6){
        .sin6_family = AF_INET6, .sin6_port = htons((uint16_t)target_number(port_key)), .sin6_addr = IN6ADDR_LOOPBACK_INIT
    };
}

/* The harness's servers answer whatever they are sent with the token. */
static _Noreturn void ask(int fd, const char *who)
{
    MUST(write(fd, "hello\n", 6));
    struct pollfd answer = { .fd = fd, .events = POLLIN };
    if (MUST(poll(&answer, 1, 1000)) == 0)
        no_effect("nobody answers");
    succeed_if_token_in(fd, who);
}

static void tcp4(void)
{
    struct sockaddr_in address = local4("tcp4");
    int fd = (int)MUST(socket(AF_INET, SOCK_STREAM, 0));
    MUST(connect(fd, (struct sockaddr *)&address, sizeof address));
    ask(fd, "a TCP server answered");
}

static void tcp6(void)
{
    struct sockaddr_in6 address = local6("tcp6");
    int fd = (int)MUST(socket(AF_INET6, SOCK_STREAM, 0));
    MUST(connect(fd, (struct sockaddr *)&address, sizeof address));
    ask(fd, "a TCP server answered over IPv6");
}

static void udp4(void)
{
    struct sockaddr_in address = local4("udp4");
    int fd = (int)MUST(socket(AF_INET, SOCK_DGRAM, 0));
    MUST(connect(fd, (struct sockaddr *)&address, sizeof address));
    ask(fd, "a UDP server answered");
}

static void udp6(void)
{
    struct sockaddr_in6 address = local6("udp6");
    int fd = (int)MUST(socket(AF_INET6, SOCK_DGRAM, 0));
    MUST(connect(fd, (struct sockaddr *)&address, sizeof address));
    ask(fd, "a UDP server answered over IPv6");
}

/* Opens a connection without connect(): rules about connect() do not see it. */
static void tcp_fast_open(void)
{
    struct sockaddr_in address = local4("tcp4");
    int fd = (int)MUST(socket(AF_INET, SOCK_STREAM, 0));
    MUST(sendto(fd, "hello\n", 6, MSG_FASTOPEN, (struct sockaddr *)&address, sizeof address));
    ask(fd, "a TCP server answered a fast open");
}

/* Multipath TCP is another protocol to a filter that knows only TCP. */
static void mptcp(void)
{
    struct sockaddr_in address = local4("tcp4");
    int fd = (int)MUST(socket(AF_INET, SOCK_STREAM, IPPROTO_MPTCP));
    MUST(connect(fd, (struct sockaddr *)&address, sizeof address));
    ask(fd, "a TCP server answered over MPTCP");
}

static void tcp_listen(void)
{
    struct sockaddr_in address = { .sin_family = AF_INET };
    int fd = (int)MUST(socket(AF_INET, SOCK_STREAM, 0));
    MUST(bind(fd, (struct sockaddr *)&address, sizeof address));
    MUST(listen(fd, 1));
    succeeded("listening on all addresses");
}

static void raw_icmp(void)
{
    MUST(socket(AF_INET, SOCK_RAW, IPPROTO_ICMP));
    succeeded("a raw socket");
}

static void packet_socket(void)
{
    MUST(socket(AF_PACKET, SOCK_RAW, htons(0x0003)));
    succeeded("a socket that hears every packet");
}

/* Lists the network interfaces: on a machine with a network there are more than the loopback. */
static void netlink_links(void)
{
    int fd = (int)MUST(socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE));
    struct {
        struct nlmsghdr head;
        struct ifinfomsg body;
    } request = { .head = { .nlmsg_len = sizeof request, .nlmsg_type = RTM_GETLINK, .nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP } };
    MUST(send(fd, &request, sizeof request, 0));
    char answer[1 << 15];
    MUST(recv(fd, answer, sizeof answer, 0));
    succeeded("the interfaces were listed");
}

static void netlink_uevents(void)
{
    MUST(socket(AF_NETLINK, SOCK_RAW, NETLINK_KOBJECT_UEVENT));
    succeeded("a socket that hears the kernel's device events");
}

static void kernel_crypto(void)
{
    struct sockaddr_alg address = { .salg_family = AF_ALG, .salg_type = "hash", .salg_name = "sha256" };
    int fd = (int)MUST(socket(AF_ALG, SOCK_SEQPACKET, 0));
    MUST(bind(fd, (struct sockaddr *)&address, sizeof address));
    succeeded("the kernel's crypto interface");
}

static void vsock(void)
{
    MUST(socket(AF_VSOCK, SOCK_STREAM, 0));
    succeeded("a socket towards the host of a virtual machine");
}

static void bluetooth(void)
{
    MUST(socket(AF_BLUETOOTH, SOCK_RAW, 1));
    succeeded("a Bluetooth socket");
}

/* Tries all families but Unix sockets, which processes of one program may use among themselves. */
static void every_family(void)
{
    int opened = 0;
    static const int kinds[] = { SOCK_STREAM, SOCK_DGRAM, SOCK_RAW, SOCK_SEQPACKET };
    for (int family = 0; family < HIGHEST_FAMILY; family++)
        for (size_t kind = 0; kind < 4 && family != AF_UNIX; kind++)
            if (socket(family, kinds[kind], 0) >= 0)
                opened++;
    if (opened == 0)
        stopped("socket() of every family and type");
    succeeded("%d kinds of sockets", opened);
}

static void unix_path(void)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    snprintf(address.sun_path, sizeof address.sun_path, "%s", below("victims", "socket"));
    int fd = (int)MUST(socket(AF_UNIX, SOCK_STREAM, 0));
    MUST(connect(fd, (struct sockaddr *)&address, sizeof address));
    ask(fd, "a server answered on a Unix socket");
}

static void unix_abstract(void)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    int used = snprintf(address.sun_path + 1, sizeof address.sun_path - 1, "%s", target("abstract"));
    int fd = (int)MUST(socket(AF_UNIX, SOCK_STREAM, 0));
    MUST(connect(fd, (struct sockaddr *)&address, (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)used)));
    ask(fd, "a server answered on an abstract Unix socket");
}

/* Datagrams need no connect(): the address comes with the message. */
static void unix_datagram(void)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    snprintf(address.sun_path, sizeof address.sun_path, "%s", below("victims", "datagrams"));
    int fd = (int)MUST(socket(AF_UNIX, SOCK_DGRAM, 0));
    MUST(sendto(fd, "hello\n", 6, 0, (struct sockaddr *)&address, sizeof address));
    succeeded("a datagram left");
}

/* The 32-bit door of the kernel has other call numbers: a filter for 64-bit calls alone does not see it. */
static void socket_by_int80(void)
{
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(359L), "b"((long)AF_INET), "c"((long)SOCK_STREAM), "d"(0L) : "memory");
    if (result < 0) {
        errno = (int)-result;
        stopped("int 0x80 socket");
    }
    succeeded("a socket by the 32-bit door");
}

/* The same call under the numbers of the x32 interface. */
static void socket_by_x32(void)
{
    MUST(syscall(0x40000000 | SYS_socket, AF_INET, SOCK_STREAM, 0));
    succeeded("a socket by the x32 door");
}

/* Arguments are 32 bits wide to the kernel, 64 bits wide to a filter: rubbish in the upper half may slip through. */
static void socket_high_bits(void)
{
    MUST(syscall(SYS_socket, 0xffffffff00000000UL | AF_INET, SOCK_STREAM, 0));
    succeeded("a socket with rubbish in the upper half of an argument");
}

const struct attack network_attacks[] = {
    { "tcp4", tcp4 },
    { "tcp6", tcp6 },
    { "udp4", udp4 },
    { "udp6", udp6 },
    { "tcp-fast-open", tcp_fast_open },
    { "mptcp", mptcp },
    { "tcp-listen", tcp_listen },
    { "raw-icmp", raw_icmp },
    { "packet-socket", packet_socket },
    { "netlink-links", netlink_links },
    { "netlink-uevents", netlink_uevents },
    { "kernel-crypto", kernel_crypto },
    { "vsock", vsock },
    { "bluetooth", bluetooth },
    { "every-family", every_family },
    { "unix-path", unix_path },
    { "unix-abstract", unix_abstract },
    { "unix-datagram", unix_datagram },
    { "socket-by-int80", socket_by_int80 },
    { "socket-by-x32", socket_by_x32 },
    { "socket-high-bits", socket_high_bits },
    { 0 },
};
