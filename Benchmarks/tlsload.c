// tlsload: puts TLS 1.3 load on a server, directly or through a proxy that is asked with CONNECT; one thread, epoll, libssl.
//
//   -p PORT   where to connect, on 127.0.0.1        -x HOST:PORT  ask there for a tunnel to this first
//   -c COUNT  connections at a time (32)            -s NAME       server name (bench.test); "*." begins with a number
//   -d SECS   how long (5)                          -u PATH       what is asked for (/)
//   -1        one request a connection, then a new connection with a full handshake
//   -b BYTES  end after the first response, whose body must have this length
//
// Prints one line of JSON. Whatever is not a 200 with a whole body, or not TLS 1.3, counts as an error. Certificates are
// not verified: that would be the load's work and not the subject's.
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { most = 4096, head_room = 4096, longest = 2000000 };

typedef struct {
    enum { tunnel_wanted, handshaking, reading_head, reading_body } state;
    int fd;
    SSL *ssl;
    char head[head_room + 1];  // of the response under way, tunnel's or server's
    size_t head_size;
    uint64_t body_left, began;
} connection;

static int port = 0, count = 32, seconds = 5, is_single = 0, poller = -1;
static uint64_t wanted_size = 0, responses = 0, connections = 0, handshakes = 0, received = 0, errors = 0, names = 0;
static const char *tunnel = NULL, *name = "bench.test", *path = "/";
static char request[1024], first_error[256];
static size_t request_size;
static uint32_t microseconds[longest + 1];  // how many responses took so long
static char room[256 * 1024];
static SSL_CTX *context;
static int is_over = 0;

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_nsec / 1000;
}

static void die(const char *what) {
    perror(what);
    exit(74);
}

