import Bytes
import HTTPModel
import HTTPSemantics
import Site

/// `/metrics` on a listener of its own, for Prometheus. Pure, but for the numbers.
struct MetricsSite: LocalSite {
    /// Which nobody can reach but by the listener.
    static let host = "metrics.hark.test"
    let text: @Sendable () -> Bytes
    /// Which requests have to show; nil: none.
    let token: Bytes?

    func receive(_ request: SiteRequest) -> SiteDecision { .answer(answer(request, body: Bytes())) }

    func answer(_ request: SiteRequest, body: Bytes) -> SiteAnswer {
        response(request).answer(to: request)
    }

    func refuse(_ request: SiteRequest, limit: Int) -> SiteAnswer { answer(request, body: Bytes()) }

    private func response(_ request: SiteRequest) -> SiteResponse {
        // A page of somebody else's may have a name that leads here (DNS rebinding), but no address.
        guard let host = request.head.fields.first(.host), Self.isPlain(host) else {
            return .plain(421, [], "Ask by an address, or localhost.\n")
        }
        guard request.path == "/metrics" else { return .plain(404, [], "There is only /metrics.\n") }
        guard request.head.method == .get || request.head.method == .head else {
            return .plain(405, [("Allow", "GET, HEAD")], "Only GET is possible.\n")
        }
        if let token, !Self.shows(token, request.head.fields) {
            return .plain(401, [("WWW-Authenticate", "Bearer")], "Send the token of --metrics-auth.\n")
        }
        return SiteResponse(
            200, [("Cache-Control", "no-store")], type: "text/plain; version=0.0.4; charset=utf-8", text().text)
    }

    private static func isPlain(_ host: Bytes) -> Bool {
        let name = URLReference(host, as: .authority)
        guard let range = name.host else { return false }
        let text = host.slice(range)
        return text.equalsIgnoringCase("localhost") || HostName.isAddress(text)
    }

    private static func shows(_ token: Bytes, _ fields: FieldSection) -> Bool {
        guard let value = fields.first(.authorization), value.hasPrefix(ignoringCase: "bearer ") else { return false }
        return value.slice(7..<value.count).trimmed.equalsInConstantTime(token)
    }
}
