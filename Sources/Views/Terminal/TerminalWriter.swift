import Platform
import Synchronization

/// Where a view's bytes go. A view gives all of a batch in one call.
package protocol TerminalOutput: AnyObject {
    /// `exchanges` says how many are told of in these bytes.
    func write(_ bytes: [UInt8], exchanges: Int)
    /// Nothing more comes.
    func finish()
}

/// Writes to a descriptor, waiting when it is full (`QueuedOutput` waits in its stead). Owned by one view, on its
/// queue.
package final class TerminalWriter {
    private let descriptor: Int32
    /// Nobody reads any more (a closed pipe); what comes later is dropped.
    package private(set) var hasFailed = false
    private let isResult: Bool
    private let capture: OutputCapture?

    /// Why results could not be written to standard output (an `errno`); 0 when they could, or nobody read on.
    package static var resultFailure: Int32 { failure.load(ordering: .relaxed) }

    private static let failure = Atomic<Int32>(0)

    /// - Parameter isResult: what is written was asked for, so that losing it is a failure; false for live lines.
    package init(descriptor: Int32, isResult: Bool = true) {
        self.descriptor = descriptor
        self.isResult = isResult
        capture = descriptor == STDOUT_FILENO ? OutputCapture.current : nil
    }

    package var isTerminal: Bool { capture == nil && isatty(descriptor) == 1 }

    /// The columns of the terminal; nil when there is none or it does not say.
    package var width: Int? {
        var size = winsize()
        guard capture == nil, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    package func write(_ bytes: [UInt8]) {
        guard !hasFailed else { return }
        if let capture {
            hasFailed = !capture.append(bytes)
            return
        }
        var start = 0
        while start < bytes.count {
            let count = bytes[start...].withUnsafeBytes { SystemCall.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                start += count
            } else if errno == EAGAIN {
                var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = systemPoll(&poll, 1, -1)
            } else if errno != EINTR {
                hasFailed = true
                // A pipe that somebody closed has been read as far as they cared to (`| head`).
                if isResult, descriptor == STDOUT_FILENO, errno != EPIPE {
                    Self.failure.store(errno, ordering: .relaxed)
                }
                return
            }
        }
    }
}

private func systemPoll(_ polls: UnsafeMutablePointer<pollfd>, _ count: Int, _ timeout: Int32) -> Int32 {
    poll(polls, numericCast(count), timeout)
}

/// The machine's time zone.
package enum LocalTime {
    /// What is added to UTC at this moment, in seconds; 0 when the system does not say.
    package static func offset(at secondsSince1970: Int64) -> Int64 {
        var time = time_t(secondsSince1970)
        var parts = tm()
        guard localtime_r(&time, &parts) != nil else { return 0 }
        return Int64(parts.tm_gmtoff)
    }
}
