import Bytes
import HTTPModel

/// What every request has to be before anything is looked at: for this host, and from this origin.
struct PageGate: Sendable {
    /// What the host in `Host` may be, in lower case, for who comes from this computer.
    private static let localHosts: Set<String> = ["127.0.0.1", "[::1]", "localhost", "hark.localhost"]
    /// What may follow it.
    private let ports: Set<String>
    let port: UInt16
    /// TLS is spoken.
    let isSecure: Bool
    var scheme: String { isSecure ? "https" : "http" }

    /// - Parameter port: of the listener.
    init(port: UInt16, isSecure: Bool = false) {
        self.port = port
        self.isSecure = isSecure
        // RFC 9110 §4.2: browsers leave out the port that a scheme has anyway.
        ports = port == (isSecure ? 443 : 80) ? [":\(port)", ""] : [":\(port)"]
    }

    /// An address that a name was made to lead here is not enough: it has to be the one that was connected to, or this
    /// computer's own.
    private func isHost(_ text: String, _ peer: PagePeer) -> Bool {
        ports.contains { port in
            guard text.hasSuffix(port) else { return false }
            let host = String(text.dropLast(port.count))
            return host == peer.reached || Self.localHosts.contains(host)
        }
    }

    /// The host that was meant, with its port.
    func host(of request: PageRequest) throws(PageError) -> String {
        let host = request.fields.values(.host)
        // RFC 9110 §7.2: the host that was meant; a name that was made to lead here is another one.
        guard host.count == 1, isHost(host[0].text.lowercased(), request.peer) else {
            throw PageError(
                421, .host,
                """
                This is Hark's page. It is available only at \(request.peer.isLocal ? "" : request.peer.reached + ", ")\
                127.0.0.1, [::1] and localhost, with its port.
                """)
        }
        return host[0].text.lowercased()
    }

    func check(_ request: PageRequest, isPage: Bool) throws(PageError) {
        let host = try host(of: request)
        let origins = request.fields.values(named: "origin")
        guard origins.allSatisfy({ $0.text.lowercased() == "\(scheme)://\(host)" }) else {
            throw PageError(403, .origin, "The request comes from another origin; only Hark's own page may send it.")
        }
        let sites = request.fields.values(named: "sec-fetch-site")
        // The page itself holds no data, and a redirect from a file that opens it comes as cross-site.
        if isPage, origins.isEmpty, request.fields.values(named: "sec-fetch-dest").allSatisfy({ $0 == "document" }),
            request.fields.values(named: "sec-fetch-mode").allSatisfy({ $0 == "navigate" })
        {
            return
        }
        guard sites.allSatisfy({ $0 == "same-origin" || (isPage && $0 == "none") }) else {
            throw PageError(403, .origin, "The request comes from another site; only Hark's own page may send it.")
        }
    }
}
