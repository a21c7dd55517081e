// The one place that asks which system this is built for: everybody else imports Platform, and has the system's calls.

import CPosix

#if canImport(Glibc)
@_exported public import Glibc
#else
@_exported public import Darwin
#endif

/// Calls whose names a type may have for methods of its own, and constants that the systems import as different types.
package enum SystemCall {
    /// `read`: how many bytes came, 0 at the end, -1 with the reason in `errno`.
    package static func read(_ descriptor: Int32, _ start: UnsafeMutableRawPointer?, _ count: Int) -> Int {
        #if canImport(Glibc)
        Glibc.read(descriptor, start, count)
        #else
        Darwin.read(descriptor, start, count)
        #endif
    }

    /// `write`: how many bytes were taken, or -1 with the reason in `errno`.
    package static func write(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
        #if canImport(Glibc)
        Glibc.write(descriptor, start, count)
        #else
        Darwin.write(descriptor, start, count)
        #endif
    }

    /// `send`, without a signal where a system can be asked for none in the call itself.
    package static func send(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
        #if canImport(Glibc)
        Glibc.send(descriptor, start, count, Int32(MSG_NOSIGNAL))
        #else
        Darwin.send(descriptor, start, count, 0)
        #endif
    }

    /// A pipe that no program gets which is started meanwhile, but by asking for an end of it; nil, with the reason in
    /// `errno`, when there is none.
    package static func ownPipe() -> (read: Int32, write: Int32)? {
        var ends: [Int32] = [-1, -1]
        guard cposix_pipe(&ends) == 0 else { return nil }
        return (ends[0], ends[1])
    }

    /// mkstemp, which opens with mode 0600 and fails rather than follow what is there, for a file that no program gets
    /// which is started meanwhile.
    ///
    /// - Parameter name: ends with XXXXXX and NUL; afterwards it is that of the file.
    package static func ownTemporaryFile(_ name: inout [CChar]) -> Int32 { cposix_temporary(&name) }

    /// SOCK_STREAM as `socket` and `addrinfo` take it.
    package static var streamSocket: Int32 {
        #if canImport(Glibc)
        Int32(SOCK_STREAM.rawValue)
        #else
        SOCK_STREAM
        #endif
    }

    /// SOCK_DGRAM as `socket` takes it, for a socket that no program gets which is started meanwhile.
    package static var ownDatagramSocket: Int32 {
        #if canImport(Glibc)
        Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
        #else
        SOCK_DGRAM
        #endif
    }

    /// The same for a socket that no program gets which is started meanwhile, where the call itself can be told so.
    package static var ownStreamSocket: Int32 {
        #if canImport(Glibc)
        Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        #else
        SOCK_STREAM
        #endif
    }
}
