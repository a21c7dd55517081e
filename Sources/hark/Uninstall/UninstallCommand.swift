import ArgumentParser
import Authority
import Platform
import Store
import X509

/// `hark uninstall`: ends the trust in the CA, then says what removes this copy.
struct UninstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "uninstall",
        abstract: "End the trust in Hark's CA, and show how to remove Hark.",
        discussion: """
            Shows each command that changes this system and asks first. Sessions, the CA and settings are kept \
            without --purge.

            Example:
              hark uninstall --dry-run
            """)

    @Flag(name: .long, help: "Also delete the sessions, the CA and the settings of this user.")
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
        let data = KeptData(folder: try AuthorityAccess.attempt(options.store).folder, settings: SettingsFile.userPath)
        if purge, let session = data.running {
            Diagnostics.say(
                "\(session.path.terminalEscaped) is in use: stop the Hark that records to it first. Nothing was done.")
            throw ExitCode(EX_TEMPFAIL)
        }
        try endTrust(data.certificates)
        if purge { try delete(data) }
        if !purge, !data.isEmpty { Diagnostics.say("kept: \(data.text). hark uninstall --purge deletes it.") }
        guard let path = Self.program else { return }
        let copy = InstalledCopy(
            path: path, owns: { Programs.isInstalled($0[0]) && Programs.startAside($0).map(Programs.wait) == 0 },
            exists: { access($0, F_OK) == 0 })
        Diagnostics.say("to remove this copy of Hark, run:")
        Report.text(copy.command + "\n")
    }

    /// Nothing else goes away before nobody trusts the CA any more: without its certificate it would be hard to find.
    private func endTrust(_ certificates: [String]) throws {
        let places = TrustPlaces.all
        guard !places.isEmpty else { return }
        let choice = try TrustChoice.parse(yes ? ["--yes"] : dryRun ? ["--dry-run"] : [])
        for path in certificates {
            let found = try AuthorityAccess.attempt { () throws(AuthorityError) in
                try RootBundle.certificates(in: path).first
            }
            guard let found else { continue }
            let change = TrustChange(certificate: found, file: path, choice: choice, aim: .notTrusted, places: places)
            try change.perform()
        }
    }

    private func delete(_ data: KeptData) throws {
        guard !data.isEmpty else { return Diagnostics.say("there are no sessions, no CA and no settings") }
        if dryRun { return Diagnostics.say("would be deleted: \(data.text)") }
        try Consent.ask(
            "\(data.text) will be deleted.", "Delete them? This cannot be undone.", isForced: yes)
        var hasFailed = false
        data.remove {
            hasFailed = true
            Diagnostics.say($0)
        }
        if hasFailed { throw ExitCode(1) }
        Diagnostics.say("deleted")
    }

    /// Where this program is, without symbolic links.
    private static var program: String? {
        #if os(Linux)
        let name = "/proc/self/exe"
        #else
        guard let first = CommandLine.arguments.first else { return nil }
        let name = first.contains("/") ? first : Programs.path(of: [first]) ?? first
        #endif
        guard let real = realpath(name, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
