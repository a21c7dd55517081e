package import Engine
import Platform
import Reactor

/// A TCP connection that gives up after a few seconds, whatever it waits for. Owns its descriptor; used by one thread.
package final class ProbeConnection: ProbeStream {
    private let descriptor: Int32
    private let deadline: Deadline

    /// Connects to the first address of the name that answers.
    ///
    /// - Parameter patience: in seconds, for all that is done with it.
    package init(to place: HostPort, patience: Int64 = 4) throws(ProbeFailure) {
        deadline = Deadline(patience: patience)
        var hints = addrinfo()
        hints.ai_socktype = SystemCall.streamSocket
        var list: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(place.host, String(place.port), &hints, &list)
        guard status == 0 else {
            throw ProbeFailure(text: "\(place.host) has no address: \(String(cString: gai_strerror(status)))")
        }
        defer { freeaddrinfo(list) }
        descriptor = try Self.connected(list, before: deadline)
    }

    deinit {
        close(descriptor)
    }

    package func send(_ bytes: [UInt8]) throws(ProbeFailure) {
        var sent = 0
        while sent < bytes.count {
            try Self.wait(descriptor, for: POLLOUT, before: deadline)
            let count = bytes[sent...].withUnsafeBytes { SystemCall.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { throw ProbeFailure(text: SocketError.text(of: errno)) }
            sent += count
        }
    }

    package func receive() throws(ProbeFailure) -> [UInt8] {
        var block = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            try Self.wait(descriptor, for: POLLIN, before: deadline)
            let count = block.withUnsafeMutableBytes { SystemCall.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count >= 0 else { throw ProbeFailure(text: SocketError.text(of: errno)) }
            return Array(block[..<count])
        }
    }

    private static func connected(
        _ list: UnsafeMutablePointer<addrinfo>?, before deadline: Deadline
    ) throws(ProbeFailure) -> Int32 {
        var failure = ProbeFailure(text: "it has no address")
        var next = list
        while let info = next {
            do throws(ProbeFailure) {
                return try connected(info.pointee, before: deadline)
            } catch {
                failure = error
            }
            next = info.pointee.ai_next
        }
        throw failure
    }

    private static func connected(_ info: addrinfo, before deadline: Deadline) throws(ProbeFailure) -> Int32 {
        let descriptor = socket(info.ai_family, info.ai_socktype, info.ai_protocol)
        guard descriptor >= 0 else { throw ProbeFailure(text: SocketError.text(of: errno)) }
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        do throws(ProbeFailure) {
            if connect(descriptor, info.ai_addr, info.ai_addrlen) != 0 {
                guard errno == EINPROGRESS else { throw ProbeFailure(text: SocketError.text(of: errno)) }
                try wait(descriptor, for: POLLOUT, before: deadline)
                var number: Int32 = 0
                var size = socklen_t(MemoryLayout<Int32>.size)
                getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &size)
                guard number == 0 else { throw ProbeFailure(text: SocketError.text(of: number)) }
            }
            return descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }

    private static func wait(
        _ descriptor: Int32, for events: Int32, before deadline: Deadline
    ) throws(ProbeFailure) {
        while true {
            guard deadline.left > 0 else {
                throw ProbeFailure(text: "no answer within \(deadline.patience) seconds")
            }
            var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
            let count = poll(&entry, 1, Int32(clamping: deadline.left))
            if count > 0 { return }
            guard count == 0 || errno == EINTR else { throw ProbeFailure(text: SocketError.text(of: errno)) }
        }
    }

    /// When it gives up.
    private struct Deadline {
        let patience: Int64
        private let end: Int64

        init(patience: Int64) {
            self.patience = patience
            end = Self.milliseconds() + patience * 1000
        }

        /// In milliseconds.
        var left: Int64 { end - Self.milliseconds() }

        private static func milliseconds() -> Int64 {
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
        }
    }
}

// The system calls, told apart from what has the same names here.
