package import Bytes
package import HTTPModel

/// `http://hark.test/`: Hark itself. Shows its state, how to use it, and the certificate to trust; shows nothing
/// recorded, gives out no key, and changes nothing.
///
/// `status` is asked once for each request, on the caller's thread.
package struct HarkSite: LocalSite {
    package static let host = "hark.test"

    /// What `hark doctor` calls itself.
    package static let doctor = "hark-doctor"
    private static let start = Bytes("GET http://\(host)/")

    /// `hark doctor` asks through the proxy whether it is Hark.
    package static func isDoctor(_ head: RequestHead) -> Bool {
        head.raw.starts(with: start) && head.fields.values(named: "User-Agent").first == Bytes(doctor)
    }

    private static let allow = "GET, HEAD"

    private let status: @Sendable () -> HarkStatus
    private let certificateSource: @Sendable () -> HarkCertificates?
    private var certificates: HarkCertificates? { certificateSource() }

    /// `certificates`: nil when there is no authority, as HTTPS is not read. Asked for by each page that needs them.
    package init(
        certificates: @autoclosure @escaping @Sendable () -> HarkCertificates? = nil,
        status: @escaping @Sendable () -> HarkStatus
    ) {
        certificateSource = certificates
        self.status = status
    }

    package func receive(_ request: SiteRequest) -> SiteDecision {
        var response = response(to: request)
        // The content was not read, and a client that waits for 100 may send it or not (RFC 9110 §10.1.1).
        response.closes = response.closes || request.awaitsContinue
        return .answer(response.answer(to: request))
    }

    package func answer(_ request: SiteRequest, body: Bytes) -> SiteAnswer {
        response(to: request).answer(to: request)
    }

    package func refuse(_ request: SiteRequest, limit: Int) -> SiteAnswer {
        var response = SiteResponse.plain(413, "No page here accepts content.\n")
        response.closes = true
        return response.answer(to: request)
    }

    private func response(to request: SiteRequest) -> SiteResponse {
        let standing: [SiteResponse.Field] = [("Cache-Control", "no-store")]
        guard request.head.method == .get || request.head.method == .head else {
            return .plain(
                405, [("Allow", HarkSite.allow)],
                "The pages here are read-only: use GET or HEAD.\n")
        }
        switch request.segments {
        case []:
            return page(status()).response(200, standing, for: request)
        case ["status.json"]:
            let fields = standing + [("X-Content-Type-Options", "nosniff")]
            return .json(200, fields, HarkSite.json(status()))
        case let path where path.count == 1:
            return trustResponse(path[0], standing, for: request) ?? notFound(standing, for: request)
        default:
            return notFound(standing, for: request)
        }
    }

    /// What there is about trust; nil for other paths, and without an authority.
    private func trustResponse(
        _ path: String, _ standing: [SiteResponse.Field], for request: SiteRequest
    ) -> SiteResponse? {
        guard let certificates else { return nil }
        switch path {
        case "trust":
            return TrustPage.page(certificates, proxy: proxyAddress(status())).response(200, standing, for: request)
        case LiveCheck.path: return LiveCheck.response(standing, for: request)
        default: return certificates.file(at: path)?.response(standing)
        }
    }

    private func notFound(_ standing: [SiteResponse.Field], for request: SiteRequest) -> SiteResponse {
        let pages = certificates == nil ? "/ and /status.json" : "/, /status.json, /trust and the certificate's files"
        return SitePage(
            "Not found", linksHome: false, [.text("The pages here: \(pages)."), .link("Status", to: "/")]
        ).response(404, standing, for: request)
    }

    /// Where a client that reads this is told to find the proxy.
    private func proxyAddress(_ status: HarkStatus) -> String {
        (status.listeners.first { $0.reverse == nil } ?? status.listeners.first)?.address ?? "127.0.0.1:8888"
    }

    private func page(_ status: HarkStatus) -> SitePage {
        let about = [
            SitePage.Row(name: "Version", value: status.version),
            SitePage.Row(name: "Running for", value: HarkSite.duration(status.uptimeSeconds)),
        ]
        let listeners = status.listeners.map { listener in
            SitePage.Row(
                name: listener.address,
                value: listener.reverse.map { "is a reverse proxy for \($0)" } ?? "forward proxy")
        }
        let counters = status.counters.map { SitePage.Row(name: $0.label, value: String($0.value)) }
        return SitePage(
            "Hark is listening", linksHome: false,
            [
                .text(
                    """
                    You reached this page through the proxy, so your client is configured correctly: this page is \
                    available only through the proxy.
                    """
                )
            ] + (certificates == nil ? [] : [.liveCheck]) + [
                .table(about + listeners + counters),
                .link("This page as JSON", to: "/status.json"),
                .link("The demo site: pages with interesting HTTP", to: "http://demo.hark.test/"),
            ] + TrustPage.summary(certificates) + ProxySetup.blocks(address: proxyAddress(status)))
    }

    private static func json(_ status: HarkStatus) -> String {
        let listeners = status.listeners.map { listener in
            let reverse = listener.reverse.map(JSONText.quote) ?? "null"
            return "    {\"address\": \(JSONText.quote(listener.address)), \"reverse\": \(reverse)}"
        }
        let counters = status.counters.map { "    \(JSONText.quote($0.name)): \($0.value)" }
        return """
            {
              "version": \(JSONText.quote(status.version)),
              "uptimeSeconds": \(status.uptimeSeconds),
              "listeners": [
            \(listeners.joined(separator: ",\n"))
              ],
              "counters": {
            \(counters.joined(separator: ",\n"))
              }
            }

            """
    }

    private static func duration(_ seconds: Int64) -> String {
        let (minutes, hours, days) = (seconds / 60, seconds / 3_600, seconds / 86_400)
        if days > 0 { return "\(days) d \(hours % 24) h" }
        if hours > 0 { return "\(hours) h \(minutes % 60) min" }
        return minutes > 0 ? "\(minutes) min \(seconds % 60) s" : "\(seconds) s"
    }
}
