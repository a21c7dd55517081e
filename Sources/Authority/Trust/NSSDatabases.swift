import Platform

/// Finds the NSS databases of a user: Chromium's, and one per Firefox profile.
package enum NSSDatabases {
    /// Where profiles are kept, under the home folder; each folder in them that holds a `cert9.db` is one.
    private static let profileFolders = [
        ".mozilla/firefox",
        "snap/firefox/common/.mozilla/firefox",
        ".var/app/org.mozilla.firefox/.mozilla/firefox",
        "Library/Application Support/Firefox/Profiles",
    ]

    /// Shared by Chromium, Chrome and others on Linux; it counts also before it exists, as they read it once it does.
    package static func sharedFolder(home: String) -> String {
        home + "/.pki/nssdb"
    }

    /// The folders of the databases that exist, in the order of their names.
    package static func find(home: String) -> [String] {
        var found: [String] = []
        let shared = sharedFolder(home: home)
        if FileStatus.exists(shared + "/cert9.db") { found.append(shared) }
        for profiles in profileFolders {
            let folder = home + "/" + profiles
            // A user has a handful of profiles; the limit keeps a strange folder from taking long.
            for name in names(in: folder).sorted().prefix(200) where FileStatus.exists("\(folder)/\(name)/cert9.db") {
                found.append("\(folder)/\(name)")
            }
        }
        return found
    }

    private static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream), names.count < 10_000 {
            // Read where it lies: an entry is only as long as its name, shorter than the struct that describes it.
            let letters = UnsafeRawPointer(entry) + (MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 0)
            let name = String(cString: letters.assumingMemoryBound(to: CChar.self))
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }
}
