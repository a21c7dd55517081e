#ifndef CPOSIX_H
#define CPOSIX_H
// System calls and constants that the platform modules do not export to Swift, or that differ between Linux and macOS.
//
// Addresses cross this border as one flat struct, so that no Swift code has to view a sockaddr through another type's
// pointer. Functions return what the system call of their name returns; errno is read with cposix_errno().
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/epoll.h>
#include <sys/eventfd.h>
#endif

/// One end of a connection. `high` and `low` are the address in host byte order; IPv4 uses the lower half of `low`.
struct cposix_endpoint {
    int32_t family;
    uint64_t high;
    uint64_t low;
    uint16_t port;
};

static inline int cposix_errno(void) { return errno; }

/// Nanoseconds of the clock that Dispatch's deadlines count in; it never steps back.
static inline uint64_t cposix_now(void) {
#ifdef __linux__
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
#else
    return clock_gettime_nsec_np(CLOCK_UPTIME_RAW);
#endif
}

/// Gives back to the system what the allocator holds and nobody uses; nothing where the allocator does so by itself.
void cposix_trim(void);

/// Sockets made here are non-blocking, closed on exec, and raise no SIGPIPE.
int cposix_socket(int family);
int cposix_socketpair(int descriptors[2]);
int cposix_accept(int descriptor, struct cposix_endpoint *peer);
/// The same for a descriptor that came from elsewhere.
int cposix_prepare(int descriptor);
/// pipe, blocking, both ends closed on exec: on Linux from the beginning, so that no program gets them which another
/// thread starts.
int cposix_pipe(int descriptors[2]);
/// mkstemp, in the same way.
int cposix_temporary(char *name);

int cposix_bind(int descriptor, const struct cposix_endpoint *address);
int cposix_connect(int descriptor, const struct cposix_endpoint *address);
int cposix_local_endpoint(int descriptor, struct cposix_endpoint *result);
int cposix_peer_endpoint(int descriptor, struct cposix_endpoint *result);
/// Where the peer meant to connect, when the system's packet filter led the connection here; -1 when it says nothing of
/// it, as everywhere but on Linux.
int cposix_original_endpoint(int descriptor, int family, struct cposix_endpoint *result);

int cposix_set_flag(int descriptor, int level, int name, int value);
/// SO_LINGER with a time of zero: the next close resets the connection.
int cposix_reset_on_close(int descriptor);
/// The socket's pending error (SO_ERROR), or -1.
int cposix_pending_error(int descriptor);

/// How many bytes the peer has not acknowledged, the end of the stream counted as one; 0 where the system does not say.
long cposix_unacknowledged(int descriptor);
/// Whether the socket at the other end of a connection within this machine still belongs to a program: 1 when it does, 0
/// when it is an orphan that the system brings to its end alone, -1 when the system does not say (as everywhere but on
/// Linux). `peer` is that socket's own end, `local` the one that it is connected to.
int cposix_peer_is_owned(const struct cposix_endpoint *peer, const struct cposix_endpoint *local);
/// Keep-alive probes (RFC 9293 §3.8.4): after `idle` seconds, each `interval`; `count` without an answer end it.
int cposix_probe_peer(int descriptor, int idle, int interval, int count);
/// A descriptor that stands for nothing, to be given up for one that is needed.
int cposix_spare(void);
/// How many descriptors the process may have open (RLIMIT_NOFILE).
uint64_t cposix_descriptor_limit(void);

/// send and sendmsg without SIGPIPE; `more` says that another piece follows at once.
ssize_t cposix_send(int descriptor, const void *bytes, size_t count);
ssize_t cposix_send_vectors(int descriptor, struct iovec *vectors, int count);

/// getaddrinfo. `numeric` forbids any look-up. Returns its error code; `*count` is how many of `capacity` were filled.
/// For EAI_SYSTEM, errno says more.
int cposix_resolve(const char *host, int numeric, struct cposix_endpoint *results, int capacity, int *count);
/// Whether a status of cposix_resolve says that there is no such name, or that it has no address.
int cposix_is_name_missing(int status);
/// The addresses of this host's interfaces; returns how many of `capacity` were filled, or -1.
int cposix_interface_addresses(struct cposix_endpoint *results, int capacity);
/// strerror_r with one signature, and gai_strerror.
void cposix_error_text(int code, char *text, size_t capacity);
void cposix_resolve_error_text(int code, char *text, size_t capacity);
#endif
