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
        let folder = try configuredFolder() ?? AuthorityAccess.attempt(options.store).folder
        let data = KeptData(folder: folder, sessions: KeptSession.folder, settings: SettingsFile.userPath)
        if purge, let session = data.running {
            Diagnostics.say(
                "\(session.path.terminalEscaped) is in use: stop the Hark that records to it first. Nothing was done.")
            throw ExitCode(EX_TEMPFAIL)
        }
        try endTrust(data.certificates)
        let isDeleted = try !purge || delete(data)
        if !purge, !data.isEmpty { Diagnostics.say("kept: \(data.text). Add --purge to delete it.") }
        if let path = Self.program { sayHowToRemove(path) }
        if !isDeleted { throw ExitCode(1) }
    }

    /// The folder that settings name for the CA of the proxy; nil when the command line names one, or nobody does.
    private func configuredFolder() throws -> String? {
        guard options.caDir == nil else { return nil }
        do {
            let words = try SettingsWords(["proxy"], try Settings(try SettingsRequest([]))).words
            let place = words.firstIndex { $0 == "--ca-dir" || $0.hasPrefix("--ca-dir=") }
            guard let place else { return nil }
            if let value = words[place].split(separator: "=", maxSplits: 1).dropFirst().first { return String(value) }
            return place + 1 < words.count ? words[place + 1] : nil
        } catch {
            Diagnostics.say(
                "the settings cannot be read, so Hark does not know if they name another folder for the CA; run "
                    + "'hark config check', or name the folder with --ca-dir")
            throw ExitCode(EX_CONFIG)
        }
    }

    private func sayHowToRemove(_ path: String) {
        let copy = InstalledCopy(
            path: path, owns: { Programs.isInstalled($0[0]) && Programs.startAside($0).map(Programs.wait) == 0 },
            exists: { access($0, F_OK) == 0 })
        Diagnostics.say("to remove this copy of Hark, run:")
        Report.text(copy.command(purges: purge) + "\n")
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
