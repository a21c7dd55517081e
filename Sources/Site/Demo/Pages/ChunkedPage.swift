import Bytes
import HTTPModel
import HTTPSemantics

/// `/chunked`: chunks with extensions, one after the other, and trailers (RFC 9112 §7.1).
enum ChunkedPage {
    static let page = DemoPage(
        name: "chunked",
        cards: [
            SitePage.Card(
                path: "/chunked?every=400", title: "Chunks, slowly",
                watch: "Five chunks with extensions arrive one by one, then trailers with a digest of the content.",
                curl: "curl -N --raw http://demo.hark.test/chunked")
        ]
    ) { request, _ in
        guard request.segments.count == 1 else { return nil }
        let every = request.number("every", in: 0...2_000, standard: 400)
        let texts = lines.enumerated().map { "\($0.offset + 1). \($0.element)\n" }
        let pieces = texts.enumerated().map { index, text in
            SiteResponse.Piece(
                wait: index == 0 ? 0 : every,
                extension: ";part=\(index + 1)" + (index == 0 ? ";note=\"of \(lines.count), in all\"" : ""),
                data: Array(text.utf8))
        }
        let digest = Base64.encode(HashAlgorithm.sha256.digest(Array(texts.joined().utf8)))
        let fields: [SiteResponse.Field] = [
            ("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store"),
        ]
        // RFC 9530 §2: what the content's digest is, known only after the last byte: what trailers are for.
        let trailers: [SiteResponse.Field] = [
            ("Content-Digest", "sha-256=:\(digest):"), ("Server-Timing", "pauses;dur=\(every * (lines.count - 1))"),
        ]
        return SiteResponse(200, fields, body: .chunked(pieces, trailers: trailers))
    }

    private static let lines = [
        "A chunk begins with its size in hexadecimal digits.",
        "Extensions can follow the size; hardly any client reads them.",
        "The sender need not know the total length in advance.",
        "A proxy may change the chunk boundaries; this one shows the original ones.",
        "A chunk of size 0 ends the content. Trailers follow it.",
    ]
}
