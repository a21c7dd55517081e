import ArgumentParser
import Engine
import JSON
import Views

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// `hark doctor`: why nothing arrives. Looks at the port, at this shell's variables, at trust, and sends requests.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Say why nothing arrives: what listens, what clients trust, what the environment says.",
        discussion: """
            Each line is ok, warn or bad, with what to do about it. Ends with 1 when something is bad. Nothing is changed, \
            and no network is needed.

            Example:
              hark doctor
              hark doctor --proxy 127.0.0.1:8888 --json
            """)

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The proxy to examine (default: the one of this machine that the environment names, else 127.0.0.1:8888).",
            valueName: "host:port"))
    var proxy: String?

    @Flag(name: .long, help: "Print one JSON object.")
    var json = false

    @OptionGroup var options: AuthorityOptions

    func validate() throws {
        guard let proxy else { return }
        guard let place = HostPort(proxy), place.port != 0 else {
            throw ValidationError("--proxy '\(proxy.shown)' is not HOST:PORT, such as 127.0.0.1:8888 or [::1]:8888.")
        }
    }

    func run() throws {
        let variables = Environment.all
        let place =
            proxy.flatMap { HostPort($0) } ?? EnvironmentDoctor.localProxy(in: variables)
            ?? HostPort(host: "127.0.0.1", port: 8888)
        let (authority, trust) = TrustDoctor(options: options, variables: variables).examine()
        let path = PathDoctor(proxy: place, authority: authority).findings
        // What answers there may be anybody's: then this shell is not told to use it.
        let identity = path.filter { $0.name == "identity" }
        let isHark = identity.isEmpty || identity.contains { $0.verdict == .ok }
        let environment = EnvironmentDoctor(variables: variables, proxy: place, isHark: isHark).findings
        let findings = path + environment + trust
        if json { write(findings, about: place) } else { show(findings, about: place) }
        if findings.verdict == .bad { throw ExitCode(1) }
    }

    private func show(_ findings: [Finding], about place: HostPort) {
        let width = TerminalWriter(descriptor: STDOUT_FILENO).width
        Report.lines { buffer in
            for finding in findings { finding.write(to: &buffer, width: width) }
            let (bad, warnings) = (
                findings.count { $0.verdict == .bad }, findings.count { $0.verdict == .warn }
            )
            buffer.newline()
            if bad > 0 {
                buffer.line("Something is in the way (marked bad). Mend that first, then ask again.")
            } else if warnings > 0 {
                buffer.line("\(place) works. What is marked warn stops some clients.")
            } else {
                buffer.line("\(place) works, and nothing here stands in the way.")
            }
        }
    }

    private func write(_ findings: [Finding], about place: HostPort) {
        Report.json { writer in
            writer.beginObject()
            writer.key("proxy")
            writer.string("\(place)")
            writer.key("verdict")
            writer.string(findings.verdict.rawValue)
            writer.key("checks")
            writer.beginArray()
            for finding in findings { finding.write(to: &writer) }
            writer.endArray()
            writer.endObject()
        }
    }
}

extension Environment {
    /// All variables of the process; of a name that is there twice, the first counts, as for `getenv`.
    static var all: [String: String] {
        var found: [String: String] = [:]
        var next = environ
        while let entry = next.pointee {
            let text = String(cString: entry)
            if let equals = text.firstIndex(of: "="), equals != text.startIndex {
                let name = String(text[..<equals])
                if found[name] == nil { found[name] = String(text[text.index(after: equals)...]) }
            }
            next += 1
        }
        return found
    }
}
