import Bytes
import HTTPModel
import HTTPSemantics

/// `/upload`: takes content, and shows what `Expect: 100-continue` is for (RFC 9110 §10.1.1).
enum UploadPage {
    static let limit = 1 << 20

    static let page = DemoPage(
        name: "upload", methods: [.get, .head, .post, .put], bodyLimit: limit,
        cards: [
            SitePage.Card(
                path: "/upload", title: "Ask before sending",
                watch: """
                    With Expect: 100-continue the client sends its head, waits for 100, then sends the content. For \
                    more than 1 MiB the server answers 413, and the client need not send it.
                    """,
                curl: "curl -T FILE -H 'Expect: 100-continue' http://demo.hark.test/upload")
        ]
    ) { request, body in
        guard request.segments.count == 1 else { return nil }
        guard request.head.method == .post || request.head.method == .put else {
            return SitePage(
                "Ask before sending",
                [
                    .text("POST or PUT up to \(limit) bytes here. In a browser, use this form:"),
                    .form(
                        SitePage.Form(
                            action: "/upload", multipart: true,
                            inputs: [SitePage.Form.Input(name: "file", label: "File", type: "file")],
                            button: "Upload")),
                ]
            ).response(for: request)
        }
        let framing =
            request.head.fields.contains(.transferEncoding) ? "in chunks" : "with its length in Content-Length"
        let manner =
            request.awaitsContinue
            ? "after it had waited for 100 Continue" : "at once, without asking for 100 Continue"
        let text = """
            Received \(body.count) bytes of content.
            SHA-256: \(HashAlgorithm.sha256.text(body))
            It came \(framing), \(manner).

            """
        return .plain(200, [("Cache-Control", "no-store")], text)
    }
}
