// relay UPSTREAM_PORT: copies bytes between 127.0.0.1 clients and an upstream, one thread, epoll; the practical limit that
// a proxy on this machine can be compared with. Prints the port it listens on. Sends block, so it is fit for measuring only.
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { most = 65536 };
static int peer[most];  // of a descriptor: the other side of its pair, 0 when it has none
static char buffer[256 * 1024];

static struct sockaddr_in loopback(int port) {
    return (struct sockaddr_in){
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}
static void watch(int poller, int fd) {
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    epoll_ctl(poller, EPOLL_CTL_ADD, fd, &(struct epoll_event){.events = EPOLLIN, .data.fd = fd});
}
int main(int count, char **arguments) {
    struct sockaddr_in upstream = loopback(count > 1 ? atoi(arguments[1]) : 0), own = loopback(0);
    int poller = epoll_create1(0), listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    if (bind(listener, (void *)&own, sizeof own) || listen(listener, 4096)) return 69;
    getsockname(listener, (void *)&own, &(socklen_t){sizeof own});
    printf("%d\n", ntohs(own.sin_port)), fflush(stdout);
    watch(poller, listener);
    for (struct epoll_event events[256];;) {
        for (int index = 0, ready = epoll_wait(poller, events, 256, -1); index < ready; index++) {
            int from = events[index].data.fd, to = peer[from];
            if (from == listener) {
                int client = accept(listener, NULL, NULL), server = socket(AF_INET, SOCK_STREAM, 0);
                if (client < 0 || server < 0 || connect(server, (void *)&upstream, sizeof upstream)) return 74;
                peer[client] = server, peer[server] = client;
                watch(poller, client), watch(poller, server);
            } else if (to) {
                ssize_t size = recv(from, buffer, sizeof buffer, MSG_DONTWAIT);
                for (ssize_t sent = 0, step = 0; sent < size && step >= 0; sent += step)
                    step = send(to, buffer + sent, size - sent, MSG_NOSIGNAL);
                if (size == 0) close(from), close(to), peer[from] = peer[to] = 0;
            }
        }
    }
}
