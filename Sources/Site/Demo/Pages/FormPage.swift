import Bytes
import HTTPModel
import HTTPSemantics

/// `/form`: a form with a file, sent as `multipart/form-data` (RFC 7578), and what arrived of it.
enum FormPage {
    static let page = DemoPage(
        name: "form", methods: [.get, .head, .post], bodyLimit: 1 << 20,
        cards: [
            SitePage.Card(
                path: "/form", title: "A form with a file",
                watch:
                    "multipart/form-data: a boundary between the parts, and a small head in each part.",
                curl: "curl -F name=ada -F 'file=@FILE' http://demo.hark.test/form")
        ],
        respond: respond)

    @Sendable private static func respond(_ request: SiteRequest, _ body: Bytes) -> SiteResponse? {
        guard request.segments.count == 1 else { return nil }
        guard request.head.method == .post else { return form(request) }
        if FormData.isMultipart(request) {
            let parts = FormData.parts(request, body)
            guard !parts.isEmpty else {
                return .plain(400, "The content has no part with the declared boundary.\n")
            }
            return received(parts.map(describe), request)
        }
        if FormData.mediaType(request) == "application/x-www-form-urlencoded" {
            let pairs = SiteRequest.parameters(body)
            return received(pairs.map { SitePage.Row(name: $0.name, value: $0.value) }, request)
        }
        return .plain(
            415, [("Accept", "multipart/form-data, application/x-www-form-urlencoded")],
            "The content must be multipart/form-data or application/x-www-form-urlencoded.\n")
    }

    private static func describe(_ part: Multipart.Part) -> SitePage.Row {
        let name = part.name?.text ?? ""
        guard let filename = part.filename?.text else {
            return SitePage.Row(name: name, value: String(part.content.text.prefix(500)))
        }
        let type = part.type?.text ?? "no type"
        return SitePage.Row(name: name, value: "\(filename), \(type), \(part.content.count) bytes")
    }

    private static func received(_ rows: [SitePage.Row], _ request: SiteRequest) -> SiteResponse {
        SitePage("What arrived", [.text("\(FormData.mediaType(request)), \(rows.count) fields"), .table(rows)])
            .response(200, [("Cache-Control", "no-store")], for: request)
    }

    private static func form(_ request: SiteRequest) -> SiteResponse {
        SitePage(
            "A form with a file",
            [
                .form(
                    SitePage.Form(
                        action: "/form", multipart: true,
                        inputs: [
                            SitePage.Form.Input(name: "name", label: "Name", value: "Ada"),
                            SitePage.Form.Input(name: "file", label: "File", type: "file"),
                        ],
                        button: "Send as multipart")),
                .form(
                    SitePage.Form(
                        action: "/form",
                        inputs: [SitePage.Form.Input(name: "name", label: "Name", value: "Ada & Charles")],
                        button: "Send urlencoded")),
            ]
        ).response(for: request)
    }
}
