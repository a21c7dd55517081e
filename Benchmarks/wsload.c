// wsload echo            an origin of WebSocket that sends each message back; prints the port it listens on.
// wsload PORT COUNT SECONDS   as many clients, each with one message of 64 bytes on its way at a time; prints
//                        {"messages": N, "seconds": S, "errors": E}. One thread, epoll. Masked with zeros: a key as any other.
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { most = 65536, size = 64 };
// Of a descriptor: bytes that came and are no whole message yet; whether its head has been read.
static struct { unsigned char bytes[4096]; int count, is_open; } side[most];
static int poller, errors;
static long messages;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}
static void watch(int fd) {
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    epoll_ctl(poller, EPOLL_CTL_ADD, fd, &(struct epoll_event){.events = EPOLLIN, .data.fd = fd});
}
static void send_all(int fd, const void *bytes, size_t count) {
    if (send(fd, bytes, count, MSG_NOSIGNAL) != (ssize_t)count) errors++;
}
// RFC 6455 §5.2: a text message in one frame; a client's has a mask, of zeros here.
static void send_message(int fd, int is_client) {
    unsigned char frame[6 + size] = {0x81, size | (is_client ? 0x80 : 0)};
    memset(frame + (is_client ? 6 : 2), 'x', size);
    send_all(fd, frame, (is_client ? 6 : 2) + size);
}
// The request's key decides the answer (§4.2.2); all clients here send the one of the RFC's example.
static void open_side(int fd, int is_client) {
    static const char answer[] = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                                 "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n";
    unsigned char *end = memmem(side[fd].bytes, side[fd].count, "\r\n\r\n", 4);
    if (!end) return;
    if (is_client && memcmp(side[fd].bytes, "HTTP/1.1 101", 12)) errors++;
    side[fd].count -= end + 4 - side[fd].bytes;
    memmove(side[fd].bytes, end + 4, side[fd].count);
    side[fd].is_open = 1;
    if (is_client) send_message(fd, 1);
    else send_all(fd, answer, sizeof answer - 1);
}
static void take(int fd, int is_client) {
    ssize_t count = recv(fd, side[fd].bytes + side[fd].count, sizeof side[fd].bytes - side[fd].count, MSG_DONTWAIT);
    if (count <= 0) {
        close(fd), side[fd].count = side[fd].is_open = 0;
        if (is_client) errors++;
        return;
    }
    side[fd].count += count;
    if (!side[fd].is_open) open_side(fd, is_client);
    int whole = is_client ? 2 + size : 6 + size;
    while (side[fd].is_open && side[fd].count >= whole) {
        if ((side[fd].bytes[0] & 0x0f) != 1 || (side[fd].bytes[1] & 0x7f) != size) {
            close(fd), side[fd].count = side[fd].is_open = 0;
            if (is_client) errors++;
            return;
        }
        side[fd].count -= whole;
        memmove(side[fd].bytes, side[fd].bytes + whole, side[fd].count);
        messages += is_client;
        send_message(fd, is_client);
    }
}
static struct sockaddr_in loopback(int port) {
    return (struct sockaddr_in){
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}
static int echo(void) {
    struct sockaddr_in own = loopback(0);
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    if (bind(listener, (void *)&own, sizeof own) || listen(listener, 4096)) return 69;
    getsockname(listener, (void *)&own, &(socklen_t){sizeof own});
    printf("%d\n", ntohs(own.sin_port)), fflush(stdout);
    watch(listener);
    for (struct epoll_event events[256];;)
        for (int index = 0, ready = epoll_wait(poller, events, 256, -1); index < ready; index++)
            if (events[index].data.fd == listener) watch(accept(listener, NULL, NULL));
            else take(events[index].data.fd, 0);
}
static int load(int port, int count, double seconds) {
    static const char request[] = "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                                  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";
    struct sockaddr_in server = loopback(port);
    for (int index = 0; index < count; index++) {
        int fd = socket(AF_INET, SOCK_STREAM, 0);
        if (fd < 0 || connect(fd, (void *)&server, sizeof server)) return 69;
        watch(fd);
        send_all(fd, request, sizeof request - 1);
    }
    double began = now(), end = began + seconds;
    for (struct epoll_event events[256]; now() < end;)
        for (int index = 0, ready = epoll_wait(poller, events, 256, 100); index < ready; index++)
            take(events[index].data.fd, 1);
    printf("{\"messages\": %ld, \"seconds\": %f, \"errors\": %d}\n", messages, now() - began, errors);
    return 0;
}
int main(int count, char **arguments) {
    poller = epoll_create1(0);
    return count == 4 ? load(atoi(arguments[1]), atoi(arguments[2]), atof(arguments[3])) : echo();
}
