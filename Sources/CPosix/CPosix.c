#ifdef __linux__
#define _GNU_SOURCE
#endif
#include "CPosix.h"
#include <ifaddrs.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#ifdef __linux__
#include <arpa/inet.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <linux/sockios.h>
#endif
#ifdef __GLIBC__
#include <malloc.h>
#endif

void cposix_trim(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

static uint64_t read_half(const uint8_t *bytes) {
    uint64_t value = 0;
    for (int index = 0; index < 8; index++) value = value << 8 | bytes[index];
    return value;
}

static void write_half(uint64_t value, uint8_t *bytes) {
    for (int index = 7; index >= 0; index--, value >>= 8) bytes[index] = (uint8_t)value;
}

static void from_sockaddr(const struct sockaddr *address, struct cposix_endpoint *result) {
    memset(result, 0, sizeof *result);
    result->family = address->sa_family;
    if (address->sa_family == AF_INET) {
        struct sockaddr_in four;
        memcpy(&four, address, sizeof four);
        result->low = ntohl(four.sin_addr.s_addr);
        result->port = ntohs(four.sin_port);
    } else if (address->sa_family == AF_INET6) {
        struct sockaddr_in6 six;
        memcpy(&six, address, sizeof six);
        result->high = read_half(six.sin6_addr.s6_addr);
        result->low = read_half(six.sin6_addr.s6_addr + 8);
        result->port = ntohs(six.sin6_port);
    }
}

static socklen_t to_sockaddr(const struct cposix_endpoint *endpoint, struct sockaddr_storage *result) {
    memset(result, 0, sizeof *result);
    if (endpoint->family == AF_INET) {
        struct sockaddr_in four = {0};
        four.sin_family = AF_INET;
        four.sin_port = htons(endpoint->port);
        four.sin_addr.s_addr = htonl((uint32_t)endpoint->low);
        memcpy(result, &four, sizeof four);
        return sizeof four;
    }
    struct sockaddr_in6 six = {0};
    six.sin6_family = AF_INET6;
    six.sin6_port = htons(endpoint->port);
    write_half(endpoint->high, six.sin6_addr.s6_addr);
    write_half(endpoint->low, six.sin6_addr.s6_addr + 8);
    memcpy(result, &six, sizeof six);
    return sizeof six;
}

int cposix_prepare(int descriptor) {
    int flags = fcntl(descriptor, F_GETFL);
    if (flags < 0 || fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) < 0) return -1;
    if (fcntl(descriptor, F_SETFD, FD_CLOEXEC) < 0) return -1;
#ifdef SO_NOSIGPIPE
    cposix_set_flag(descriptor, SOL_SOCKET, SO_NOSIGPIPE, 1);
#endif
    return 0;
}

#ifndef __linux__
/// For systems that cannot set the flags in the call that makes the descriptor.
static int prepared(int descriptor) {
    if (descriptor >= 0 && cposix_prepare(descriptor) < 0) {
        close(descriptor);
        return -1;
    }
    return descriptor;
}
#endif

int cposix_socket(int family) {
#ifdef __linux__
    return socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
#else
    return prepared(socket(family, SOCK_STREAM, 0));
#endif
}

int cposix_socketpair(int descriptors[2]) {
#ifdef __linux__
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, descriptors);
#else
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, descriptors) < 0) return -1;
    if (cposix_prepare(descriptors[0]) < 0 || cposix_prepare(descriptors[1]) < 0) {
        close(descriptors[0]);
        close(descriptors[1]);
        return -1;
    }
    return 0;
#endif
}

int cposix_pipe(int descriptors[2]) {
#ifdef __linux__
    return pipe2(descriptors, O_CLOEXEC);
#else
    if (pipe(descriptors) < 0) return -1;
    fcntl(descriptors[0], F_SETFD, FD_CLOEXEC);
    fcntl(descriptors[1], F_SETFD, FD_CLOEXEC);
    return 0;
#endif
}

int cposix_temporary(char *name) {
    return mkostemp(name, O_CLOEXEC);
}

