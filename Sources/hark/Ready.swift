import ArgumentParser
import Platform

/// `--ready-fd`: tells whoever started Hark that it listens, and where.
enum Ready {
    static func tell(_ addresses: [String], on descriptor: Int32) throws {
        let text = Array(addresses.map { "listening \($0)\n" }.joined().utf8)
        let written = text.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard written == text.count else {
            Diagnostics.say("--ready-fd \(descriptor) could not be written: \(String(cString: strerror(errno)))")
            throw ExitCode(EX_IOERR)
        }
        close(descriptor)
    }
}
