package import Foundation
import Synchronization

/// One side of a TCP connection, with blocking calls: for tests that care about bytes and closes. Reading gives up with
/// an error after a minute.
package final class RawConnection: Sendable {
    /// How a connection ended for its reader.
    package enum End: Equatable, Sendable {
        case closed
        case reset
    }

    private let descriptor: Int32
    private let unread = Mutex<[UInt8]>([])
    private let isOpen = Mutex(true)

    /// Takes over a connected descriptor.
    package init(adopting descriptor: Int32) {
        self.descriptor = descriptor
        var limit = timeval(tv_sec: Self.patience, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        limitSending(to: Self.patience)
    }

    /// So many seconds a call waits, unless it is told otherwise.
    private static let patience = 60

    private func limitSending(to seconds: Int) {
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    package convenience init(port: UInt16, receiveBuffer: Int32? = nil) throws {
        let descriptor = try Loopback.socket()
        if var size = receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        let code = Loopback.withAddress(port: port) { connect(descriptor, $0, $1) }
        guard code == 0 else {
            let error = errno
            Foundation.close(descriptor)
            throw Failure("could not connect to port \(port): \(String(cString: strerror(error)))")
        }
        self.init(adopting: descriptor)
    }

    deinit {
        isOpen.withLock { if $0 { Foundation.close(descriptor) } }
    }

    /// Sends all of it, or says which error stopped it.
    package func send(_ bytes: some Collection<UInt8>) throws {
        let bytes = Array(bytes)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress, $0.count, Loopback.noSignal)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Failure("sending failed: \(String(cString: strerror(errno)))") }
            sent += count
        }
    }

    package func send(_ text: String) throws {
        try send(text.utf8)
    }

    /// Sends what the system takes; 0 when it took nothing for `seconds`: nobody reads at the other end.
    package func sendSome(_ bytes: [UInt8], givingUpAfter seconds: Int) throws -> Int {
        limitSending(to: seconds)
        // What is sent later has the usual time.
        defer { limitSending(to: Self.patience) }
        let count = bytes.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, Loopback.noSignal) }
        if count < 0, errno == EAGAIN || errno == EWOULDBLOCK { return 0 }
        guard count >= 0 else { throw Failure("sending failed: \(String(cString: strerror(errno)))") }
        return count
    }

    /// Bytes that were sent and have not come to the other side's system yet.
    package var unacknowledged: Int {
        var count: Int32 = 0
        #if os(Linux)
        _ = ioctl(descriptor, UInt(TIOCOUTQ), &count)
        #else
        var length = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(descriptor, SOL_SOCKET, SO_NWRITE, &count, &length)
        #endif
        return Int(count)
    }

    /// The next bytes, at most `most`; nil at the end, whichever it was.
    package func receive(_ most: Int = 65_536) throws -> [UInt8]? {
        let waiting = unread.withLock { bytes in
            defer { bytes = [] }
            return bytes
        }
        if !waiting.isEmpty { return waiting }
        guard case .bytes(let bytes) = try receiveOrEnd(most) else { return nil }
        return bytes
    }

    private enum Received {
        case bytes([UInt8])
        case end(End)
    }

    private func receiveOrEnd(_ most: Int) throws -> Received {
        var buffer = [UInt8](repeating: 0, count: most)
        while true {
            let count = recv(descriptor, &buffer, most, 0)
            if count > 0 { return .bytes(Array(buffer[..<count])) }
            if count == 0 { return .end(.closed) }
            switch errno {
            case EINTR: continue
            case ECONNRESET, EPIPE: return .end(.reset)
            case let error: throw Failure("nothing came: \(String(cString: strerror(error)))")
            }
        }
    }

    /// Everything up to and with `mark`; what comes after it stays for later.
    package func receive(through mark: String) throws -> String {
        let mark = Array(mark.utf8)
        var bytes = unread.withLock { $0 }
        while true {
            if let end = bytes.firstRange(of: mark)?.upperBound {
                unread.withLock { $0 = Array(bytes[end...]) }
                return String(decoding: bytes[..<end], as: UTF8.self)
            }
            guard case .bytes(let more) = try receiveOrEnd(65_536) else {
                throw Failure("the connection ended before \(mark): \(String(decoding: bytes, as: UTF8.self))")
            }
            bytes += more
        }
    }

    package func receiveHead() throws -> String {
        try receive(through: "\r\n\r\n")
    }

    package func receive(exactly count: Int) throws -> [UInt8] {
        var bytes = unread.withLock { $0 }
        while bytes.count < count {
            guard case .bytes(let more) = try receiveOrEnd(65_536) else {
                throw Failure("the connection ended after \(bytes.count) of \(count) bytes")
            }
            bytes += more
        }
        unread.withLock { [bytes] in $0 = Array(bytes[count...]) }
        return Array(bytes[..<count])
    }

    /// Everything until the other side closes, and how it did.
    package func receiveToEnd() throws -> (text: String, end: End) {
        var bytes = unread.withLock { $0 }
        while true {
            switch try receiveOrEnd(65_536) {
            case .bytes(let more): bytes += more
            case .end(let end): return (String(decoding: bytes, as: UTF8.self), end)
            }
        }
    }

    /// Says that nothing more will be sent, and goes on reading.
    package func shutdownSending() {
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    package func close() {
        isOpen.withLock { isOpen in
            if isOpen { Foundation.close(descriptor) }
            isOpen = false
        }
    }

    /// Closes so that the other side sees a reset, not an end.
    package func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
        close()
    }
}

