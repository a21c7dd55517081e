import ArgumentParser
import Platform
import Store

/// What a shell offers where a session is named: the sessions by name, and the files of the folder that is typed.
enum SessionNameCompletion {
    static var kind: CompletionKind { .custom { _, _, word in candidates(word) } }

    static func candidates(_ word: String) -> [String] {
        let slash = word.lastIndex(of: "/")
        let folder = slash.map { String(word[...$0]) } ?? ""
        let beginning = slash.map { String(word[word.index(after: $0)...]) } ?? word
        // A shell would take a name with a blank for two.
        let files = FolderNames.sorted(folder.isEmpty ? "." : folder).filter { name in
            name.hasPrefix(beginning) && !name.hasPrefix(".") && !name.contains { $0.isWhitespace }
        }
        let sessions = folder.isEmpty ? (KeptSession.folder?.files() ?? []).map(\.name) : []
        let paths = files.map { folder + $0 }.map { isFolder($0) ? $0 + "/" : $0 }
        return sessions.filter { $0.hasPrefix(beginning) } + paths
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
