import ArgumentParser
import Platform

/// `--ready-fd`: tells whoever started Hark that it listens, and where.
enum Ready {
    /// Keeps what is started before it is told from holding the descriptor open.
    static func keep(_ descriptor: Int32?) {
        if let descriptor { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    }

    /// - Parameters:
    ///   - page: the URL of the page; nil when there is none.
    ///   - metrics: where `/metrics` is served by itself.
    static func tell(_ addresses: [String], page: String? = nil, metrics: [String] = [], on descriptor: Int32) throws {
        let lines =
            addresses.map { "listening \($0)\n" } + (page.map { ["page \($0)\n"] } ?? [])
            + metrics.map { "metrics \($0)\n" }
        let text = Array(lines.joined().utf8)
        let written = text.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard written == text.count else {
            Diagnostics.say("--ready-fd \(descriptor) could not be written: \(String(cString: strerror(errno)))")
            throw ExitCode(EX_IOERR)
        }
        close(descriptor)
    }
}
