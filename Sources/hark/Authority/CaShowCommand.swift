import ArgumentParser
import Authority
import Platform

/// `hark ca show`: whose authority it is, how to recognise it, how long it lives, where it is, who trusts it.
struct CaShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the authority: name, fingerprint, validity, folder, and who trusts it.",
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
        abstract: "Make the authority if there is none, and show it.",
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
        abstract: "Make a new authority in place of the one that is there.",
        discussion: """
            The old key is deleted; the old certificate stays beside the new one, so that it can be taken out of the \
            places that trust it. Clients have to trust the new one. Asks on a terminal.

            Example:
              hark ca rotate --force
            """)

    @OptionGroup var options: AuthorityOptions
    @OptionGroup var key: KeyOptions

    @Flag(name: [.long, .customLong("yes")], help: "Do not ask.")
    var force = false

    @Flag(name: .long, help: "Print one JSON object.")
    var json = false

    func run() throws {
        let store = try AuthorityAccess.attempt(options.store)
        // Where there is none, nothing is lost.
        if access(store.certificatePath, F_OK) == 0 {
            let path = store.certificatePath.terminalEscaped
            try Consent.ask(
                "replacing the authority in \(path): its key is deleted, and each client has to trust the new one.",
                "replace it? That cannot be undone.", isForced: force, elsewhere: .proceeds)
        }
        let made = try AuthorityAccess.attempt { () throws(AuthorityError) in
            try store.rotate(key.kind, now: WallTime.seconds)
        }
        if let old = made.oldCertificatePath {
            Diagnostics.say(
                "the old key is gone; the old certificate is in \(old). Whoever trusted it still does, until: "
                    + "hark ca untrust --certificate \(ShellText.quoted(old))")
        }
        Diagnostics.say("a proxy that is running goes on with the old authority until it is started anew.")
        AuthorityReport(store, made.authority).show(asJSON: json)
    }
}
