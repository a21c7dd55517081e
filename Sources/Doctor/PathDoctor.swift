package import Authority
import Bytes
package import Engine
import HTTPModel
import Site
import TLS

/// Whether a request goes the whole way: to the port, to Hark, to the demo site, and to it over TLS.
///
/// The demo site lives inside the proxy, so none of this needs a network.
package struct PathDoctor {
    private let proxy: HostPort
    private let authority: LocalAuthority?
    private let isNamed: Bool
    private let only: Set<String>

    /// - Parameters:
    ///   - authority: whom the step over TLS trusts; nil when there is nobody to trust.
    ///   - isNamed: somebody expects it to run.
    ///   - only: names of steps; empty: all.
    package init(proxy: HostPort, authority: LocalAuthority?, isNamed: Bool = true, only: Set<String> = []) {
        self.proxy = proxy
        self.authority = authority
        self.isNamed = isNamed
        self.only = only
    }

    /// Sends the requests; each step only if the one before it went well.
    package func diagnoses() -> [Diagnosis] {
        var found: [Diagnosis] = []
        for (name, step) in [("listening", listening), ("identity", identity), ("http", http), ("https", https)] {
            guard only.isEmpty || only.contains(name) else { continue }
            found += step()
            if found.contains(where: { $0.verdict == .bad || $0.verdict == .info }) { break }
        }
        return found
    }

    private func listening() -> [Diagnosis] {
        do throws(ProbeFailure) {
            _ = try ProbeConnection(to: proxy)
            return [Diagnosis("listening", .ok, "\(proxy) accepts connections.")]
        } catch {
            guard isNamed else {
                return [
                    Diagnosis(
                        "listening", .info, "No proxy runs at \(proxy).", remedy: "hark proxy --listen \(proxy)")
                ]
            }
            return [
                Diagnosis(
                    "listening", .bad, "Nothing answers at \(proxy): \(error.text).",
                    remedy: "hark proxy --listen \(proxy)")
            ]
        }
    }

    private func identity() -> [Diagnosis] {
        do throws(ProbeFailure) {
            let answer = try get("http://\(HarkSite.host)/status.json", host: HarkSite.host)
            guard answer.head.status == 200, Self.isStatus(answer.body) else {
                let server = answer.head.fields.values(named: "Server").first.map { " (Server: \($0.text))" } ?? ""
                return [
                    stranger(
                        "\(proxy) is not Hark, or a Hark in reverse mode (--reverse), "
                            + "which accepts no proxy requests: \(answer.head.status)\(server).")
                ]
            }
            return [Diagnosis("identity", .ok, "It is Hark.")] + sameAuthority()
        } catch {
            return [stranger("\(proxy) is not Hark: \(error.text).")]
        }
    }

    /// The keys are ours, and no other program has the name.
    private static func isStatus(_ body: Bytes) -> Bool {
        let text = body.text
        return text.contains("\"version\"") && text.contains("\"uptimeSeconds\"") && text.contains("\"listeners\"")
    }

    private func stranger(_ text: String) -> Diagnosis {
        Diagnosis(
            "identity", .bad, text,
            remedy:
                "hark proxy --listen 127.0.0.1:0 picks a free port and prints it; then hark doctor --proxy HOST:PORT")
    }

    /// Whether the proxy that runs has the authority that this shell knows: it may have been started by someone else,
    /// with another folder, or before the authority was replaced.
    private func sameAuthority() -> [Diagnosis] {
        guard let authority,
            let answer = try? get("http://\(HarkSite.host)/certificate.der", host: HarkSite.host),
            answer.head.status == 200,
            answer.body != authority.certificate.der
        else { return [] }
        return [
            Diagnosis(
                "identity", .bad,
                "It uses another CA than the one examined here, so trusting this one does not help.",
                remedy: "restart it, or name its folder: hark doctor --ca-dir DIR")
        ]
    }

    private func http() -> [Diagnosis] {
        do throws(ProbeFailure) {
            let answer = try get("http://\(DemonstrationSite.host)/", host: DemonstrationSite.host)
            guard answer.head.status == 200 else {
                return [
                    Diagnosis(
                        "http", .bad, "http://\(DemonstrationSite.host)/ was answered with \(answer.head.status).")
                ]
            }
            return [Diagnosis("http", .ok, "A request for http://\(DemonstrationSite.host)/ went through.")]
        } catch {
            return [
                Diagnosis("http", .bad, "A request for http://\(DemonstrationSite.host)/ failed: \(error.text).")
            ]
        }
    }

    private func https() -> [Diagnosis] {
        let (host, url) = (DemonstrationSite.host, "https://\(DemonstrationSite.host)/")
        guard let authority else {
            return [Diagnosis("https", .warn, "\(url) was not tried, because there is no CA to trust here.")]
        }
        do throws(ProbeFailure) {
            let connection = try ProbeConnection(to: proxy)
            let tunnel = try ProbeExchange(
                Bytes("CONNECT \(host):443 HTTP/1.1\r\nHost: \(host):443\r\nUser-Agent: \(HarkSite.doctor)\r\n\r\n"),
                .connect,
                over: connection)
            guard tunnel.head.status == 200 else {
                return [
                    stuck("CONNECT \(host):443 was answered with \(tunnel.head.status)\(Self.reason(in: tunnel.body))")
                ]
            }
            guard let certificate = try? authority.certificate.exported(as: .pem) else {
                return [stuck("the CA certificate could not be written")]
            }
            let secure = try ProbeTLS(over: connection, to: host, trusting: certificate, unread: tunnel.rest)
            let answer = try ProbeExchange(
                Bytes("GET / HTTP/1.1\r\nHost: \(host)\r\nUser-Agent: \(HarkSite.doctor)\r\nConnection: close\r\n\r\n"),
                .get, over: secure)
            guard answer.head.status == 200 else { return [stuck("it was answered with \(answer.head.status)")] }
            return [Diagnosis("https", .ok, "A request for \(url) was decrypted and went through.")]
        } catch {
            return [stuck(error.text)]
        }
    }

    /// The first line of an answer that explains itself.
    private static func reason(in body: Bytes) -> String {
        guard let line = body.text.split(whereSeparator: \.isNewline).first else { return "" }
        return " (\(line.prefix(200)))"
    }

    private func stuck(_ reason: String) -> Diagnosis {
        Diagnosis(
            "https", .bad, "A request for https://\(DemonstrationSite.host)/ failed: \(reason).",
            remedy: "restart it without --tls tunnel and --tunnel-host, and with the --ca-dir examined here")
    }

    private func get(_ url: String, host: String) throws(ProbeFailure) -> ProbeExchange {
        try ProbeExchange(
            Bytes(
                "GET \(url) HTTP/1.1\r\nHost: \(host)\r\nUser-Agent: \(HarkSite.doctor)\r\nAccept: */*\r\n"
                    + "Connection: close\r\n\r\n"),
            .get, over: try ProbeConnection(to: proxy))
    }
}
