import ArgumentParser
import Authority
import Platform

/// Where the local authority lives: for every command that has to do with it.
struct AuthorityOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp("Folder of Hark's CA (default: your data folder).", valueName: "dir"),
        completion: .directory)
    var caDir: String?

    func validate() throws {
        if caDir == "" { throw ValidationError("--ca-dir needs a folder") }
    }

    func store() throws(AuthorityError) -> AuthorityStore {
        if let caDir { return AuthorityStore(folder: caDir) }
        return AuthorityStore(folder: try AuthorityStore.defaultFolder(environment: Environment.folders))
    }

    /// A command about the same authority, for a person to paste.
    func command(_ words: String) -> String {
        "hark ca \(words)" + (caDir.map { " --ca-dir " + ShellText.quoted($0) } ?? "")
    }

    /// The authority that is there; a sentence and exit code 69 when there is none.
    func existing() throws -> (store: AuthorityStore, authority: LocalAuthority) {
        let store = try AuthorityAccess.attempt(store)
        let authority = try AuthorityAccess.attempt { () throws(AuthorityError) in
            try store.loadIfPresent(now: WallTime.seconds)
        }
        guard let authority else {
            Diagnostics.say(
                "no CA in \(store.folder) yet; Hark creates it when it first decrypts TLS, or now with: "
                    + command("create"))
            throw ExitCode(EX_UNAVAILABLE)
        }
        return (store, authority)
    }
}

/// What the authority's key is to be, for the commands that make one.
struct KeyOptions: ParsableArguments {
    @Flag(name: .long, help: "Create an RSA 2048 key, for clients without elliptic curves.")
    var rsa = false

    var kind: LocalAuthority.KeyKind { rsa ? .rsa2048 : .p256 }

    /// The authority, made now if there is none, which is said.
    func loadOrMake(in options: AuthorityOptions) throws -> (store: AuthorityStore, authority: LocalAuthority) {
        let store = try AuthorityAccess.attempt(options.store)
        let isNew = !store.isPresent
        let authority = try AuthorityAccess.attempt { () throws(AuthorityError) in
            try store.loadOrMake(kind, now: WallTime.seconds)
        }
        if isNew { Diagnostics.say("created Hark's CA in \(store.folder)") }
        let key = AuthorityFacts(authority.certificate).key
        if rsa, !key.hasPrefix("RSA") {
            Diagnostics.say(
                "the CA in \(store.folder) already has a key of type \(key); replace it with: "
                    + options.command("rotate --rsa"))
            throw ExitCode(EX_USAGE)
        }
        return (store, authority)
    }
}

/// How commands meet the authority's errors: with its sentence, and the exit code of sysexits that fits.
enum AuthorityAccess {
    static func attempt<Result>(_ body: () throws(AuthorityError) -> Result) throws -> Result {
        do throws(AuthorityError) {
            return try body()
        } catch {
            Diagnostics.say(error.text)
            throw ExitCode(code(of: error))
        }
    }

    static func code(of error: AuthorityError) -> Int32 {
        switch error.code {
        case .cannotOpen, .cannotRead, .cannotWrite, .cannotLock: EX_IOERR
        case .cannotMake, .cannotMint: EX_SOFTWARE
        case .cannotRun, .noSystemRoots: EX_UNAVAILABLE
        case .noHome, .notAFolder, .folderOpenToOthers, .folderOfAnother, .notAFile, .fileOpenToOthers, .fileOfAnother,
            .tooLarge, .certificateMissing, .keyMissing, .certificateDamaged, .keyDamaged, .keyMismatch,
            .notAnAuthority, .expired, .notYetValid:
            EX_CONFIG
        }
    }
}

/// The calendar's clock, for certificates.
enum WallTime {
    /// Seconds since 1970.
    static var seconds: Int64 { Int64(time(nil)) }
}

extension Environment {
    /// The variables that say where a user's files are.
    static var folders: [String: String] {
        var found: [String: String] = [:]
        for name in ["HOME", "XDG_DATA_HOME"] { found[name] = value(name) }
        return found
    }
}