int cposix_accept(int descriptor, struct cposix_endpoint *peer) {
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    memset(&address, 0, sizeof address);
#ifdef __linux__
    int accepted = accept4(descriptor, (struct sockaddr *)&address, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
#else
    int accepted = prepared(accept(descriptor, (struct sockaddr *)&address, &length));
#endif
    from_sockaddr((const struct sockaddr *)&address, peer);
    return accepted;
}

int cposix_bind(int descriptor, const struct cposix_endpoint *address) {
    struct sockaddr_storage storage;
    socklen_t length = to_sockaddr(address, &storage);
    return bind(descriptor, (const struct sockaddr *)&storage, length);
}

int cposix_connect(int descriptor, const struct cposix_endpoint *address) {
    struct sockaddr_storage storage;
    socklen_t length = to_sockaddr(address, &storage);
    return connect(descriptor, (const struct sockaddr *)&storage, length);
}

int cposix_local_endpoint(int descriptor, struct cposix_endpoint *result) {
    struct sockaddr_storage storage = {0};
    socklen_t length = sizeof storage;
    int status = getsockname(descriptor, (struct sockaddr *)&storage, &length);
    from_sockaddr((const struct sockaddr *)&storage, result);
    return status;
}

int cposix_peer_endpoint(int descriptor, struct cposix_endpoint *result) {
    struct sockaddr_storage storage = {0};
    socklen_t length = sizeof storage;
    int status = getpeername(descriptor, (struct sockaddr *)&storage, &length);
    from_sockaddr((const struct sockaddr *)&storage, result);
    return status;
}

int cposix_original_endpoint(int descriptor, int family, struct cposix_endpoint *result) {
#ifdef __linux__
    // SO_ORIGINAL_DST and IP6T_SO_ORIGINAL_DST, whose headers do not go together with those of the C library.
    const int original_destination = 80;
    struct sockaddr_storage storage = {0};
    socklen_t length = sizeof storage;
    int level = family == AF_INET6 ? IPPROTO_IPV6 : IPPROTO_IP;
    int status = getsockopt(descriptor, level, original_destination, &storage, &length);
    from_sockaddr((const struct sockaddr *)&storage, result);
    return status;
#else
    (void)descriptor, (void)family, (void)result;
    errno = ENOTSUP;
    return -1;
#endif
}

int cposix_set_flag(int descriptor, int level, int name, int value) {
    return setsockopt(descriptor, level, name, &value, sizeof value);
}

int cposix_reset_on_close(int descriptor) {
    struct linger linger = {.l_onoff = 1, .l_linger = 0};
    return setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
}

int cposix_pending_error(int descriptor) {
    int error = 0;
    socklen_t length = sizeof error;
    return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &length) < 0 ? -1 : error;
}

long cposix_unacknowledged(int descriptor) {
    int count = 0;
#ifdef __linux__
    return ioctl(descriptor, SIOCOUTQ, &count) < 0 ? 0 : count;
#else
    socklen_t length = sizeof count;
    return getsockopt(descriptor, SOL_SOCKET, SO_NWRITE, &count, &length) < 0 ? 0 : count;
#endif
}

int cposix_probe_peer(int descriptor, int idle, int interval, int count) {
#ifdef __linux__
    cposix_set_flag(descriptor, IPPROTO_TCP, TCP_KEEPIDLE, idle);
#else
    cposix_set_flag(descriptor, IPPROTO_TCP, TCP_KEEPALIVE, idle);
#endif
    cposix_set_flag(descriptor, IPPROTO_TCP, TCP_KEEPINTVL, interval);
    cposix_set_flag(descriptor, IPPROTO_TCP, TCP_KEEPCNT, count);
    return cposix_set_flag(descriptor, SOL_SOCKET, SO_KEEPALIVE, 1);
}

int cposix_spare(void) {
    return open("/dev/null", O_RDONLY | O_CLOEXEC);
}

uint64_t cposix_descriptor_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) < 0) return 256;
    return limit.rlim_cur == RLIM_INFINITY ? INT32_MAX : (uint64_t)limit.rlim_cur;
}

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

ssize_t cposix_send(int descriptor, const void *bytes, size_t count) {
    return send(descriptor, bytes, count, MSG_NOSIGNAL);
}

ssize_t cposix_send_vectors(int descriptor, struct iovec *vectors, int count) {
    // What lies in one piece takes the shorter way.
    if (count == 1) return cposix_send(descriptor, vectors[0].iov_base, vectors[0].iov_len);
    struct msghdr message = {0};
    message.msg_iov = vectors;
    message.msg_iovlen = count;
    return sendmsg(descriptor, &message, MSG_NOSIGNAL);
}

