import Synchronization

/// The files that this process has locked by fcntl(2), as SQLite locks its own.
///
/// Such locks belong to the process: closing any descriptor of a file ends all of them, whoever opened it. So while a
/// file is locked nobody else in the process opens it, and a descriptor that somebody has of it stays open until the
/// locks are given back.
package enum LockedFiles {
    private struct Identity: Hashable {
        let device: dev_t
        let inode: ino_t

        init(_ status: stat) {
            device = status.st_dev
            inode = status.st_ino
        }

        /// Nil when there is no file.
        init?(path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            self.init(status)
        }
    }

    private struct Entry {
        var claims = 0
        /// Descriptors that were to be closed meanwhile.
        var waiting: [Int32] = []
    }

    private static let entries = Mutex<[Identity: Entry]>([:])

    /// A file is locked from here on until this is released. Made before the file is opened for it.
    package final class Claim: Sendable {
        private let identity: Mutex<Identity?>

        /// Without effect when there is no such file.
        package init(_ path: String) {
            let found = LockedFiles.entries.withLock { entries in
                let found = Identity(path: path)
                if let found { entries[found, default: Entry()].claims += 1 }
                return found
            }
            identity = Mutex(found)
        }

        /// The locks are gone: whoever took them has closed the file.
        package func release() {
            guard let known = identity.withLock({ $0.take() }) else { return }
            LockedFiles.entries.withLock { entries in
                guard var entry = entries[known] else { return }
                entry.claims -= 1
                if entry.claims == 0 { for descriptor in entry.waiting { close(descriptor) } }
                entries[known] = entry.claims > 0 ? entry : nil
            }
        }
    }

    package static func contains(_ path: String) -> Bool {
        entries.withLock { entries in Identity(path: path).map { entries[$0] != nil } ?? false }
    }

    /// open(2), which fails with `EBUSY` for a file that is locked.
    package static func openFile(_ path: String, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
        guard !contains(path) else {
            errno = EBUSY
            return -1
        }
        return open(path, flags, mode)
    }

    /// openat(2), likewise. A link is not followed.
    package static func openFile(in folder: Int32, _ name: String, _ flags: Int32) -> Int32 {
        let isLocked = entries.withLock { entries in
            var status = stat()
            return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && entries[Identity(status)] != nil
        }
        guard !isLocked else {
            errno = EBUSY
            return -1
        }
        return openat(folder, name, flags | O_NOFOLLOW)
    }

    /// close(2), now or when the file is no longer locked.
    package static func closeFile(_ descriptor: Int32) {
        entries.withLock { entries in
            var status = stat()
            guard fstat(descriptor, &status) == 0, entries[Identity(status)] != nil else {
                close(descriptor)
                return
            }
            entries[Identity(status)]?.waiting.append(descriptor)
        }
    }

    /// Lends a descriptor for reading, for a moment and without waiting for anything; nil, with the reason in `errno`,
    /// when the file cannot be opened. Of a file that is locked one descriptor serves all who ask.
    package static func withDescriptor<Result>(of path: String, _ body: (Int32) -> Result) -> Result? {
        entries.withLock { entries in
            if let known = Identity(path: path), let waiting = entries[known]?.waiting.first { return body(waiting) }
            let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            guard descriptor >= 0 else { return nil }
            let result = body(descriptor)
            var status = stat()
            if fstat(descriptor, &status) == 0, entries[Identity(status)] != nil {
                entries[Identity(status)]?.waiting.append(descriptor)
            } else {
                close(descriptor)
            }
            return result
        }
    }
}
