import Platform

/// What a command writes while the terminal is a screen: kept in a file without a name, printed when that is gone.
/// Safe to use from anywhere.
final class SpooledOutput: Sendable {
    let descriptor: Int32
    /// Nothing to read.
    let input: Int32

    /// nil when there is no place for it.
    init?() {
        let folder = Environment.value("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        var template = Array("\(folder)/hark-output.XXXXXX".utf8CString)
        let file = SystemCall.ownTemporaryFile(&template)
        let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard file >= 0, nothing >= 0 else { return nil }
        unlink(template)
        // The command's two outputs share one place in it.
        _ = fcntl(file, F_SETFL, O_APPEND)
        descriptor = file
        input = nothing
    }

    func print() {
        lseek(descriptor, 0, SEEK_SET)
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = bytes.withUnsafeMutableBytes { SystemCall.read(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            _ = bytes.withUnsafeBytes { SystemCall.write(STDOUT_FILENO, $0.baseAddress, count) }
        }
    }

    deinit {
        close(descriptor)
        close(input)
    }
}
