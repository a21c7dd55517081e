import ArgumentParser
import Authority
import Fleet

/// What a proxy ships while it runs: the options of `hark ship`, most of them with `ship-` before their names.
struct ProxyShipOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Ship finished flows to this database; fleet is the one in HARK_FLEET.", valueName: "url"))
    var ship: String?

    @Option(
        name: .long, help: ArgumentHelp("Ship only matching flows (hark help filter).", valueName: "filter"),
        completion: FilterWordCompletion.kind)
    var shipFilter: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Ship this share of successful flows, whole traces at a time; others are shipped anyway.",
            valueName: "rate"))
    var shipSample = 1.0

    @Option(name: .long, help: ArgumentHelp("Ship these bodies: none, text or all.", valueName: "which"))
    var shipBodies = ShippingPolicy.Bodies.text

    @Option(
        name: .long, help: ArgumentHelp("Cut larger bodies that are shipped, and mark them.", valueName: "size"))
    var shipMaxBody = "256KiB"

    @Flag(name: .long, help: "Ship credentials as recorded; by default tags replace them.")
    var shipWithSecrets = false

    @Flag(name: .long, help: "Permit --ship to another machine without verifying the server.")
    var shipInsecure = false

    @Option(
        name: .long,
        help: ArgumentHelp("Read the password for --ship from this file (its first line).", valueName: "file"),
        completion: .file())
    var shipPasswordFile: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Derive the tags of shipped flows from this key (32 bytes or more, mode 0600).", valueName: "file"),
        completion: .file())
    var redactKey: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Name of this proxy in the fleet (default: the host's name).", valueName: "name"))
    var proxyName: String?

    @Option(
        name: .long, help: ArgumentHelp("Label the shipped run, repeatable (at most 16).", valueName: "name=value"))
    var label: [String] = []

    @Option(name: .long, help: "Ship for this tenant.")
    var tenant = "default"

    /// So many earlier sessions are open at once.
    private static let most = 50

    func validate() throws {
        try shipping.check("--ship-")
        guard ship == nil, let option = given.first else { return }
        throw ValidationError("\(option) needs --ship")
    }

    /// The options that say how flows are shipped, and were given; labels and the name are told by --otlp, too.
    private var given: [String] {
        let all: [(isGiven: Bool, name: String)] = [
            (shipFilter != nil, "--ship-filter"), (shipSample != 1, "--ship-sample"),
            (shipBodies != .text, "--ship-bodies"), (shipMaxBody != "256KiB", "--ship-max-body"),
            (shipWithSecrets, "--ship-with-secrets"), (shipInsecure, "--ship-insecure"),
            (shipPasswordFile != nil, "--ship-password-file"), (tenant != "default", "--tenant"),
        ]
        return all.filter(\.isGiven).map(\.name)
    }

    private var shipping: ShippingOptions {
        var options = ShippingOptions()
        (options.filter, options.sample, options.bodies, options.maxBody) = (
            shipFilter, shipSample, shipBodies, shipMaxBody
        )
        (options.withSecrets, options.redactKey, options.proxyName) = (shipWithSecrets, redactKey, proxyName)
        (options.label, options.tenant) = (label, tenant)
        return options
    }

    /// What the run is labelled with, credentials taken out.
    func labels() throws -> [String: String] { try shipping.labels() }

    /// Fails with a sentence and an exit code where flows could never be shipped so.
    func check(_ store: StoreOptions) throws {
        guard let ship else { return }
        if store.noStore { throw UsageFailure.said("--ship needs the session file, so it excludes --no-store") }
        let connector = FleetConnector(isInsecure: shipInsecure, passwordFile: shipPasswordFile)
        _ = try connector.address(ship, of: "--ship")
        if redactKey != nil { _ = try shipping.redactor() }
    }

    /// What ships the flows of this session file; nil when nothing is shipped.
    ///
    /// - Parameter report: hears what it does.
    func shipper(
        _ session: String?, _ store: StoreOptions, hasScreen: Bool, report: @escaping @Sendable (ShipCounts) -> Void
    ) throws -> ShipperProcess? {
        guard let ship else { return nil }
        // A name without folder would be looked for among the sessions.
        guard let session = session.map({ $0.contains("/") ? $0 : "./" + $0 }) else {
            throw UsageFailure.said("--ship needs the session file; name one with --store")
        }
        let options = words(to: ship)
        // Those of earlier starts, of which something may be left. What was recorded for another tenant, or with
        // other bodies, is not shipped as this.
        var earlier: [String] = []
        if store.store == nil, let slash = session.lastIndex(of: "/") {
            let marked = ShippingMark.sessions(in: String(session[..<slash]), with: options)
            earlier = marked.same.filter { $0 != session }
            if let first = marked.others.first(where: { $0 != session }) {
                Diagnostics.say(
                    "earlier sessions with other options for --ship are not shipped; to ship what is left of one: "
                        + "hark ship \(ShellText.quoted(first)) --to URL")
            }
        }
        ShippingMark(of: session).set(options)
        // Files and variables have been read: what they set for `hark ship` itself is not for this.
        let words =
            ["ship", "--no-config", session] + earlier.suffix(Self.most)
            + ["--follow", "--until-end", "--progress"] + options
        return ShipperProcess(
            words, later: "hark ship \(ShellText.quoted(session)) --to \(ShellText.quoted(ship))", isHeard: !hasScreen,
            report: report)
    }

    /// The options of `hark ship`.
    private func words(to place: String) -> [String] {
        var words = ["--to=\(place)", "--sample=\(shipSample)"]
        words += ["--bodies=\(shipBodies.rawValue)", "--max-body=\(shipMaxBody)", "--tenant=\(tenant)"]
        words += label.map { "--label=\($0)" }
        let named = [
            ("filter", shipFilter), ("password-file", shipPasswordFile), ("redact-key", redactKey),
            ("proxy-name", proxyName),
        ]
        for (name, value) in named { if let value { words.append("--\(name)=\(value)") } }
        if shipWithSecrets { words.append("--with-secrets") }
        if shipInsecure { words.append("--insecure") }
        return words
    }
}
