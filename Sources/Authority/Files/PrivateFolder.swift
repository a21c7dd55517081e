internal import Bytes
import Platform

/// A folder that is open to its owner alone, and the files in it: owns one descriptor, through which every file is
/// reached, so that nobody can put another folder in its place between two steps. Used by one thread at a time.
final class PrivateFolder {
    let path: String
    private let descriptor: Int32

    /// The most that a certificate or key file may hold.
    private static let largestFile = 64 << 10

    /// Opens the folder, made first when it is missing.
    init(_ path: String) throws(AuthorityError) {
        try Self.make(path)
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw AuthorityError(errno == ENOTDIR ? .notAFolder : .cannotOpen, path, detail: SystemText.latest)
        }
        self.path = path
        self.descriptor = descriptor
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw AuthorityError(.cannotOpen, path, detail: SystemText.latest)
        }
        guard status.st_uid == geteuid() else {
            throw AuthorityError(.folderOfAnother, path, detail: "user \(status.st_uid)")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw AuthorityError(.folderOpenToOthers, path, detail: FileMode.text(status.st_mode))
        }
    }

    deinit {
        close(descriptor)
    }

    func path(of name: String) -> String {
        path + "/" + name
    }

    /// The folders on the way are made as XDG asks (0700), and the last one is never less closed than that.
    private static func make(_ path: String) throws(AuthorityError) {
        var status = stat()
        if stat(path, &status) == 0 { return }
        var parent = path
        while parent.count > 1, parent.hasSuffix("/") { parent.removeLast() }
        if let slash = parent.lastIndex(of: "/"), slash != parent.startIndex {
            try make(String(parent[..<slash]))
        }
        if mkdir(path, 0o700) == 0 {
            // The umask may have taken rights away from us, which no one meant.
            chmod(path, 0o700)
        } else if errno != EEXIST {
            throw AuthorityError(errno == ENOTDIR ? .notAFolder : .cannotWrite, path, detail: SystemText.latest)
        }
    }

    /// The content of a file, or nil when there is none. A secret must be closed to everyone else even for reading.
    func read(_ name: String, isSecret: Bool) throws(AuthorityError) -> Bytes? {
        // Without O_NONBLOCK, opening a pipe that someone put there would wait forever.
        let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            switch errno {
            case ENOENT: return nil
            // What O_NOFOLLOW says of a symbolic link.
            case ELOOP, ENXIO: throw AuthorityError(.notAFile, path(of: name))
            default: throw AuthorityError(.cannotOpen, path(of: name), detail: SystemText.latest)
            }
        }
        defer { close(file) }
        try check(file, name, forbidden: isSecret ? 0o077 : 0o022)
        do throws(SystemFailure) {
            guard let bytes = try FileContent.read(file, limit: Self.largestFile) else {
                throw SystemFailure(EFBIG)
            }
            return bytes
        } catch {
            throw AuthorityError(.cannotRead, path(of: name), detail: error.text)
        }
    }

    private func check(_ file: Int32, _ name: String, forbidden: mode_t) throws(AuthorityError) {
        var status = stat()
        guard fstat(file, &status) == 0 else {
            throw AuthorityError(.cannotOpen, path(of: name), detail: SystemText.latest)
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw AuthorityError(.notAFile, path(of: name)) }
        guard status.st_uid == geteuid() else {
            throw AuthorityError(.fileOfAnother, path(of: name), detail: "user \(status.st_uid)")
        }
        guard status.st_mode & forbidden == 0 else {
            throw AuthorityError(.fileOpenToOthers, path(of: name), detail: FileMode.text(status.st_mode))
        }
        guard status.st_size <= Self.largestFile else { throw AuthorityError(.tooLarge, path(of: name)) }
    }

    /// Writes a new file, on the disk when this returns. It has its mode before it has its content.
    func create(_ name: String, _ bytes: Bytes, mode: mode_t) throws(AuthorityError) {
        let file = openat(descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw AuthorityError(.cannotWrite, path(of: name), detail: SystemText.latest) }
        defer { close(file) }
        guard fchmod(file, mode) == 0, FileContent.write(bytes, to: file), fsync(file) == 0 else {
            let detail = SystemText.latest
            unlinkat(descriptor, name, 0)
            throw AuthorityError(.cannotWrite, path(of: name), detail: detail)
        }
    }

    /// Gives a file another name, in place of what had that name.
    func rename(_ name: String, to newName: String) throws(AuthorityError) {
        guard renameat(descriptor, name, descriptor, newName) == 0, fsync(descriptor) == 0 else {
            throw AuthorityError(.cannotWrite, path(of: newName), detail: SystemText.latest)
        }
    }

    func remove(_ name: String) throws(AuthorityError) {
        guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else {
            throw AuthorityError(.cannotWrite, path(of: name), detail: SystemText.latest)
        }
    }

    func exists(_ name: String) -> Bool {
        var status = stat()
        return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0
    }

    /// Runs `body` while no other process, and no other instance in this one, does. Waits for its turn.
    func locked<Result>(
        _ name: String, _ body: () throws(AuthorityError) -> Result
    ) throws(AuthorityError) -> Result {
        let file = openat(descriptor, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw AuthorityError(.cannotLock, path(of: name), detail: SystemText.latest) }
        // Closing the descriptor gives the lock back, also when this process is killed.
        defer { close(file) }
        while flock(file, LOCK_EX) != 0 {
            guard errno == EINTR else { throw AuthorityError(.cannotLock, path(of: name), detail: SystemText.latest) }
        }
        return try body()
    }
}
