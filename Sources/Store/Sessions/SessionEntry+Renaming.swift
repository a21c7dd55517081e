import Platform

extension SessionEntry {
    /// Gives the file another name in its folder. One that somebody writes to, or reads, is refused, as what SQLite
    /// keeps beside it goes by the name.
    ///
    /// - Parameter name: without the ending; one that the folder has already is refused.
    package func rename(to name: String) throws(SessionError) {
        guard let slash = path.lastIndex(of: "/"), SessionName.isUsable(name) else {
            throw SessionError(.notFound, path: name)
        }
        let target = String(path[...slash]) + name + SessionName.ending
        let lock = try SessionLock(path)
        defer { lock.release() }
        guard FileHeader(lock.header)?.applicationID == SessionSchema.applicationID else {
            throw SessionError(.notOurs, path: path)
        }
        guard unsafe access(path + "-wal", F_OK) != 0 else { throw SessionError(.inUse, path: path) }
        // Unlike a rename, a link takes nobody's place.
        guard unsafe link(path, target) == 0 else {
            throw errno == EEXIST ? SessionError(.exists, path: target) : SessionLock.error(target, errno)
        }
        unsafe unlink(path)
        // What the last deletion took out is of this session still.
        unsafe renameat(AT_FDCWD, path + DeletedFlows.ending, AT_FDCWD, target + DeletedFlows.ending)
    }
}

extension SessionName {
    /// Whether a person may call a session so: it is one name of a file, and is listed.
    package static func isUsable(_ name: String) -> Bool {
        (1...100).contains(name.utf8.count) && !name.hasPrefix(".") && !name.hasPrefix("-")
            && !name.hasSuffix(" ") && !name.hasSuffix(ending)
            && name.unicodeScalars.allSatisfy {
                $0.properties.generalCategory != .control && $0.properties.generalCategory != .format && $0 != "/"
            }
    }
}
