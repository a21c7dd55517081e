import Bytes
import HTTPModel
import HTTPSemantics

/// `/status/NNN`: any final status, with the fields that its section asks for.
enum StatusPage {
    static let page = DemoPage(
        name: "status", methods: [],
        cards: [
            SitePage.Card(
                path: "/status/204", title: "No content: 204",
                watch: "No content and no length: the message ends with its head.",
                curl: "curl -i http://demo.hark.test/status/204"),
            SitePage.Card(
                path: "/status/405", title: "Method not allowed: 405",
                watch: "Allow must list the supported methods.",
                curl: "curl -i -X PATCH http://demo.hark.test/cache/fresh"),
            SitePage.Card(
                path: "/status/410", title: "Removed permanently: 410",
                watch: "Unlike 404, it says that the page existed and will not return; caches can store that.",
                curl: "curl -i http://demo.hark.test/status/410"),
            SitePage.Card(
                path: "/status/429", title: "Too many requests: 429",
                watch: "Retry-After in seconds says when to retry.",
                curl: "curl -i --retry 1 http://demo.hark.test/status/429"),
            SitePage.Card(
                path: "/status/503", title: "Service unavailable: 503",
                watch: "Retry-After as a date, its other form.",
                curl: "curl -i http://demo.hark.test/status/503"),
            SitePage.Card(
                path: "/status/418", title: "Any other status",
                watch: "Use any number from 200 to 599 and see how clients react.",
                curl: "curl -i http://demo.hark.test/status/418"),
        ]
    ) { request, _ in
        guard request.segments.count == 2,
            let number = Bytes(request.segments[1]).decimal, request.segments[1].utf8.count == 3,
            (200...599).contains(number)
        else { return nil }
        let status = Int(number)
        if let condition = missingCondition(status, request) {
            return .plain(
                200, [("Accept-Ranges", "bytes")], "\(status) requires a request with \(condition).\n")
        }
        if status == 405, let answer = allowedAnswer(to: request.head.method) { return answer }
        let fields = fields(status, now: request.seconds)
        switch status {
        case 204, 304:
            // RFC 9110 §8.6: no Content-Length in a 204; in a 304 it would be that of a 200.
            return SiteResponse(status, fields)
        case 205:
            // RFC 9110 §15.3.6: no content, said with a length of 0.
            return SiteResponse(status, fields, body: .bytes([]))
        case 206:
            let part = Array("a part\n".utf8)
            return SiteResponse(status, fields + [("Content-Type", "text/plain")], body: .bytes(part))
        default:
            let reason = StatusCode.reason(status)
            let text = reason.isEmpty ? "\(status), which is not registered" : "\(status) \(reason)"
            return .plain(status, fields, text + "\n")
        }
    }

    /// What a request must have for the status to be an answer to it (RFC 9110 §15.3.7, §15.4.5, §15.5.17); nil when it
    /// has it, or nothing is needed.
    private static func missingCondition(_ status: Int, _ request: SiteRequest) -> String? {
        let fields = request.head.fields
        switch status {
        case 206, 416: return fields.contains(.range) ? nil : "Range"
        case 304: return Preconditions.areIn(fields) ? nil : "If-None-Match or If-Modified-Since"
        default: return nil
        }
    }

    /// The methods of the resource that refuses all others: none that it refuses is among them (RFC 9110 §15.5.6).
    private static let allowed = "POST, OPTIONS"

    private static func allowedAnswer(to method: Method) -> SiteResponse? {
        switch method {
        case .post: .plain(200, [], "POST is allowed here. Any other method is refused with 405.\n")
        case .options: SiteResponse(204, [("Allow", allowed)])
        default: nil
        }
    }

    /// What must or should go with the status.
    private static func fields(_ status: Int, now: Int64) -> [SiteResponse.Field] {
        switch status {
        case 201: [("Location", "/status/200")]
        case 206: [("Content-Range", "bytes 0-6/70")]
        case 301, 302, 303, 307, 308: [("Location", "/redirect/end")]
        case 304: [("ETag", "\"demo-1\""), ("Cache-Control", "max-age=60")]
        case 401: [("WWW-Authenticate", "Basic realm=\"demo\", charset=\"UTF-8\"")]
        case 405: [("Allow", allowed)]
        case 410: [("Cache-Control", "max-age=3600")]
        case 416: [("Content-Range", "bytes */70")]
        case 426: [("Upgrade", "websocket"), ("Connection", "Upgrade")]
        case 429: [("Retry-After", "2")]
        case 503: [("Retry-After", HTTPDate.format(now + 30).text)]
        default: []
        }
    }
}
