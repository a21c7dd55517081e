import CPAC
import Platform

/// The process that runs a proxy script: this program, started with one word, before it does anything else. It reads
/// questions from its standard input and writes answers to its standard output until there are no more.
package enum PACWorker {
    /// The word that starts it.
    package static let word = "pac-worker"
    /// A script of 1 MiB in JSON, where an octet may take six.
    private static let lineLimit = 8 << 20
    /// More processor time than `PACRuntime` has patience, in seconds.
    private static let timeLimit = 5

    package static func serve() -> Never {
        // The first allocations before the limits, the first byte of the script after them.
        guard let engine = PACEngine() else { _exit(EX_OSERR) }
        guard cpac_confine() == 0 else {
            write(Array(#"{"error":"this system does not let Hark confine its process (seccomp)"}"#.utf8))
            _exit(EX_OSERR)
        }
        var unread: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 64 << 10)
        while unread.count < lineLimit {
            let count = block.withUnsafeMutableBytes { SystemCall.read(STDIN_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            let start = unread.count
            unread += block[..<count]
            guard let end = unread[start...].lastIndex(of: newline) else { continue }
            for line in unread[..<end].split(separator: newline) {
                // Hark ends a process that is late; where Hark was killed, nothing else would.
                cpac_limit_time(timeLimit)
                write(engine.answer(Array(line)))
                cpac_limit_time(0)
            }
            unread.removeSubrange(...end)
        }
        _exit(EXIT_SUCCESS)
    }

    private static let newline = UInt8(ascii: "\n")

    private static func write(_ answer: [UInt8]) {
        var rest = (answer + [newline])[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { SystemCall.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { _exit(EXIT_FAILURE) }
            rest = rest.dropFirst(count)
        }
    }
}
