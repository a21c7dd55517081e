import ArgumentParser
import Bytes
import Platform

/// A file, or standard input, read whole.
struct InputFile {
    private let path: String
    /// More than this would not fit into many a machine. Larger recordings are read entry by entry.
    private static let limit = LargeRecording.wholeLimit

    init(_ path: String) {
        self.path = path
    }

    private var name: String { path == "-" ? "standard input" : path }

    func read() throws -> Bytes {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("cannot be opened", errno, EX_NOINPUT) }
        defer { if path != "-" { close(descriptor) } }
        var content: [UInt8] = []
        var status = stat()
        if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
            guard Int(status.st_size) <= Self.limit else { throw tooLarge() }
            content.reserveCapacity(Int(status.st_size))
        }
        var block = [UInt8](repeating: 0, count: 256 << 10)
        while true {
            let count = block.withUnsafeMutableBytes { SystemCall.read(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { return Bytes(content) }
            if count < 0 {
                if errno == EINTR { continue }
                throw failure("cannot be read", errno, errno == EISDIR ? EX_NOINPUT : EX_IOERR)
            }
            content += block[0..<count]
            guard content.count <= Self.limit else { throw tooLarge() }
        }
    }

    private func tooLarge() -> ExitCode {
        Diagnostics.say("\(name) is larger than 512 MiB, and no HAR or log that could be read entry by entry.")
        return ExitCode(EX_DATAERR)
    }

    private func failure(_ what: String, _ number: Int32, _ code: Int32) -> ExitCode {
        Diagnostics.say(
            "\(name) \(what): \(String(cString: strerror(number))). Give a file that can be read, or - for standard "
                + "input."
        )
        return ExitCode(code)
    }
}
