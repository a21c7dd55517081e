// The one place that asks which system this is built for: everybody else imports Platform, and has the system's calls.

#if canImport(Glibc)
@_exported public import Glibc
#else
@_exported public import Darwin
#endif
