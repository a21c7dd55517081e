import ArgumentParser
import Doctor
import Engine
import Platform
import Reactor
import Views

/// `hark doctor`: why nothing arrives. Looks at the port, at this shell's variables, at trust, and sends requests.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Diagnose missing traffic: port, proxy variables, CA trust.",
        discussion: """
            Each line is ok, info, warn or bad, with the fix. Exits with 1 if something is bad. Changes nothing and \
            needs no network.

            Examples:
              hark doctor
              hark doctor --proxy 127.0.0.1:8888 --json
              hark doctor --transparent 127.0.0.1:8080
            """)

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Examine this proxy (default: the local one in the proxy variables, else 127.0.0.1:8888).",
            valueName: "host:port"))
    var proxy: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Examine this transparent listener and print the nft rules that redirect to it.",
            valueName: "address:port"))
    var transparent: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Run only these checks, such as listening,identity.", valueName: "list"))
    var only: String?

    @Flag(name: .long, help: "Print one JSON object.")
    var json = false

    @OptionGroup var options: AuthorityOptions

    func validate() throws {
        _ = try DoctorChecks.read(only)
        if let transparent {
            guard only == nil else { throw ValidationError("--only and --transparent cannot be combined") }
            guard proxy == nil else { throw ValidationError("--proxy and --transparent cannot be combined") }
            guard Self.listener(transparent) != nil else {
                throw ValidationError(
                    "--transparent '\(transparent.terminalEscaped)' is not an address (expected ADDRESS:PORT, such as "
                        + "127.0.0.1:8080 or [::1]:8080)")
            }
        }
        guard let proxy else { return }
        guard let place = HostPort(proxy), place.port != 0 else {
            throw ValidationError(
                "--proxy '\(proxy.terminalEscaped)' is not an address (expected HOST:PORT, such as 127.0.0.1:8888)")
        }
    }

    func run() throws {
        let variables = Environment.all
        let trust = TrustDoctor(
            variables: variables, now: WallTime.seconds, store: options.store,
            places: { certificate, file in TrustPlaces.all.map { $0.asked(about: certificate, file: file) } },
            command: options.command)
        if let listener = transparent.flatMap(Self.listener) {
            let doctor = TransparentDoctor(place: listener.place, address: listener.address, user: geteuid())
            let (found, rules) = doctor.examine()
            let all = found + trust.examine().diagnoses
            return try tell(DoctorReport(proxy: listener.place, diagnoses: all, rules: rules))
        }
        let only = try DoctorChecks.read(only)
        let examination = Examination(
            of: proxy.flatMap { HostPort($0) }, variables: variables, trust: trust, only: only)
        let found = examination.diagnoses() + (only.isEmpty ? [LibraryVersions.diagnosis] : [])
        try tell(DoctorReport(proxy: examination.place, diagnoses: found))
    }

    /// An address with a port, for the packet filter knows no names.
    private static func listener(_ text: String) -> (place: HostPort, address: SocketAddress)? {
        guard let place = HostPort(text), place.port != 0,
            let address = Resolver.literal(place.host, port: place.port)
        else { return nil }
        return (place, address)
    }

    private func tell(_ report: DoctorReport) throws {
        if json {
            Report.json { report.write(to: &$0) }
        } else {
            Report.lines { report.write(to: &$0, width: TerminalWriter(descriptor: STDOUT_FILENO).width) }
        }
        if report.diagnoses.verdict == .bad { throw ExitCode(1) }
    }
}
