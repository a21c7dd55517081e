import Platform

/// Why a file cannot be used to keep flows: which one, what is wrong, what to do. Thrown while starting, never later.
package struct RecordError: Error, Sendable, Equatable {
    package enum Code: Sendable, Equatable {
        case isDirectory, noSuchFolder, notWritable, notAFile
        /// Another process keeps flows in it.
        case inUse
        /// The HAR option was given a file that Hark did not write.
        case notOurs
        /// Hark wrote it, and more is wrong with it than a crash explains.
        case damaged
        case cannotSpool, cannotRead, cannotWrite, cannotOpen
    }

    package let code: Code
    package let path: String
    /// The system's error number, when a call failed.
    package let system: Int32?

    package init(_ code: Code, path: String, system: Int32? = nil) {
        self.code = code
        self.path = path
        self.system = system
    }

    /// What a failure to open means.
    static func opening(_ path: String, _ number: Int32) -> RecordError {
        let code: Code =
            switch number {
            case EISDIR: .isDirectory
            case ENOENT, ENOTDIR: .noSuchFolder
            case EACCES, EPERM, EROFS: .notWritable
            default: .cannotOpen
            }
        return RecordError(code, path: path, system: number)
    }

    /// One sentence for the person who named the file.
    package var text: String {
        switch code {
        case .isDirectory: "\(path) is a folder; name a file in it."
        case .noSuchFolder: "Cannot create \(path): its folder does not exist."
        case .notWritable: "Cannot write to \(path)\(reason)."
        case .notAFile: "\(path) is not a regular file, so it cannot hold a HAR."
        case .inUse: "\(path) is being written by another Hark; name another file, or stop the other one first."
        case .notOurs: "\(path) exists and is not a HAR file that Hark wrote; it was not changed. Name another file."
        case .damaged:
            "\(path) was written by Hark and changed since; Hark does not add to it, as entries could be lost. "
                + "Name another file."
        case .cannotSpool: "Cannot create a temporary file in \(path)\(reason)."
        case .cannotRead: "Cannot read \(path)\(reason)."
        case .cannotWrite: "Cannot write \(path)\(reason)."
        case .cannotOpen: "Cannot open \(path)\(reason)."
        }
    }

    private var reason: String {
        system.map { ": " + SystemText.of($0) } ?? ""
    }
}
