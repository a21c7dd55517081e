import ArgumentParser
import Authority
import Bytes
import TLS
import Views

/// `hark ca check`: who trusts the authority; its exit code is the answer for scripts.
struct CaCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check whether the system, browsers or a file trust Hark's CA.",
        discussion: """
            Without an option, Hark checks all stores it finds. Exits with 1 if one of them does not trust the CA, or \
            if no store could be checked.

            Example:
              hark ca check --file "$SSL_CERT_FILE" && echo ready
            """)

    @Flag(name: .long, help: "Check the system's store.")
    var system = false

    @Option(name: .long, help: ArgumentHelp("Check this NSS database. Repeatable.", valueName: "dir"))
    var nss: [String] = []

    @Option(name: .long, help: ArgumentHelp("Check this PEM file of trusted CAs. Repeatable.", valueName: "bundle"))
    var file: [String] = []

    @Flag(name: .long, help: "Print one JSON object.")
    var json = false

    @OptionGroup var options: AuthorityOptions

    func run() throws {
        let (store, authority) = try options.existing()
        let asked = ask(authority.certificate, file: store.certificatePath)
        let isTrusted = Self.isTrusted(by: asked)
        let report = AuthorityReport(store, authority)
        if json {
            Report.json { writer in
                writer.beginObject()
                report.writeMembers(to: &writer)
                writer.key("places")
                AskedPlace.write(asked, to: &writer)
                writer.member("trusted", isTrusted)
                writer.endObject()
            }
        } else {
            let width = Report.width
            Report.lines { buffer in
                for place in asked {
                    buffer.ink(place.verdict == .trusted ? .good : .warning) { $0.wire(place.name) }
                    buffer.text(": ")
                    buffer.wrapped(place.words, width: width, hanging: 4)
                }
                if asked.isEmpty {
                    buffer.wrapped(
                        "Hark found no certificate store to check; name a file with --file.", width: width)
                }
                buffer.line("\(report.facts.commonName): \(report.daysLeft) days left")
            }
        }
        if !isTrusted { throw ExitCode(1) }
    }

    private func ask(_ certificate: Certificate, file path: String) -> [AskedPlace] {
        var places = nss.map { TrustPlace.nss(folder: $0) }
        let isNarrowed = system || !nss.isEmpty || !file.isEmpty
        if !isNarrowed { places = TrustPlaces.all }
        if system, let store = TrustPlaces.system { places.insert(store, at: 0) }
        let files = file.map { bundle in
            AskedPlace(name: bundle, verdict: TrustCheck(certificate).isTrusted(byFile: bundle))
        }
        return places.map { $0.asked(about: certificate, file: path) } + files
    }

    /// Someone trusts it, and nobody refuses to; who cannot be asked has no say.
    private static func isTrusted(by asked: [AskedPlace]) -> Bool {
        let known = asked.filter { if case .unknown = $0.verdict { false } else { true } }
        return !known.isEmpty && known.allSatisfy { $0.verdict == .trusted }
    }
}
