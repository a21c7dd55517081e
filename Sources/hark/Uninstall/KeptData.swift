import Authority
import Bytes
import Explain
import Platform
import Store

/// What Hark keeps for this user: sessions, the CA, the settings, the secret of the page's tokens, the progress of
/// lessons and the SDKs of scripts. Only these are removed; what else lies in its folders stays.
struct KeptData {
    /// A file that is not a session.
    private struct OwnFile {
        let path: String
        let isAuthority: Bool
    }

    /// Of the CA.
    let folder: String
    private let sessionFolder: String?
    let sessions: [SessionEntry]
    private let files: [OwnFile]
    private let cache: String
    /// Folders in the cache.
    private let kits: [String]

    /// - Parameters:
    ///   - folder: of the CA.
    ///   - sessions: the folder of the user's sessions.
    ///   - others: files outside the CA's folder, such as the settings.
    ///   - cache: the folder with the SDKs of scripts.
    init(folder: String, sessions: SessionFolder?, others: [String], cache: String) {
        self.folder = folder
        sessionFolder = sessions?.path
        self.sessions = sessions?.files() ?? []
        self.cache = cache
        kits = FolderNames.sorted(cache).filter { $0.hasPrefix("sdk-") }.map { cache + "/" + $0 }
        let own = FolderNames.sorted(folder).filter(Self.isOfAuthority)
        files =
            own.map { OwnFile(path: folder + "/" + $0, isAuthority: true) }
            + others.filter { access($0, F_OK) == 0 }.map { OwnFile(path: $0, isAuthority: false) }
    }

    /// The names that `AuthorityStore` gives.
    private static func isOfAuthority(_ name: String) -> Bool {
        if ["hark-ca.pem", "hark-ca-key.pem", "hark-ca.lock"].contains(name) { return true }
        // `hark-ca-until-2026-05-29.pem`, `hark-ca-until-2026-05-29-2.pem`.
        let (start, end) = ("hark-ca-until-", ".pem")
        guard name.hasPrefix(start), name.hasSuffix(end), name.utf8.count > start.utf8.count + end.utf8.count
        else { return false }
        let parts = name.dropFirst(start.count).dropLast(end.count).split(
            separator: "-", omittingEmptySubsequences: false)
        let widths = parts.map(\.utf8.count)
        return parts.allSatisfy { $0.utf8.allSatisfy(ASCII.isDigit) }
            && (widths == [4, 2, 2] || widths.count == 4 && widths.prefix(3) == [4, 2, 2] && widths[3] > 0)
    }

    /// Certificates of the CA and of those before it, which this system may still trust.
    var certificates: [String] {
        files.filter { $0.isAuthority && $0.path.hasSuffix(".pem") && !$0.path.hasSuffix("-key.pem") }.map(\.path)
    }

    var isEmpty: Bool { sessions.isEmpty && files.isEmpty && kits.isEmpty }

    /// As "12 sessions (3.4 MiB) in FOLDER, the CA in FOLDER, …/hark/config.toml".
    var text: String {
        var parts: [String] = []
        if !sessions.isEmpty {
            var size: [UInt8] = []
            Units.append(size: sessions.reduce(0) { $0 + UInt64(clamping: $1.size) }, to: &size)
            let count = sessions.count == 1 ? "1 session" : "\(sessions.count) sessions"
            parts.append("\(count) (\(String(decoding: size, as: UTF8.self))) in \(sessionFolder ?? "")")
        }
        if files.contains(where: \.isAuthority) { parts.append("the CA in \(folder)") }
        parts += files.filter { !$0.isAuthority }.map(\.path) + kits
        return parts.joined(separator: ", ").terminalEscaped
    }

    /// A session that a running Hark writes to; it would go on without its CA and its settings.
    var running: SessionEntry? { sessions.first(where: \.isRunning) }

    /// Removes everything, then the folders if nothing else is in them. Calls `fail` with a sentence for what stays.
    func remove(fail: (String) -> Void) {
        for session in sessions {
            do throws(SessionError) {
                try session.remove()
            } catch {
                fail(error.text)
            }
        }
        for file in files where unlink(file.path) != 0 {
            fail("cannot remove \(file.path.terminalEscaped): \(SystemText.of(errno))")
        }
        for kit in kits where !FolderNames.removeAll(kit) {
            fail("cannot remove \(kit.terminalEscaped): \(SystemText.of(errno))")
        }
        var folders = [sessionFolder, folder].compactMap { $0 }
        if !kits.isEmpty { folders.append(cache) }
        for file in files where !file.isAuthority {
            guard let slash = file.path.lastIndex(of: "/") else { continue }
            let parent = String(file.path[..<slash])
            if !folders.contains(parent) { folders.append(parent) }
        }
        for folder in folders where rmdir(folder) != 0 && errno != ENOENT {
            if errno == ENOTEMPTY || errno == EEXIST {
                Diagnostics.say("\(folder.terminalEscaped) has other files and was kept")
            } else {
                fail("\(folder.terminalEscaped) was not removed: \(SystemText.of(errno))")
            }
        }
    }
}

/// The names in a folder.
enum FolderNames {
    static func sorted(_ path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) { field in
                    field.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
        return names.sorted()
    }

    /// Removes a folder with what is in it, following no link. False when something stays.
    static func removeAll(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return errno == ENOENT }
        guard status.st_mode & S_IFMT == S_IFDIR else { return unlink(path) == 0 }
        for name in sorted(path) where name != "." && name != ".." {
            guard removeAll(path + "/" + name) else { return false }
        }
        return rmdir(path) == 0
    }
}
