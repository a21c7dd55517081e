import ArgumentParser
import Authority
import Bytes
import Filter
import Fleet
import Formats
import Platform
import Views

/// Which flows are shipped, what of them, and in whose name.
struct ShippingOptions: ParsableArguments {
    @Option(
        name: .long, help: ArgumentHelp("Ship only matching flows (hark help filter).", valueName: "filter"),
        completion: FilterWordCompletion.kind)
    var filter: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Ship this share of successful flows, whole traces at a time; others are shipped anyway.",
            valueName: "rate"))
    var sample = 1.0

    @Option(name: .long, help: ArgumentHelp("Ship these bodies: none, text or all.", valueName: "which"))
    var bodies = ShippingPolicy.Bodies.text

    @Option(name: .long, help: ArgumentHelp("Cut larger bodies, which are marked truncated.", valueName: "size"))
    var maxBody = "256KiB"

    @Flag(name: .long, help: "Ship credentials as recorded; by default tags replace them.")
    var withSecrets = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Derive tags from this key (32 bytes or more, mode 0600), so that equal credentials have equal tags on "
                + "all proxies (default: a random key per session).", valueName: "file"),
        completion: .file())
    var redactKey: String?

    @Option(name: .long, help: ArgumentHelp("Name of this proxy (default: the host's name).", valueName: "name"))
    var proxyName: String?

    @Option(name: .long, help: ArgumentHelp("Label the run, repeatable (at most 16).", valueName: "name=value"))
    var label: [String] = []

    @Option(name: .long, help: "Ship for this tenant.")
    var tenant = "default"

    func validate() throws { try check("--") }

    /// - Parameter prefix: what most of the options begin with.
    func check(_ prefix: String) throws {
        guard sample > 0, sample <= 1 else {
            throw ValidationError("\(prefix)sample \(sample) is not above 0 and at most 1")
        }
        guard !withSecrets || redactKey == nil else {
            throw ValidationError("\(prefix)with-secrets and --redact-key cannot be combined")
        }
        guard !tenant.isEmpty, !tenant.contains("\0"), tenant.utf8.count <= 100 else {
            throw ValidationError("--tenant is empty or longer than 100 bytes")
        }
        _ = try policy(prefix)
        _ = try labels()
    }

    func policy(_ prefix: String = "--") throws -> ShippingPolicy {
        let matcher = try filter.map { FilterMatcher(try FilterOptions.read($0, prefix + "filter"), .here) }
        return ShippingPolicy(
            matcher: matcher, sample: sample, bodies: bodies,
            bodyLimit: try FigureOption.size(maxBody, of: prefix + "max-body"))
    }

    /// Without credentials, unless these are shipped.
    func labels() throws -> [String: String] {
        guard label.count <= 16 else { throw ValidationError("more than 16 labels") }
        var labels: [String: String] = [:]
        for text in label {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, text.utf8.count <= 1_024, !text.contains("\0") else {
                throw ValidationError("--label '\(text.terminalEscaped)' is not NAME=VALUE (at most 1,024 bytes)")
            }
            labels[String(parts[0])] = String(parts[1])
        }
        // What a label says may be a credential, too: `token=…`.
        return withSecrets ? labels : labels.reduce(into: [:]) { $0[$1.key] = Self.hidden($1.key, $1.value) }
    }

    private static func hidden(_ name: String, _ value: String) -> String {
        let text = Secrets.redacted(command: "\(name)=\(value)")
        return text.firstIndex(of: "=").map { String(text[text.index(after: $0)...]) } ?? ""
    }

    var proxy: String { proxyName ?? AuthorityOwner.current().host }

    /// Tags are made with a key that nobody chose.
    var hasRandomKey: Bool { !withSecrets && redactKey == nil }

    /// What takes credentials out; nil when they are shipped. Fails with a sentence and exit code 78.
    func redactor() throws -> Redactor? {
        guard !withSecrets else {
            Diagnostics.say("warning: credentials are shipped as recorded (--with-secrets)")
            return nil
        }
        guard let path = redactKey else { return Redactor(key: ExportRun.randomKey(), isShared: true) }
        var status = stat()
        guard stat(path, &status) == 0, let key = SecretFile.read(path) else {
            throw Self.refused(path, "cannot be read: \(SystemText.of(errno))")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw Self.refused(path, "is readable by other users (expected mode 0600)")
        }
        guard key.count >= 32 else { throw Self.refused(path, "has \(key.count) bytes (expected 32 or more)") }
        return Redactor(key: key, isShared: true)
    }

    private static func refused(_ path: String, _ why: String) -> ExitCode {
        Diagnostics.say("--redact-key \(path.terminalEscaped) \(why)")
        return ExitCode(EX_CONFIG)
    }
}

extension ShippingPolicy.Bodies: ExpressibleByArgument {}
