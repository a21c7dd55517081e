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
            "There is no folder for Hark's CA: neither HOME nor XDG_DATA_HOME is set. Name one with --ca-dir "
                + "DIR."
        case .notAFolder: "\(path) is not a folder. Name another with --ca-dir DIR."
        case .folderOpenToOthers:
            "The folder \(path) is open to other users (mode \(detail)), so Hark does not use a key in it. "
                + "Close it with: chmod 700 \(shellPath)"
        case .folderOfAnother:
            "The folder \(path) belongs to another user (\(detail)). Name one of your own with --ca-dir DIR, or take "
                + "it over with: sudo chown \"$(id -u)\" \(shellPath)"
        case .notAFile: "\(path) is not a regular file. Move it away; Hark then creates a new CA."
        case .fileOpenToOthers:
            "\(path) is open to other users (mode \(detail)), so its content cannot be trusted. "
                + "If no other user has touched it, close it with: chmod 600 \(shellPath)"
        case .fileOfAnother:
            "\(path) belongs to another user (\(detail)). Take it over with: sudo chown \"$(id -u)\" \(shellPath)"
        case .tooLarge: "\(path) is too large for a certificate or a key. \(startAgain)"
        case .certificateMissing: "The CA's key exists, but its certificate \(path) is missing. \(startAgain)"
        case .keyMissing: "The CA's certificate exists, but its key \(path) is missing. \(startAgain)"
        case .certificateDamaged: "\(path) does not contain a readable certificate\(reason). \(startAgain)"
        case .keyDamaged: "\(path) does not contain a readable private key\(reason). \(startAgain)"
        case .keyMismatch: "The certificate in \(path) does not match the key next to it. \(startAgain)"
        case .notAnAuthority: "The certificate in \(path) cannot sign others\(reason). \(startAgain)"
        case .expired: "The CA in \(path) expired on \(detail). Create a new one with: hark ca rotate"
        case .notYetValid:
            "The CA in \(path) is valid from \(detail), which is in the future. Check this computer's clock."
        case .cannotOpen: "\(path) could not be opened\(reason)."
        case .cannotRead: "\(path) could not be read\(reason)."
        case .cannotWrite: "\(path) could not be written\(reason)."
        case .cannotLock: "\(path) could not be locked\(reason). Name a folder on a local disk with --ca-dir DIR."
        case .cannotMake: "Hark's CA could not be created\(reason)."
        case .cannotMint: "No certificate for \(path) could be created\(reason)."
        case .cannotRun: "\(path) could not be run\(reason)."
        case .noSystemRoots: "The system's list of trusted CAs was not found in any of the usual places."
        }
    }

    private var startAgain: String {
        "Restore it from a backup, or create a new CA with: hark ca rotate"
    }

    private var reason: String {
        detail.isEmpty ? "" : ": " + detail
    }

    private var shellPath: String {
        ShellText.quoted(path)
    }
}
