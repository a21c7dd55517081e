// soak: makes TLS connections through a proxy, one after the other, and says how many came to their end.
//
//     soak PORT SERVER COUNT WORKERS whole|mixed
//
// PORT is the proxy's on 127.0.0.1, SERVER what CONNECT and SNI name (port 443). `whole`: handshake, one GET, close.
// `mixed` goes through everything that can happen to a connection, good and bad, in turn. Certificates are not verified.
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum kind {
    whole,
    resumed,
    unused,            // handshake, close_notify
    unused_dropped,    // handshake, no close_notify
    unused_reset,
    after_connect,
    within_hello,
    garbage,
    only_http2,
    distrusting,       // handshake with verification, which fails
    within_request,
    within_response,   // reset while the body comes
    kinds
};

static int port;
static const char *server;
static SSL_CTX *context, *newer, *strict;
static SSL_SESSION *session;

static int say_connect(void) {
    struct sockaddr_in to = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || connect(fd, (struct sockaddr *)&to, sizeof to)) {
        perror("connect");
        exit(74);
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    struct timeval limit = {.tv_sec = 20};
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    char text[600];
    int size = snprintf(text, sizeof text, "CONNECT %s:443 HTTP/1.1\r\nHost: %s:443\r\n\r\n", server, server);
    if (send(fd, text, (size_t)size, MSG_NOSIGNAL) != size) return close(fd), -1;
    size_t got = 0;
    while (got < 4 || memcmp(text + got - 4, "\r\n\r\n", 4)) {
        // One byte at a time, so that nothing that follows is taken.
        if (got == sizeof text || recv(fd, text + got, 1, 0) != 1) return close(fd), -1;
        got++;
    }
    if (strncmp(text, "HTTP/1.1 200 ", 13)) return close(fd), -1;
    return fd;
}

static void reset(int fd) {
    struct linger now = {.l_onoff = 1};
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
}

// Whether it went as such a connection should.
static int run(enum kind kind) {
    int fd = say_connect();
    if (fd < 0) return 0;
    static const char half[] = "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 and then nothing";
    static const char noise[] = "\x16\x03\x01\x00\x05\xff\xff\xff\xff\xff";
    int good = 1;
    char room[16384];
    if (kind == after_connect) return close(fd), 1;
    if (kind == within_hello || kind == garbage) {
        const char *bytes = kind == garbage ? noise : half;
        size_t size = kind == garbage ? sizeof noise - 1 : sizeof half - 1;
        good = send(fd, bytes, size, MSG_NOSIGNAL) == (ssize_t)size;
        return close(fd), good;
    }
    SSL *ssl = SSL_new(kind == only_http2 ? newer : kind == distrusting ? strict : context);
    SSL_set_fd(ssl, fd);
    SSL_set_tlsext_host_name(ssl, server);
    if (kind == resumed && session) SSL_set_session(ssl, session);
    int shaken = SSL_connect(ssl) == 1;
    int should_fail = kind == only_http2 || kind == distrusting;
    good = shaken != should_fail;
    if (good && kind <= resumed) {
        int size = snprintf(
            room, sizeof room, "GET / HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", server);
        good = SSL_write(ssl, room, size) == size;
        int got = good ? SSL_read(ssl, room, sizeof room) : 0;
        good = got > 12 && !strncmp(room, "HTTP/1.1 200", 12);
        while (got > 0) got = SSL_read(ssl, room, sizeof room);
        if (kind == whole && session == NULL) session = SSL_get1_session(ssl);
    }
    if (good && kind == within_request) {
        static const char part[] = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhello";
        SSL_write(ssl, part, sizeof part - 1);
    }
    if (good && kind == within_response) {
        int size = snprintf(room, sizeof room, "GET /files/1g HTTP/1.1\r\nHost: %s\r\n\r\n", server);
        SSL_write(ssl, room, size);
        good = SSL_read(ssl, room, sizeof room) > 0;
    }
    if (kind == unused_reset || kind == within_response) {
        reset(fd);
    } else if (shaken && kind != unused_dropped) {
        SSL_shutdown(ssl);
    }
    SSL_free(ssl);
    close(fd);
    return good;
}

int main(int count, char **words) {
    if (count != 6) return fprintf(stderr, "usage: soak PORT SERVER COUNT WORKERS whole|mixed\n"), 64;
    port = atoi(words[1]);
    server = words[2];
    int total = atoi(words[3]), workers = atoi(words[4]), is_mixed = !strcmp(words[5], "mixed");
    signal(SIGPIPE, SIG_IGN);
    for (int worker = 0; worker < workers; worker++) {
        if (fork()) continue;
        context = SSL_CTX_new(TLS_client_method());
        newer = SSL_CTX_new(TLS_client_method());
        strict = SSL_CTX_new(TLS_client_method());
        SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
        SSL_CTX_set_alpn_protos(newer, (const unsigned char *)"\2h2", 3);
        SSL_CTX_set_verify(strict, SSL_VERIFY_PEER, NULL);
        int bad[kinds] = {0}, failures = 0;
        for (int number = worker; number < total; number += workers) {
            enum kind kind = is_mixed ? (enum kind)(number / workers % kinds) : whole;
            if (!run(kind)) bad[kind]++, failures++;
        }
        for (int kind = 0; kind < kinds; kind++) {
            if (bad[kind]) fprintf(stderr, "kind %d: %d did not go as they should\n", kind, bad[kind]);
        }
        return failures > 0;
    }
    int status, result = 0;
    while (wait(&status) > 0) result |= status != 0;
    return result;
}
