import Platform

/// The first bytes of a file that is there.
enum FileHead {
    static func read(_ path: String) throws(SessionError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            switch errno {
            case ENOENT, ENOTDIR: throw SessionError(.notFound, path: path)
            default:
                throw SessionError(.notReadable, path: path, detail: strerror(errno).map { String(cString: $0) })
            }
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
            throw SessionError(.isDirectory, path: path)
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw SessionError(.notAFile, path: path) }
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return Array(bytes.prefix(max(0, count)))
    }
}
