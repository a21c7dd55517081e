/// Why a session file cannot be used: which one, what is wrong, what to do.
package struct SessionError: Error, Sendable, Equatable {
    package enum Code: Sendable, Equatable {
        /// No file at all in the folder of sessions, which is the path.
        case noSession
        case notFound, isDirectory, noSuchFolder, notWritable, notReadable, notAFile
        /// Another process writes to it.
        case inUse
        /// It is there, and no session of Hark's.
        case notOurs
        /// A later Hark made it, with the schema of this number.
        case newer(Int64)
        case damaged
        /// A rollback journal lies beside it, which is no part of a session.
        case journal
        /// Its schema has something that no version of Hark makes.
        case strange
        /// Its log was left behind where nothing can be written.
        case noIndex
        /// There is something where a new file was to be made.
        case exists
        case noRoom
        /// Hark cannot say it better than the system or SQLite.
        case failed
    }

    package let code: Code
    package let path: String
    /// The system's or SQLite's own words, where there are any.
    package let detail: String?

    package init(_ code: Code, path: String, detail: String? = nil) {
        self.code = code
        self.path = path
        self.detail = detail
    }

    /// What SQLite's result means for a session.
    init(_ error: any Error, path: String) {
        if let known = error as? SessionError {
            self = known
            return
        }
        guard let error = error as? DatabaseError else {
            self.init(.failed, path: path, detail: "\(error)")
            return
        }
        let code: Code =
            switch error.code {
            case .corrupt, .tooBig, .interrupted: .damaged
            case .cannotOpen where SessionLocation(path).lacksIndex: .noIndex
            case .notADatabase: .notOurs
            case .full: .noRoom
            case .readOnly, .noPermission: .notWritable
            default: .failed
            }
        let isEndless = error.code == .interrupted
        self.init(code, path: path, detail: isEndless ? "reading it does not end" : error.message)
    }

    /// One sentence for the person who named the file.
    package var text: String {
        switch code {
        case .noSession: "there is no session in \(path) yet; hark proxy records one for each start."
        case .notFound: "there is no \(path); 'hark sessions' lists the sessions."
        case .isDirectory: "\(path) is a folder; name a file in it."
        case .noSuchFolder: "\(path) cannot be created, because its folder does not exist."
        case .notWritable: "cannot write \(path)\(reason)."
        case .notReadable: "cannot read \(path)\(reason)."
        case .notAFile: "\(path) is not a regular file, so it cannot be a session file."
        case .inUse: "another Hark is writing \(path); stop it first."
        case .notOurs: "\(path) exists and is not a session file of Hark; it was not changed."
        case .newer(let version):
            """
            \(path) was written by a newer Hark: its schema is \(version), and this Hark supports schemas up to \
            \(SessionSchema.version). It was not changed.
            """
        case .damaged:
            "\(path) is damaged\(reason). Save what is readable with: hark sessions rescue \(path) NEW"
        case .journal:
            """
            \(detail ?? "") is next to the session file. Hark does not create such a file, and opening the session \
            with it could delete other files. Nothing was changed; to use the session, move that file away.
            """
        case .strange:
            """
            \(path) was not opened: it has \(detail ?? "something"), which no version of Hark creates. Nothing was \
            changed. If you added it yourself, drop it with sqlite3.
            """
        case .noIndex:
            """
            \(path) has a log (\(path)-wal), which can be read only in a writable folder. Copy both files to one, and \
            open the copy.
            """
        case .exists: "\(path) exists already; it was not changed. Choose another name."
        case .noRoom: "there is no space left for \(path)."
        case .failed: "cannot use \(path)\(reason)."
        }
    }

    private var reason: String { detail.map { ": " + $0 } ?? "" }
}