/// 127.0.0.1, in the words of the system.
package enum Loopback {
    #if os(Linux)
    package static let noSignal = Int32(MSG_NOSIGNAL)
    #else
    package static let noSignal: Int32 = 0
    #endif

    package static func socket() throws -> Int32 {
        #if os(Linux)
        let kind = Int32(SOCK_STREAM.rawValue)
        #else
        let kind = SOCK_STREAM
        #endif
        let descriptor = Foundation.socket(AF_INET, kind, 0)
        guard descriptor >= 0 else { throw Failure("no socket: \(String(cString: strerror(errno)))") }
        return descriptor
    }

    package static func withAddress<Result>(
        port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    /// A port for a server that has to be told one. The system gives none of these to anybody who asks for just any
    /// port, as listeners and connections do all the time: who waits for the server meets nobody else.
    package static func freePort() throws -> UInt16 {
        for _ in 0..<1000 {
            let number = nextPort.withLock { number in
                number &+= 1
                return number
            }
            // Linux gives out ports from 32768 on, macOS from 49152.
            let port = UInt16(20_000 + number % 12_000)
            let descriptor = try socket()
            defer { close(descriptor) }
            if withAddress(port: port, { bind(descriptor, $0, $1) }) == 0 { return port }
        }
        throw Failure("no port is free")
    }

    /// Each run of tests begins elsewhere.
    private static let nextPort = Mutex(UInt32(truncatingIfNeeded: getpid()) &* 97)

    /// A port that refuses connections until the tests end: somebody has it, and does not listen.
    package static func refusingPort() throws -> UInt16 {
        let descriptor = try socket()
        guard withAddress(port: 0, { bind(descriptor, $0, $1) }) == 0 else {
            throw Failure("could not bind: \(String(cString: strerror(errno)))")
        }
        return port(of: descriptor)
    }

    package static func listen() throws -> (descriptor: Int32, port: UInt16) {
        let descriptor = try socket()
        guard withAddress(port: 0, { bind(descriptor, $0, $1) }) == 0, Foundation.listen(descriptor, 512) == 0 else {
            throw Failure("could not listen: \(String(cString: strerror(errno)))")
        }
        return (descriptor, port(of: descriptor))
    }

    private static func port(of descriptor: Int32) -> UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(descriptor, $0, &size) }
        }
        return UInt16(bigEndian: address.sin_port)
    }
}

extension [UInt8] {
    /// Whether there is no other byte. Megabytes of them take a test, which nobody optimizes, seconds.
    package func areAll(_ byte: UInt8) -> Bool {
        allSatisfy { $0 == byte }
    }
}
