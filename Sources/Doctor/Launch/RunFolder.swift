import Platform

/// A folder for what one command needs while it runs, open to its owner alone and removed at the end.
///
/// A locked file in it says that somebody uses it. Should that somebody be killed, the system lets go of the lock, and
/// the next one clears the folder away.
package struct RunFolder: Sendable {
    private static let prefix = "hark-run-"
    private static let lockName = "in-use"

    package let path: String
    /// Holds the lock while it is open.
    private let lock: Int32

    /// - Parameter parent: the user's folder for temporary files (`TMPDIR`); another one is taken where it is not a
    ///   path.
    package init(in parent: String?) throws(LaunchFailure) {
        let parent = parent.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
        Self.clearAbandoned(in: parent)
        var template = Array("\(parent)/\(Self.prefix)XXXXXX".utf8CString)
        // Made with mode 0700, under a name that nobody can foresee.
        guard mkdtemp(&template) != nil else {
            throw LaunchFailure(text: "no folder could be created in \(parent): \(String(cString: strerror(errno)))")
        }
        path = String(decoding: template.dropLast().map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
        lock = Self.locked(path + "/" + Self.lockName)
    }

    /// Has its name once it is locked, so that nobody meets it unlocked. -1 where it cannot be made: then the folder is
    /// never taken for abandoned.
    private static func locked(_ path: String) -> Int32 {
        let unnamed = path + ".new"
        let file = open(unnamed, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { return -1 }
        if flock(file, LOCK_EX | LOCK_NB) == 0, rename(unnamed, path) == 0 { return file }
        close(file)
        return -1
    }

    /// Removes the folders of this user's that nobody uses any more; those that are in use stay, and those that are
    /// none of ours.
    private static func clearAbandoned(in parent: String) {
        for name in names(in: parent) where name.hasPrefix(prefix) {
            let folder = parent + "/" + name
            var status = stat()
            guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid() else {
                continue
            }
            let file = open(folder + "/" + lockName, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
            guard file >= 0 else { continue }
            defer { close(file) }
            guard flock(file, LOCK_EX | LOCK_NB) == 0 else { continue }
            empty(folder, depth: 0)
            rmdir(folder)
        }
    }

    package func file(_ name: String) -> String {
        path + "/" + name
    }

    /// Makes a folder in it.
    package func folder(_ name: String) throws(LaunchFailure) -> String {
        let made = file(name)
        guard mkdir(made, 0o700) == 0 else {
            throw LaunchFailure(text: "\(made) could not be created: \(String(cString: strerror(errno)))")
        }
        return made
    }

    package func write(_ text: String, to name: String) throws(LaunchFailure) {
        let target = file(name)
        let descriptor = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw LaunchFailure(text: "\(target) could not be created: \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { writeDescriptor(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw LaunchFailure(text: "\(target) could not be written: \(String(cString: strerror(errno)))")
            }
            done += count
        }
    }

    /// Removes it with all that is in it. A browser's helpers may write for a moment longer than it lives, hence the
    /// tries.
    ///
    /// Returns why it is still there, or nil.
    package func remove() async -> String? {
        defer { if lock >= 0 { close(lock) } }
        for _ in 0..<20 {
            Self.empty(path, depth: 0)
            if rmdir(path) == 0 || errno == ENOENT { return nil }
            try? await Task.sleep(nanoseconds: 50_000_000)
        }
        return "\(path) could not be removed: \(String(cString: strerror(errno)))"
    }

    /// Symbolic links are removed, never followed.
    private static func empty(_ folder: String, depth: Int) {
        // No program nests its files as deep as this; a limit keeps a strange one from ending ours.
        guard depth < 200 else { return }
        for name in names(in: folder) {
            let path = folder + "/" + name
            if unlink(path) == 0 { continue }
            empty(path, depth: depth + 1)
            rmdir(path)
        }
    }

    private static func names(in folder: String) -> [String] {
        // Only a folder, and only itself: between the look at it and this, nobody can put a link in its place.
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0, let stream = fdopendir(descriptor) else {
            if descriptor >= 0 { close(descriptor) }
            return []
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            // Read where it lies: an entry is only as long as its name, shorter than the struct that describes it.
            let letters = UnsafeRawPointer(entry) + (MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 0)
            let name = String(cString: letters.assumingMemoryBound(to: CChar.self))
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}

/// The system call, told apart from the method of the same name.
private func writeDescriptor(_ descriptor: Int32, _ base: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, base, count)
}
