import ArgumentParser
import Authority
import Platform

/// `hark ca show`: whose authority it is, how to recognise it, how long it lives, where it is, who trusts it.
struct CaShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show Hark's CA: name, fingerprint, validity, folder, trust.",
        discussion: """
            Example:
              hark ca show --json
            """)

    @OptionGroup var options: AuthorityOptions

    @Flag(name: .long, help: "Print one JSON object.")
    var json = false

    func run() throws {
        let (store, authority) = try options.existing()
        AuthorityReport(store, authority).show(asJSON: json)
    }
}

/// `hark ca create`: the authority, made now; nothing happens when there is one.
struct CaCreateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Create Hark's CA if it does not exist, and show it.",
        discussion: """
            Example:
              hark ca create --rsa
            """)

    @OptionGroup var options: AuthorityOptions
    @OptionGroup var key: KeyOptions

    @Flag(name: .long, help: "Print one JSON object.")
    var json = false

    func run() throws {
        let (store, authority) = try key.loadOrMake(in: options)
        AuthorityReport(store, authority).show(asJSON: json)
    }
}

/// `hark ca rotate`: a new authority in place of the old one.
struct CaRotateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Replace Hark's CA with a new one.",
        discussion: """
            Deletes the old key. The old certificate is kept, so that you can remove it from stores that trust it. \
            Clients must trust the new one. Asks first on a terminal.

            Example:
              hark ca rotate --force
            """)

    @OptionGroup var options: AuthorityOptions
    @OptionGroup var key: KeyOptions

    @Flag(name: [.long, .customLong("yes")], help: "Do not ask for confirmation.")
    var force = false

    @Flag(name: .long, help: "Print one JSON object.")
    var json = false

    func run() throws {
        let store = try AuthorityAccess.attempt(options.store)
        // Where there is none, nothing is lost.
        if access(store.certificatePath, F_OK) == 0 {
            let path = store.certificatePath.terminalEscaped
            try Consent.ask(
                "replacing the CA in \(path): its key is deleted, and every client must trust the new CA.",
                "replace it? This cannot be undone.", isForced: force, elsewhere: .proceeds)
        }
        let made = try AuthorityAccess.attempt { () throws(AuthorityError) in
            try store.rotate(key.kind, now: WallTime.seconds)
        }
        if let old = made.oldCertificatePath {
            Diagnostics.say(
                "the old key is deleted; clients trust the old certificate (\(old)) until you run: "
                    + "hark ca untrust --certificate \(ShellText.quoted(old))")
        }
        Diagnostics.say("a running proxy uses the old CA until you restart it")
        AuthorityReport(store, made.authority).show(asJSON: json)
    }
}
