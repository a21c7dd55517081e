import Bytes
public import Flow
import HTTPModel
import HTTPSemantics

/// Notes about the method and its content.
public enum MethodNotes: NoteSource {
    public static let codes = [
        "unknown-method", "method-letter-case", "get-with-body", "method-without-content", "trace-with-content",
        "idempotency-key", "post-not-repeatable",
    ]

    public static func notes(about exchange: FlowRecord) -> [Note] {
        var notes = NoteList(exchange)
        let method = exchange.method
        let name = method.name
        let place = 0..<name.count
        if case .other = method {
            if case .other = Method(Self.uppercased(name)) {
                notes.request(
                    "unknown-method", .info, at: place, "Not a method known here",
                    """
                    \(name) is not among the methods known here, so proxies and clients assume nothing of it: it \
                    is not repeated, and its answer not stored.
                    """,
                    "RFC 9110 §9.1")
            } else {
                notes.request(
                    "method-letter-case", .bad, at: place, "Wrong letter case",
                    """
                    Methods are case-sensitive, and \(name) is another one than \(Self.uppercased(name)). Most \
                    servers refuse it.
                    """,
                    "RFC 9110 §9.1")
            }
        }
        content(exchange, place, &notes)
        guard method == .post || method == .patch else { return notes.notes }
        if let range = exchange.requestFields.range(named: "idempotency-key") {
            notes.request(
                "idempotency-key", .good, at: range, "A repetition can be recognised",
                """
                \(name) may do its work twice when it is sent twice; by \("Idempotency-Key") a server that \
                supports it knows a second copy.
                """,
                "draft-ietf-httpapi-idempotency-key-header §2")
        } else if exchange.responseHead == nil {
            notes.request(
                "post-not-repeatable", .warning, at: place, "Must not be repeated blindly",
                """
                No answer came to this \(name), and it may have been carried out. Look at the state before sending \
                it again.
                """,
                "RFC 9110 §9.2.2")
        }
        return notes.notes
    }

    private static func content(_ exchange: FlowRecord, _ place: Range<Int>, _ notes: inout NoteList) {
        let method = exchange.method
        let name = method.name
        if exchange.requestHasContent {
            if method == .get || method == .head || method == .delete {
                notes.request(
                    "get-with-body", .warning, at: place, "Content that means nothing",
                    """
                    \(name) with content has no defined meaning: some servers ignore it, some refuse it. Use POST, \
                    or put the data into the URL.
                    """,
                    MethodTraits(method).spec)
            } else if method == .trace {
                notes.request(
                    "trace-with-content", .bad, at: place, "TRACE with content",
                    "A client must not send content in a TRACE request.", "RFC 9110 §9.3.8")
            }
        } else if MethodTraits(method).content == .expected, exchange.requestFields.first(.contentLength) == nil {
            notes.request(
                "method-without-content", .info, at: place, "No content, and no length",
                "\(name) is about its content, and has none. A client should say so with \("Content-Length: 0").",
                "RFC 9110 §8.6")
        }
    }

    private static func uppercased(_ name: Bytes) -> Bytes {
        Bytes(name.map { $0 &- 0x61 < 26 ? $0 & 0xDF : $0 })
    }
}
