import Platform

/// The first bytes of a file that is there.
enum FileHead {
    /// Nil for a file that this process has open in SQLite, which is to be asked instead: opening and closing it here
    /// would end SQLite's locks on it.
    static func read(_ path: String) throws(SessionError) -> [UInt8]? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw unreadable(path, errno) }
        let kind = status.st_mode & S_IFMT
        guard kind != S_IFDIR else { throw SessionError(.isDirectory, path: path) }
        guard kind == S_IFREG else { throw SessionError(.notAFile, path: path) }
        guard !LockedFiles.contains(path) else { return nil }
        let bytes = LockedFiles.withDescriptor(of: path) { descriptor in
            var bytes = [UInt8](repeating: 0, count: 100)
            let count = unsafe pread(descriptor, &bytes, bytes.count, 0)
            return Array(bytes.prefix(max(0, count)))
        }
        guard let bytes else { throw unreadable(path, errno) }
        return bytes
    }

    private static func unreadable(_ path: String, _ number: Int32) -> SessionError {
        switch number {
        case ENOENT, ENOTDIR: SessionError(.notFound, path: path)
        default:
            unsafe SessionError(.notReadable, path: path, detail: strerror(number).map { unsafe String(cString: $0) })
        }
    }
}
