internal import Bytes
import Platform

/// Whole files, read within a limit and written so that a reader sees the old content or the new, never a part.
enum FileContent {
    /// The content of an open file, or nil when it is more than `limit` bytes.
    static func read(_ file: Int32, limit: Int) throws(SystemFailure) -> Bytes? {
        var content: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 16 << 10)
        while content.count <= limit {
            let count = block.withUnsafeMutableBytes { SystemCall.read(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemFailure(errno) }
            if count == 0 { return Bytes(content) }
            content.append(contentsOf: block[..<count])
        }
        return nil
    }

    /// The content of the file at `path`, which must be a regular one.
    static func read(path: String, limit: Int) throws(SystemFailure) -> Bytes {
        let file = LockedFiles.openFile(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw SystemFailure(errno) }
        defer { LockedFiles.closeFile(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw SystemFailure(errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw SystemFailure(EISDIR) }
        guard let content = try read(file, limit: limit) else { throw SystemFailure(EFBIG) }
        return content
    }

    /// Writes all of it, or says no; `errno` then has the reason.
    static func write(_ bytes: Bytes, to file: Int32) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var done = 0
            while done < buffer.count {
                let rest = UnsafeRawBufferPointer(rebasing: buffer[done...])
                let count = SystemCall.write(file, rest.baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                done += count
            }
            return true
        }
    }

    /// Puts a file in place in one step: written under another name beside it, then renamed.
    static func replace(path: String, with bytes: Bytes, mode: mode_t) throws(SystemFailure) {
        var template = Array((path + ".XXXXXX").utf8CString)
        let file = SystemCall.ownTemporaryFile(&template)
        guard file >= 0 else { throw SystemFailure(errno) }
        let isWritten = fchmod(file, mode) == 0 && write(bytes, to: file) && fsync(file) == 0
        let failure = errno
        close(file)
        guard isWritten, rename(template, path) == 0 else {
            let number = isWritten ? errno : failure
            unlink(template)
            throw SystemFailure(number)
        }
    }
}

/// A system call that failed, by its error number.
struct SystemFailure: Error, Sendable, Equatable {
    let number: Int32

    init(_ number: Int32) {
        self.number = number
    }

    var text: String { SystemText.of(number) }
}

/// Permissions as `chmod` writes them.
enum FileMode {
    static func text(_ mode: mode_t) -> String {
        let digits = String(mode & 0o7777, radix: 8)
        return digits.utf8.count < 3 ? String(repeating: "0", count: 3 - digits.utf8.count) + digits : digits
    }
}
