import Bytes
import HTTPModel
import HTTPSemantics

/// `/download`: one mebibyte in which every line says where it is, in whole or in ranges (RFC 9110 §14).
enum DownloadPage {
    static let size = 1 << 20
    static let etag = "\"download-1\""

    static let page = DemoPage(
        name: "download",
        cards: [
            SitePage.Card(
                path: "/download", title: "A download, in ranges",
                watch:
                    """
                    Request a range and get 206 with Content-Range; several ranges come as multipart; one beyond the \
                    end gets 416.
                    """,
                curl: "curl -r 0-63,1048512- http://demo.hark.test/download")
        ],
        respond: respond)

    private static let boundary = "part-of-the-download"
    private static let type = "text/plain; charset=us-ascii"

    /// The content: lines of 64 bytes, each beginning with the offset of its first byte.
    static func content(_ range: Range<Int>) -> Bytes {
        whole.slice(range)
    }

    /// Made once, whoever asks: all answers share it.
    private static let whole: Bytes = {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size)
        for line in 0..<size / 64 {
            let number = Hex.number(line * 64, width: 8)
            bytes += Array("\(number) this line begins at byte \(number) of the download.....\n".utf8)
        }
        return Bytes(bytes)
    }()

    @Sendable private static func respond(_ request: SiteRequest, _ body: Bytes) -> SiteResponse? {
        guard request.segments.count == 1 else { return nil }
        let validators: [SiteResponse.Field] = [
            ("ETag", etag), ("Last-Modified", HTTPDate.format(CachePage.modified).text), ("Accept-Ranges", "bytes"),
        ]
        switch Conditions.verdict(request, etag: etag, modified: CachePage.modified) {
        case .notModified:
            return SiteResponse(304, validators)
        case .failed:
            return .plain(412, validators, "The precondition is false: the entity tag is \(etag).\n")
        case .proceed:
            break
        }
        // RFC 9110 §14.2: Range has a meaning with GET alone.
        let isGet = request.head.method == .get
        let applies = isGet && Conditions.rangeApplies(request, etag: etag, modified: CachePage.modified)
        switch applies ? ByteRanges(request.head.fields.first(.range), size: size) : .whole {
        case .whole:
            return SiteResponse(200, validators + [("Content-Type", type)], body: .pieces([whole]))
        case .unsatisfiable:
            return .plain(
                416, [("Content-Range", "bytes */\(size)"), ("Accept-Ranges", "bytes")],
                "None of the ranges is within the \(size) bytes.\n")
        case .parts(let parts) where parts.count == 1:
            let fields = validators + [("Content-Type", type), ("Content-Range", field(parts[0]))]
            return SiteResponse(206, fields, body: .pieces([content(parts[0])]))
        case .parts(let parts):
            // RFC 9110 §15.3.7.2: each part has its own Content-Range, the head has none.
            let fields = validators + [("Content-Type", "multipart/byteranges; boundary=\(boundary)")]
            return SiteResponse(206, fields, body: .pieces(multipart(parts)))
        }
    }

    private static func field(_ range: Range<Int>) -> String {
        "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"
    }

    private static func multipart(_ parts: [Range<Int>]) -> [Bytes] {
        var pieces: [Bytes] = []
        for part in parts {
            pieces += [
                Bytes("--\(boundary)\r\nContent-Type: \(type)\r\nContent-Range: \(field(part))\r\n\r\n"),
                content(part), "\r\n",
            ]
        }
        return pieces + [Bytes("--\(boundary)--\r\n")]
    }
}
