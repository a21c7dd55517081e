import Platform

/// The folder in which sessions are kept that nobody gave another place. A value; made at the start of a command.
package struct SessionFolder: Sendable {
    package let path: String

    package init(_ path: String) {
        self.path = path
    }

    /// Where it is when nobody says otherwise, in the user's data folder; nil when there is no telling.
    package static func usual(home: String?, dataHome: String?) -> SessionFolder? {
        func absolute(_ path: String?) -> String? { path.flatMap { $0.hasPrefix("/") ? $0 : nil } }
        #if os(macOS)
        return absolute(home).map { SessionFolder($0 + "/Library/Application Support/hark/sessions") }
        #else
        // XDG Base Directory Specification: a relative path is to be ignored.
        if let data = absolute(dataHome) { return SessionFolder(data + "/hark/sessions") }
        return absolute(home).map { SessionFolder($0 + "/.local/share/hark/sessions") }
        #endif
    }

    /// Makes it, and what it is in, open to their owner alone. What is there stays as it is.
    package func make() throws(SessionError) {
        try Self.make(path)
    }

    private static func make(_ path: String) throws(SessionError) {
        var status = stat()
        if unsafe stat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFDIR else { throw SessionError(.noSuchFolder, path: path) }
            return
        }
        if let slash = path.lastIndex(of: "/"), slash != path.startIndex { try make(String(path[..<slash])) }
        if unsafe mkdir(path, 0o700) == 0 {
            // The umask may have taken rights away from us, which nobody meant.
            unsafe chmod(path, 0o700)
        } else if errno != EEXIST {
            throw SessionLock.error(path, errno)
        }
    }

    /// Makes the file of a session that begins now, under a name that nobody had before, whoever else starts in the
    /// same second.
    ///
    /// - Parameters:
    ///   - start: microseconds since 1970.
    ///   - isSent: it is for what is sent by hand.
    package func create(start: Int64, isSent: Bool = false) throws(SessionError) -> SessionFile {
        var place = 1
        while true {
            let name = SessionName.name(start: start, place: place, isSent: isSent)
            do throws(SessionError) {
                return try SessionFile(path + "/" + name, isNew: true)
            } catch {
                guard error.code == .exists, place < 10_000 else { throw error }
                place += 1
            }
        }
    }

    /// The sessions in it, the oldest first; none when there is no folder. What has another ending is not one.
    package func files() -> [SessionEntry] {
        guard let folder = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(folder) }
        var found: [SessionEntry] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
                unsafe field.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            guard name.hasSuffix(SessionName.ending), let file = try? SessionEntry(path: path + "/" + name)
            else { continue }
            found.append(file)
        }
        return found.sorted {
            ($0.start, SessionName.place($0.name), $0.name) < ($1.start, SessionName.place($1.name), $1.name)
        }
    }

    /// The session a person means: a path, or a name in this folder with or without its ending; nil for the newest.
    ///
    /// Whoever sends a flow again goes on with the flows beside it, so a session of what was sent by hand is the newest
    /// where there is no other.
    package func find(_ name: String?) throws(SessionError) -> String {
        guard let name else {
            let files = files()
            guard let newest = files.last(where: { !SessionName.isSent($0.name) }) ?? files.last else {
                throw SessionError(.noSession, path: path)
            }
            return newest.path
        }
        if name.contains("/") { return name }
        for candidate in [path + "/" + name, path + "/" + name + SessionName.ending, name] {
            var status = stat()
            if unsafe stat(candidate, &status) == 0 { return candidate }
        }
        throw SessionError(.notFound, path: path + "/" + name)
    }
}
