/// Why the local authority, or something made with it, cannot be used: which file, what is wrong, what to do.
package struct AuthorityError: Error, Sendable, Equatable {
    package enum Code: Sendable, Equatable {
        // The folder.
        case noHome, notAFolder, folderOpenToOthers, folderOfAnother
        // A file in it.
        case notAFile, fileOpenToOthers, fileOfAnother, tooLarge
        // What the files say.
        case certificateMissing, keyMissing, certificateDamaged, keyDamaged, keyMismatch, notAnAuthority
        case expired, notYetValid
        // The system, and libcrypto.
        case cannotOpen, cannotRead, cannotWrite, cannotLock, cannotMake, cannotMint, cannotRun
        /// No bundle of roots was found on this system.
        case noSystemRoots
    }

    package let code: Code
    /// The file or folder that it is about, or the name that was to be certified.
    package let path: String
    /// What else is known: the system's words, a mode, libcrypto's reasons.
    package let detail: String

    package init(_ code: Code, _ path: String, detail: String = "") {
        self.code = code
        self.path = path
        self.detail = detail
    }

    /// For the person who started Hark: what was found, and the command that mends it.
    package var text: String {
        switch code {
        case .noHome:
            "There is no folder for the authority, as neither HOME nor XDG_DATA_HOME is set. Name one with --ca-dir "
                + "DIR."
        case .notAFolder: "\(path) is not a folder. Name another with --ca-dir DIR."
        case .folderOpenToOthers:
            "The folder \(path) is open to other users (mode \(detail)), and a key that others can reach is not used. "
                + "Close it with: chmod 700 \(shellPath)"
        case .folderOfAnother:
            "The folder \(path) belongs to another user (\(detail)). Name one of your own with --ca-dir DIR, or take "
                + "it over with: sudo chown \"$(id -u)\" \(shellPath)"
        case .notAFile: "\(path) is not a regular file. Move it away; a new authority is made when there is none."
        case .fileOpenToOthers:
            "\(path) is open to other users (mode \(detail)), so its content cannot be relied upon. "
                + "If no other user has touched it, close it with: chmod 600 \(shellPath)"
        case .fileOfAnother:
            "\(path) belongs to another user (\(detail)). Take it over with: sudo chown \"$(id -u)\" \(shellPath)"
        case .tooLarge: "\(path) is too large to be what its name says. \(startAgain)"
        case .certificateMissing: "The authority's key is there, but its certificate \(path) is not. \(startAgain)"
        case .keyMissing: "The authority's certificate is there, but its key \(path) is not. \(startAgain)"
        case .certificateDamaged: "\(path) does not hold a certificate that can be read\(reason). \(startAgain)"
        case .keyDamaged: "\(path) does not hold a private key that can be read\(reason). \(startAgain)"
        case .keyMismatch: "The certificate in \(path) is for another key than the one beside it. \(startAgain)"
        case .notAnAuthority: "The certificate in \(path) cannot sign others\(reason). \(startAgain)"
        case .expired: "The authority in \(path) ended on \(detail). Make a new one with: hark ca rotate"
        case .notYetValid:
            "The authority in \(path) begins on \(detail), which is in the future. Check this computer's clock."
        case .cannotOpen: "\(path) could not be opened\(reason)."
        case .cannotRead: "\(path) could not be read\(reason)."
        case .cannotWrite: "\(path) could not be written\(reason)."
        case .cannotLock: "\(path) could not be locked\(reason). Name a folder on a local disk with --ca-dir DIR."
        case .cannotMake: "The authority could not be made\(reason)."
        case .cannotMint: "No certificate for \(path) could be made\(reason)."
        case .cannotRun: "\(path) could not be run\(reason)."
        case .noSystemRoots: "This system's bundle of trusted roots was not found in any of the usual places."
        }
    }

    private var startAgain: String {
        "Restore it from a backup, or make a new authority with: hark ca rotate"
    }

    private var reason: String {
        detail.isEmpty ? "" : ": " + detail
    }

    private var shellPath: String {
        ShellText.quoted(path)
    }
}