static void open_connection(connection *each) {
    struct sockaddr_in to = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    each->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    // On loopback this takes no time worth giving to others.
    if (each->fd < 0 || connect(each->fd, (void *)&to, sizeof to)) die("connect");
    setsockopt(each->fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    fcntl(each->fd, F_SETFL, O_NONBLOCK);
    char server_name[256];
    if (strncmp(name, "*.", 2) == 0) {
        snprintf(server_name, sizeof server_name, "n%llu.%s", (unsigned long long)names++, name + 2);
    } else {
        snprintf(server_name, sizeof server_name, "%s", name);
    }
    each->ssl = SSL_new(context);
    if (each->ssl == NULL || SSL_set_fd(each->ssl, each->fd) != 1) die("SSL_new");
    SSL_set_tlsext_host_name(each->ssl, server_name);
    SSL_set_connect_state(each->ssl);
    each->head_size = 0;
    each->began = now();
    connections++;
    each->state = tunnel == NULL ? handshaking : tunnel_wanted;
    if (tunnel != NULL) {
        char text[512];
        int size = snprintf(text, sizeof text, "CONNECT %s HTTP/1.1\r\nHost: %s\r\n\r\n", tunnel, tunnel);
        if (send(each->fd, text, (size_t)size, MSG_NOSIGNAL) != size) die("send");
    }
    struct epoll_event event = {.events = EPOLLIN | EPOLLET, .data.ptr = each};
    if (epoll_ctl(poller, EPOLL_CTL_ADD, each->fd, &event)) die("epoll_ctl");
}

static void close_connection(connection *each) {
    if (each->state == reading_head || each->state == reading_body) SSL_shutdown(each->ssl);
    SSL_free(each->ssl);
    close(each->fd);
    ERR_clear_error();
}

static void advance(connection *each);

static void fail(connection *each, const char *what) {
    if (errors++ == 0) {
        const char *reason = ERR_reason_error_string(ERR_peek_error());
        snprintf(first_error, sizeof first_error, "%s%s%s", what, reason ? ": " : "", reason ? reason : "");
    }
    close_connection(each);
    // A subject that refuses everything must not make this spin.
    if (errors > 1000) is_over = 1;
    if (is_over) return;
    usleep(1000);
    open_connection(each);
    advance(each);
}

static void ask(connection *each) {
    each->head_size = 0;
    each->state = reading_head;
    if (!is_single) each->began = now();
    ERR_clear_error();
    if (SSL_write(each->ssl, request, (int)request_size) != (int)request_size) fail(each, "writing");
}

// Where the empty line of a head ends, or 0.
static size_t head_end(connection *each) {
    each->head[each->head_size] = 0;
    char *end = strstr(each->head, "\r\n\r\n");
    return end == NULL ? 0 : (size_t)(end - each->head) + 4;
}

static void answered(connection *each) {
    uint64_t took = now() - each->began;
    microseconds[took > longest ? longest : took]++;
    responses++;
    if (wanted_size > 0) {
        is_over = 1;
    } else if (is_single) {
        close_connection(each);
        open_connection(each);
        advance(each);
    } else {
        ask(each);
    }
}

// Takes what was decrypted; 0 when the connection has gone on to something else.
static int take(connection *each, char *bytes, size_t size) {
    received += size;
    if (each->state == reading_head) {
        size_t before = each->head_size, part = size < head_room - before ? size : head_room - before;
        memcpy(each->head + before, bytes, part);
        each->head_size += part;
        size_t end = head_end(each);
        if (end == 0) {
            if (each->head_size == head_room) return fail(each, "a head without end"), 0;
            return 1;
        }
        each->head[end - 2] = 0;
        char *length = strcasestr(each->head, "\r\ncontent-length:");
        if (strncmp(each->head, "HTTP/1.1 200", 12) != 0 || length == NULL) return fail(each, "an answer not 200"), 0;
        each->body_left = strtoull(length + 17, NULL, 10);
        if (wanted_size > 0 && each->body_left != wanted_size) return fail(each, "a body of another length"), 0;
        each->state = reading_body;
        size -= end - before;
    }
    if (size > each->body_left) return fail(each, "more than was asked for"), 0;
    each->body_left -= size;
    if (each->body_left > 0) return 1;
    answered(each);
    return 0;
}

static void advance(connection *each) {
    if (each->state == tunnel_wanted) {
        ssize_t size = recv(each->fd, each->head + each->head_size, head_room - each->head_size, 0);
        if (size < 0 && errno == EAGAIN) return;
        if (size <= 0) return fail(each, "no answer to CONNECT");
        each->head_size += (size_t)size;
        if (head_end(each) == 0) return;
        if (strncmp(each->head, "HTTP/1.1 200", 12) != 0) return fail(each, "CONNECT was refused");
        each->state = handshaking;
    }
    if (each->state == handshaking) {
        ERR_clear_error();
        int result = SSL_do_handshake(each->ssl);
        if (result != 1) {
            if (SSL_get_error(each->ssl, result) != SSL_ERROR_WANT_READ) fail(each, "handshake");
            return;
        }
        if (SSL_version(each->ssl) != TLS1_3_VERSION || SSL_session_reused(each->ssl)) {
            return fail(each, "not a full handshake of TLS 1.3");
        }
        handshakes++;
        ask(each);
        if (each->state != reading_head) return;
    }
    for (int reads = 0; !is_over; reads++) {
        ERR_clear_error();
        int size = SSL_read(each->ssl, room, sizeof room);
        if (size <= 0) {
            if (SSL_get_error(each->ssl, size) != SSL_ERROR_WANT_READ) fail(each, "reading");
            return;
        }
        // After the last byte of an answer nothing more can be there; the next one is an event.
        if (!take(each, room, (size_t)size)) return;
    }
}

static int believe(X509_STORE_CTX *chain, void *nothing) {
    (void)chain, (void)nothing;
    return 1;
}

static unsigned median(void) {
    uint64_t seen = 0;
    for (unsigned value = 0; value <= longest; value++) {
        seen += microseconds[value];
        if (seen * 2 >= responses && responses > 0) return value;
    }
    return 0;
}

int main(int argument_count, char **arguments) {
    for (int option; (option = getopt(argument_count, arguments, "p:x:c:s:d:u:b:1")) != -1;) {
        switch (option) {
        case 'p': port = atoi(optarg); break;
        case 'x': tunnel = optarg; break;
        case 'c': count = atoi(optarg); break;
        case 's': name = optarg; break;
        case 'd': seconds = atoi(optarg); break;
        case 'u': path = optarg; break;
        case 'b': wanted_size = strtoull(optarg, NULL, 10); break;
        case '1': is_single = 1; break;
        default: return 64;
        }
    }
    if (port <= 0 || port > 65535 || count <= 0 || count > most || strlen(name) > 200 || strlen(path) > 200) return 64;
    if (tunnel != NULL && strlen(tunnel) > 200) return 64;
    signal(SIGPIPE, SIG_IGN);
    request_size = (size_t)snprintf(
        request, sizeof request, "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n", path, name[0] == '*' ? name + 2 : name);
    context = SSL_CTX_new(TLS_client_method());
    if (context == NULL) return 70;
    SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION);
    // SSL_VERIFY_NONE alone would still do the work, and then not look at the result.
    SSL_CTX_set_verify(context, SSL_VERIFY_NONE, NULL);
    SSL_CTX_set_cert_verify_callback(context, believe, NULL);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_alpn_protos(context, (const unsigned char *)"\x08http/1.1", 9);
    // One system call for as many records as there are.
    SSL_CTX_set_read_ahead(context, 1);
    SSL_CTX_set_default_read_buffer_len(context, wanted_size > 0 ? sizeof room : 16 * 1024);
    poller = epoll_create1(EPOLL_CLOEXEC);
    connection *all = calloc((size_t)count, sizeof *all);
    if (poller < 0 || all == NULL) return 71;
    uint64_t began = now(), end = began + (uint64_t)seconds * 1000000;
    for (int index = 0; index < count && !is_over; index++) open_connection(&all[index]), advance(&all[index]);
    struct epoll_event events[256];
    while (!is_over && now() < end) {
        int ready = epoll_wait(poller, events, 256, 100);
        for (int index = 0; index < ready && !is_over; index++) advance(events[index].data.ptr);
    }
    double took = (double)(now() - began) / 1e6;
    if (wanted_size > 0 && responses == 0 && errors == 0) errors = 1, strcpy(first_error, "no whole body in time");
    printf(
        "{\"seconds\": %.6f, \"responses\": %llu, \"connections\": %llu, \"handshakes\": %llu, \"bytes\": %llu, "
        "\"median\": %u, \"errors\": %llu, \"error\": \"%s\"}\n",
        took, (unsigned long long)responses, (unsigned long long)connections, (unsigned long long)handshakes,
        (unsigned long long)received, median(), (unsigned long long)errors, first_error);
    return 0;
}
