import Platform

extension AuthorityStore {
    /// Where the authority lives when no `--ca-dir` says otherwise: in the user's data folder, `environment` being that
    /// of the process.
    package static func defaultFolder(environment: [String: String]) throws(AuthorityError) -> String {
        #if os(macOS)
        guard let home = absolute(environment["HOME"]) else { throw AuthorityError(.noHome, "") }
        return home + "/Library/Application Support/hark"
        #else
        // XDG Base Directory Specification: a relative path is to be ignored.
        if let data = absolute(environment["XDG_DATA_HOME"]) { return data + "/hark" }
        guard let home = absolute(environment["HOME"]) else { throw AuthorityError(.noHome, "") }
        return home + "/.local/share/hark"
        #endif
    }

    private static func absolute(_ path: String?) -> String? {
        guard let path, path.hasPrefix("/") else { return nil }
        var trimmed = path
        while trimmed.utf8.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
        return trimmed == "/" ? "" : trimmed
    }
}

/// What is known of a file without opening it.
enum FileStatus {
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }
}
