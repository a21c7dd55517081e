import Bytes
import HTTPModel

/// What every request has to be before anything is looked at: for this host, and from this origin.
struct PageGate: Sendable {
    /// What `Host` may be, in lower case.
    private let hosts: Set<String>

    /// - Parameter port: of the listener.
    init(port: UInt16) {
        hosts = Set(["127.0.0.1", "[::1]", "localhost", "hark.localhost"].map { "\($0):\(port)" })
    }

    func check(_ request: PageRequest, isPage: Bool) throws(PageError) {
        let host = request.fields.values(.host)
        // RFC 9110 §7.2: the host that was meant; a name that was made to lead here is another one.
        guard host.count == 1, hosts.contains(host[0].text.lowercased()) else {
            throw PageError(
                421, .host,
                "This is Hark's page. It is available only at 127.0.0.1, [::1] and localhost, with its port.")
        }
        let origins = request.fields.values(named: "origin")
        guard origins.allSatisfy({ $0.text.lowercased() == "http://" + host[0].text.lowercased() }) else {
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
