import Platform

/// Where a session file lies, and what lies beside it: what SQLite would make of that is decided before it is asked.
struct SessionLocation {
    /// How a file is opened by whoever only reads it. Nothing of the file or of its log is changed by any of them.
    enum Reading {
        /// Nothing lies beside it: SQLite makes its files there for as long as it is open, and removes them.
        case alone
        /// Somebody writes to it, or a log was left behind: the last to close must not write that into the file.
        case besideLog
        /// Nothing can be made beside it, and nobody writes to it.
        case still
    }

    let path: String
    /// The file itself, where `path` is a link.
    private let target: String

    init(_ path: String) {
        self.path = path
        let resolved = unsafe realpath(path, nil)
        defer { unsafe free(resolved) }
        target = unsafe resolved.map { unsafe String(cString: $0) } ?? path
    }

    /// Refuses a file with a rollback journal beside it. Hark makes none, and SQLite, which would roll it back, deletes
    /// the file that it names.
    func refuseJournal() throws(SessionError) {
        var status = stat()
        for place in [path, target] where unsafe lstat(place + "-journal", &status) == 0 {
            throw SessionError(.journal, path: path, detail: place + "-journal")
        }
    }

    /// - Parameter isDamaged: nothing is to be made beside it, if that can be.
    func reading(isDamaged: Bool) -> Reading {
        if hasLog { return .besideLog }
        if !isDamaged, unsafe access(target, W_OK) == 0, unsafe access(folder, W_OK) == 0 { return .alone }
        return SessionLock.isHeld(path) ? .besideLog : .still
    }

    private var hasLog: Bool {
        var status = stat()
        return unsafe stat(target + "-wal", &status) == 0 && status.st_size > 0
    }

    /// Why a file with a log could not be opened: SQLite keeps an index of the log beside it.
    var lacksIndex: Bool { unsafe hasLog && access(target + "-shm", R_OK) != 0 && access(folder, W_OK) != 0 }

    private var folder: String {
        guard let slash = target.lastIndex(of: "/") else { return "." }
        return slash == target.startIndex ? "/" : String(target[..<slash])
    }

    /// As SQLite takes it: never for a URI that a person wrote.
    func name(_ reading: Reading?) -> String {
        guard reading == .still else { return path.hasPrefix("file:") ? "./" + path : path }
        // sqlite.org/uri.html: what is no plain sign is written in hexadecimal.
        let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-".utf8)
        var encoded = ""
        for byte in target.utf8 {
            let digits = String(byte, radix: 16)
            encoded += plain.contains(byte) ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
        }
        return "file:" + (target.hasPrefix("/") ? "//" : "") + encoded + "?immutable=1"
    }
}
