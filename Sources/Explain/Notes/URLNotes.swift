import Bytes
public import Flow
import HTTPModel
import HTTPSemantics

/// Notes about how the URL is written.
public enum URLNotes: NoteSource {
    public static let codes = [
        "url-double-encoded", "url-credentials", "url-malformed", "url-needless-encoding", "url-idn", "url-plus",
        "url-too-long", "url-token-in-query", "url-dot-segments",
    ]

    public static func notes(about exchange: FlowRecord) -> [Note] {
        guard let head = exchange.requestHead else { return [] }
        var notes = NoteList(exchange)
        let target = head.target.range
        let bytes = head.targetBytes
        let url = exchange.reference
        func place(_ offset: Int, _ length: Int) -> Range<Int> {
            target.lowerBound + offset..<min(target.lowerBound + offset + length, target.upperBound)
        }
        if let offset = PercentOctet.doubleEncoding(in: bytes) {
            notes.request(
                "url-double-encoded", .warning, at: place(offset, 5), "Encoded twice",
                """
                \(bytes.slice(offset..<offset + 5)) is an encoded percent sign before two hexadecimal digits. \
                Something encoded what was encoded already; encode the parts once, when the URL is put together.
                """,
                "RFC 3986 §2.4")
        }
        if let userinfo = url.bytes(url.userinfo) {
            notes.request(
                "url-credentials", .bad, at: target, "Credentials in the URL",
                "\(userinfo) stands in the URL, so it lands in histories, logs and Referer. Send it as Authorization.",
                "RFC 9110 §4.2.4")
        }
        if let defect = URLReference(bytes).firstDefect, head.target.form != .authority {
            notes.request(
                "url-malformed", .bad, at: place(defect.offset, 1), "Not as the grammar asks",
                """
                At byte \(defect.offset) of the target stands \(URLReasoning.words(defect.kind)). Servers and \
                proxies read such targets differently.
                """,
                "RFC 3986 §2")
        }
        if url.raw.count <= URLReasoning.longest {
            spelling(bytes, place, url, &notes)
            secrets(exchange, url, &notes)
        }
        if bytes.count > 8_000 {
            notes.request(
                "url-too-long", .warning, at: target, "Very long URL",
                "\(bytes.count) bytes; only 8,000 have to be supported. Send the data as content.", "RFC 9110 §4.1")
        }
        return notes.notes
    }

    private static func spelling(
        _ bytes: Bytes, _ place: (Int, Int) -> Range<Int>, _ url: URLReference, _ notes: inout NoteList
    ) {
        if let octet = PercentOctet.list(in: bytes).first(where: { $0.kind == .unreserved }) {
            let written = bytes.slice(octet.offset..<octet.offset + 3)
            notes.request(
                "url-needless-encoding", .info, at: place(octet.offset, 3), "Encoded without need",
                """
                \(written) is \(Character(Unicode.Scalar(octet.value))), which needs no encoding. It is the same \
                URL, but caches that compare bytes keep it twice.
                """,
                "RFC 3986 §6.2.2.2")
        }
        let path = url.raw.slice(url.path)
        if path.text.split(separator: "/").contains(where: { $0 == "." || $0 == ".." }) {
            notes.request(
                "url-dot-segments", .warning, "Dot segments on the wire",
                """
                \(path) has segments that clients remove before they send. Servers that do so after checking a \
                path can be led out of it.
                """,
                "RFC 3986 §5.2.4")
        }
        if let host = url.bytes(url.host), let decoded = Punycode.decodeHost(host) {
            notes.request(
                "url-idn", .info, "A name in another script",
                "\(host) reads \(decoded). Letters of different scripts can look alike; compare the form in ASCII.",
                "RFC 5891 §5.4")
        }
        if let query = url.bytes(url.query), query.contains(0x2B),
            let offset = bytes.lastIndex(of: 0x2B)
        {
            notes.request(
                "url-plus", .info, at: place(offset, 1), "A plus in the query",
                "Servers that read forms take \("+") for a space. For a plus write \("%2B"), for a space \("%20").",
                "WHATWG URL §5.1")
        }
    }

    private static let secretNames: [StaticString] = [
        "access_token", "token", "api_key", "apikey", "password", "id_token",
    ]

    private static func secrets(_ exchange: FlowRecord, _ url: URLReference, _ notes: inout NoteList) {
        guard let query = url.bytes(url.query) else { return }
        for pair in PercentCoding.pairs(query) where pair.value?.isEmpty == false {
            guard secretNames.contains(where: { pair.name.equalsIgnoringCase($0) }) else { continue }
            notes.request(
                "url-token-in-query", .bad, at: exchange.requestHead?.target.range, "A secret in the query",
                """
                The parameter \(pair.name) stands in the URL, so it lands in histories, logs and Referer. Send it \
                in Authorization, or in the content.
                """,
                "RFC 6750 §2.3")
            return
        }
    }
}
