import Platform
import Synchronization

/// The claim to be the one who writes flows to a session file. It ends with the process, however that ends.
///
/// The descriptor stays open until the claim is given back: closing one of a file would end SQLite's own locks on it,
/// which belong to the process and not to a descriptor.
final class SessionLock: Sendable {
    /// Nil when it was given back.
    private let descriptor: Mutex<Int32?>
    /// Bytes in the file when it was opened; 0 for one that was made now.
    let size: Int
    /// The first bytes, by which SQLite tells its files: those of the header (100), or fewer.
    let header: [UInt8]

    /// Opens the file, or makes one that only its owner can read, and claims it.
    init(_ path: String) throws(SessionError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.error(path, errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw SessionError(.notAFile, path: path)
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let number = errno
            close(descriptor)
            throw number == EWOULDBLOCK ? SessionError(.inUse, path: path) : Self.error(path, number)
        }
        var header = [UInt8](repeating: 0, count: 100)
        let read = pread(descriptor, &header, header.count, 0)
        self.header = Array(header.prefix(max(0, read)))
        size = Int(status.st_size)
        self.descriptor = Mutex(descriptor)
    }

    deinit {
        release()
    }

    /// Gives the claim back, after SQLite has closed the file.
    func release() {
        descriptor.withLock { descriptor in
            if let open = descriptor { close(open) }
            descriptor = nil
        }
    }

    static func error(_ path: String, _ number: Int32) -> SessionError {
        let code: SessionError.Code =
            switch number {
            case EISDIR: .isDirectory
            case ENOENT, ENOTDIR: .noSuchFolder
            case EACCES, EPERM, EROFS: .notWritable
            case ENOSPC, EDQUOT: .noRoom
            default: .failed
            }
        return SessionError(code, path: path, detail: strerror(number).map { String(cString: $0) })
    }

    /// Whether somebody writes to the file; false also when there is none.
    ///
    /// Not to be asked by a process that has the file open in SQLite.
    static func isHeld(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }
}
