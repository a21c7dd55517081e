import Platform
import Synchronization

/// The claim to be the one who writes flows to a session file. It ends with the process, however that ends.
///
/// The descriptor stays open until the claim is given back, and longer while a connection of this process is open:
/// closing one of a file would end SQLite's own locks on it, which belong to the process and not to a descriptor.
final class SessionLock: Sendable {
    /// Nil when it was given back.
    private let descriptor: Mutex<Int32?>
    /// Bytes in the file when it was opened; 0 for one that was made now.
    let size: Int
    /// The first bytes, by which SQLite tells its files: those of the header (100), or fewer.
    let header: [UInt8]

    /// What the file may be used for, and by whom: the bits of `st_mode`.
    let mode: mode_t
    /// Which file it is, whatever its name.
    private let device: dev_t
    private let inode: ino_t

    /// Opens the file, or makes one that only its owner can read, and claims it.
    ///
    /// - Parameter isNew: nothing may be there yet.
    init(_ path: String, isNew: Bool = false) throws(SessionError) {
        var claimed: (descriptor: Int32, status: stat)?
        for _ in 0..<Self.patience {
            let (descriptor, status) = try Self.claim(path, isNew: isNew)
            if Self.isNamed(path, status) {
                claimed = (descriptor, status)
                break
            }
            // Somebody removed the file after it was opened: SQLite, which goes by the name, would use another one.
            LockedFiles.closeFile(descriptor)
        }
        guard let (descriptor, status) = claimed else { throw SessionError(.inUse, path: path) }
        var header = [UInt8](repeating: 0, count: 100)
        let read = unsafe pread(descriptor, &header, header.count, 0)
        self.header = Array(header.prefix(max(0, read)))
        size = Int(status.st_size)
        mode = status.st_mode
        device = status.st_dev
        inode = status.st_ino
        self.descriptor = Mutex(descriptor)
    }

    /// How often a claim is tried while others only look.
    private static let patience = 1_000

    private static func claim(_ path: String, isNew: Bool) throws(SessionError) -> (Int32, stat) {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | (isNew ? O_EXCL : 0), 0o600)
        guard descriptor >= 0 else { throw error(path, errno) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            LockedFiles.closeFile(descriptor)
            throw SessionError(.notAFile, path: path)
        }
        let number = lock(descriptor)
        // What was written before the claim counts.
        guard number == 0, unsafe fstat(descriptor, &status) == 0 else {
            LockedFiles.closeFile(descriptor)
            throw number == EWOULDBLOCK ? SessionError(.inUse, path: path) : error(path, number)
        }
        return (descriptor, status)
    }

    /// 0, or the number of the error: `EWOULDBLOCK` when another writer has the file.
    private static func lock(_ descriptor: Int32) -> Int32 {
        for _ in 0..<patience {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return 0 }
            guard errno == EWOULDBLOCK else { return errno }
            // Whoever asks whether the file is held shares it for a moment (`isHeld`); a writer shares it with nobody.
            guard flock(descriptor, LOCK_SH | LOCK_NB) == 0 else { return EWOULDBLOCK }
            flock(descriptor, LOCK_UN)
            usleep(1_000)
        }
        return EWOULDBLOCK
    }

    /// Whether the file that was opened is the one that has the name now.
    private static func isNamed(_ path: String, _ opened: stat) -> Bool {
        var named = stat()
        return unsafe stat(path, &named) == 0 && named.st_ino == opened.st_ino && named.st_dev == opened.st_dev
    }

    /// Whether a path leads to the file that was claimed.
    func isNamed(_ path: String) -> Bool {
        var named = stat()
        return unsafe stat(path, &named) == 0 && named.st_ino == inode && named.st_dev == device
    }

    deinit {
        release()
    }

    /// Gives the claim back, after SQLite has closed the file. Not by closing it alone: a process that is being started
    /// has the descriptor too, for a moment.
    func release() {
        descriptor.withLock { descriptor in
            if let open = descriptor {
                flock(open, LOCK_UN)
                LockedFiles.closeFile(open)
            }
            descriptor = nil
        }
    }

    static func error(_ path: String, _ number: Int32) -> SessionError {
        let code: SessionError.Code =
            switch number {
            case EISDIR: .isDirectory
            case EEXIST: .exists
            case ENOENT, ENOTDIR: .noSuchFolder
            case EACCES, EPERM, EROFS: .notWritable
            case ENOSPC, EDQUOT: .noRoom
            default: .failed
            }
        return unsafe SessionError(code, path: path, detail: strerror(number).map { unsafe String(cString: $0) })
    }

    /// Whether somebody writes to the file; false also when there is none.
    static func isHeld(_ path: String) -> Bool {
        let isHeld = LockedFiles.withDescriptor(of: path) { descriptor in
            guard flock(descriptor, LOCK_SH | LOCK_NB) == 0 else { return errno == EWOULDBLOCK }
            // The descriptor may stay open.
            flock(descriptor, LOCK_UN)
            return false
        }
        return isHeld ?? false
    }
}