int cposix_resolve(const char *host, int numeric, struct cposix_endpoint *results, int capacity, int *count) {
    struct addrinfo hints = {0};
    struct addrinfo *list = NULL;
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = numeric ? AI_NUMERICHOST : 0;
    *count = 0;
    int status = getaddrinfo(host, NULL, &hints, &list);
    if (status != 0) return status;
    for (struct addrinfo *item = list; item != NULL && *count < capacity; item = item->ai_next) {
        if (item->ai_family == AF_INET || item->ai_family == AF_INET6) {
            from_sockaddr(item->ai_addr, &results[(*count)++]);
        }
    }
    freeaddrinfo(list);
    return 0;
}

int cposix_is_name_missing(int status) {
#ifdef EAI_NODATA
    if (status == EAI_NODATA) return 1;
#endif
#ifdef EAI_ADDRFAMILY
    if (status == EAI_ADDRFAMILY) return 1;
#endif
    return status == EAI_NONAME;
}

int cposix_interface_addresses(struct cposix_endpoint *results, int capacity) {
    struct ifaddrs *list = NULL;
    int count = 0;
    if (getifaddrs(&list) < 0) return -1;
    for (struct ifaddrs *item = list; item != NULL && count < capacity; item = item->ifa_next) {
        if (item->ifa_addr == NULL) continue;
        if (item->ifa_addr->sa_family == AF_INET || item->ifa_addr->sa_family == AF_INET6) {
            from_sockaddr(item->ifa_addr, &results[count++]);
        }
    }
    freeifaddrs(list);
    return count;
}

void cposix_error_text(int code, char *text, size_t capacity) {
#ifdef __linux__
    // The GNU form may return a constant string instead of filling the buffer.
    char buffer[256];
    snprintf(text, capacity, "%s", strerror_r(code, buffer, sizeof buffer));
#else
    strerror_r(code, text, capacity);
#endif
}

void cposix_resolve_error_text(int code, char *text, size_t capacity) {
    snprintf(text, capacity, "%s", gai_strerror(code));
}

#ifdef __linux__
static void to_diag_address(const struct cposix_endpoint *end, __be32 words[4]) {
    if (end->family == AF_INET) {
        words[0] = htonl((uint32_t)end->low);
        return;
    }
    words[0] = htonl((uint32_t)(end->high >> 32));
    words[1] = htonl((uint32_t)end->high);
    words[2] = htonl((uint32_t)(end->low >> 32));
    words[3] = htonl((uint32_t)end->low);
}
#endif

int cposix_peer_is_owned(const struct cposix_endpoint *peer, const struct cposix_endpoint *local) {
#ifdef __linux__
    if (peer->family != local->family || (peer->family != AF_INET && peer->family != AF_INET6)) return -1;
    int netlink = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_SOCK_DIAG);
    if (netlink < 0) return -1;
    struct {
        struct nlmsghdr header;
        struct inet_diag_req_v2 question;
    } request;
    memset(&request, 0, sizeof request);
    request.header.nlmsg_len = sizeof request;
    request.header.nlmsg_type = SOCK_DIAG_BY_FAMILY;
    request.header.nlmsg_flags = NLM_F_REQUEST;
    request.question.sdiag_family = (uint8_t)peer->family;
    request.question.sdiag_protocol = IPPROTO_TCP;
    request.question.idiag_states = ~0u;
    request.question.id.idiag_sport = htons(peer->port);
    request.question.id.idiag_dport = htons(local->port);
    to_diag_address(peer, request.question.id.idiag_src);
    to_diag_address(local, request.question.id.idiag_dst);
    request.question.id.idiag_cookie[0] = INET_DIAG_NOCOOKIE;
    request.question.id.idiag_cookie[1] = INET_DIAG_NOCOOKIE;
    int result = -1;
    // The system answers within the call, so that nothing is waited for.
    if (send(netlink, &request, sizeof request, 0) == (ssize_t)sizeof request) {
        union {
            struct nlmsghdr header;
            char bytes[2048];
        } answer;
        ssize_t count = recv(netlink, &answer, sizeof answer, 0);
        if (count >= (ssize_t)NLMSG_LENGTH(sizeof(struct inet_diag_msg))
            && answer.header.nlmsg_type == SOCK_DIAG_BY_FAMILY) {
            const struct inet_diag_msg *found = NLMSG_DATA(&answer.header);
            result = found->idiag_inode != 0;
        }
    }
    close(netlink);
    return result;
#else
    (void)peer;
    (void)local;
    return -1;
#endif
}
