import Bytes
import HTTPModel
import HTTPSemantics

/// `/echo`: the request as it reached the server, byte for byte: what the proxy changed is seen by comparison.
enum EchoPage {
    static let page = DemoPage(
        name: "echo", methods: [],
        cards: [
            SitePage.Card(
                path: "/echo", title: "Your request, as it arrived",
                watch: "Compare with what the client sent: Hark lists each changed line, with the reason.",
                curl: "curl -v -d 'hello' http://demo.hark.test/echo")
        ]
    ) { request, body in
        let content = shown(body)
        let head = request.head.raw.text
        let fields: [SiteResponse.Field] = [("Cache-Control", "no-store")]
        guard request.prefersHTML else {
            // Not rendered: whoever compares wants the lines as they are.
            return .plain(200, fields + [("Vary", "Accept"), ("X-Content-Type-Options", "nosniff")], head + content)
        }
        return SitePage(
            "Your request, as it arrived",
            [
                .text(
                    "From \(request.clientAddress), \(request.head.raw.count) bytes of head, \(body.count) of "
                        + "content."),
                .code(head.split(whereSeparator: \.isNewline).joined(separator: "\n")),
                .heading("Content"),
                .code(content.isEmpty ? "(none)" : content),
            ]
        ).response(200, fields, for: request)
    }

    /// Text as it is; anything else as hexadecimal digits, as much of it as is useful to look at.
    private static func shown(_ body: Bytes) -> String {
        let isText = body.allSatisfy { $0 >= ASCII.space && $0 != ASCII.delete || [0x09, 0x0A, 0x0D].contains($0) }
        if isText, let text = String(validating: body, as: UTF8.self) { return text }
        return Hex.text(body.prefix(1_024)) + (body.count > 1_024 ? "…\n" : "\n")
    }
}
