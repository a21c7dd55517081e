#ifndef CPOSIX_H
#define CPOSIX_H
// System calls and constants that the platform modules do not export to Swift.
#ifdef __linux__
#include <sys/epoll.h>
#include <sys/eventfd.h>
#endif
#include <sys/socket.h>
#endif
