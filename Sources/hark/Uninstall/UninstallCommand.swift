import ArgumentParser
import Authority
import Platform
import Store
import TLS

/// `hark uninstall`: ends the trust in the CA, then says what removes this copy.
struct UninstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "uninstall",
        abstract: "Remove Hark's CA from trust stores; show how to remove Hark.",
        discussion: """
            Shows each command that changes this system and asks first. Sessions, the CA and settings are kept \
            without --purge.

            Example:
              hark uninstall --dry-run
            """)

    @Flag(name: .long, help: "Also delete sessions, CA, settings and all else that Hark keeps.")
    var purge = false

    @Flag(name: .long, help: "Show what would be done, and do nothing.")
    var dryRun = false

    @Flag(name: [.short, .long, .customLong("force")], help: "Do not ask for confirmation.")
    var yes = false

    @OptionGroup var options: AuthorityOptions

    func validate() throws {
        if yes, dryRun { throw ValidationError("--yes and --dry-run cannot be combined") }
    }

    func run() throws {
        let folder = try options.configuredFolder() ?? AuthorityAccess.attempt(options.store).folder
        let others = [SettingsFile.userPath, PageSecret.path, ProgressFile().path].compactMap { $0 }
        let data = KeptData(
            folder: folder, sessions: KeptSession.folder, others: others, cache: ScriptFiles.ownCache)
        if purge, let session = data.running {
            Diagnostics.say(
                "\(session.path.terminalEscaped) is in use: stop the Hark that records to it first. Nothing was done.")
            throw ExitCode(EX_TEMPFAIL)
        }
        try endTrust(data.certificates)
        OtherAuthorities.name(besides: data.certificates)
        let isDeleted = try !purge || delete(data)
        if !purge, !data.isEmpty { Diagnostics.say("kept: \(data.text). Add --purge to delete it.") }
        if let copy = InstalledCopy.running {
            Diagnostics.say("to remove this copy of Hark, run:")
            Report.text(copy.command(purges: purge, asRoot: geteuid() == 0) + "\n")
        }
        if !isDeleted { throw ExitCode(1) }
    }

    /// Nothing else goes away before nobody trusts the CA any more: without its certificate it would be hard to find.
    private func endTrust(_ certificates: [String]) throws {
        let places = TrustPlaces.all
        guard !places.isEmpty else { return }
        let choice = try TrustChoice.parse(yes ? ["--yes"] : dryRun ? ["--dry-run"] : [])
        for path in certificates {
            guard let found = try? RootBundle.certificates(in: path).first else {
                Diagnostics.say("\(path.terminalEscaped) contains no certificate that can be read")
                continue
            }
            let change = TrustChange(certificate: found, file: path, choice: choice, aim: .notTrusted, places: places)
            try change.perform()
        }
    }

    /// False when something could not be deleted.
    private func delete(_ data: KeptData) throws -> Bool {
        guard !data.isEmpty, !dryRun else {
            Diagnostics.say(
                data.isEmpty ? "there are no sessions, no CA and no settings" : "would be deleted: \(data.text)")
            return true
        }
        try Consent.ask(
            "\(data.text) will be deleted.", "Delete them? This cannot be undone.", isForced: yes)
        var hasFailed = false
        data.remove {
            hasFailed = true
            Diagnostics.say($0)
        }
        if !hasFailed { Diagnostics.say("deleted") }
        return !hasFailed
    }
}
