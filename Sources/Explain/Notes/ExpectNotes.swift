import Bytes
public import Flow
import HTTPModel

/// Notes about Expect.
public enum ExpectNotes: NoteSource {
    public static let codes = ["expect-without-body", "expect-unknown", "expect-continue-honoured", "expect-http10"]

    public static func notes(about exchange: FlowRecord) -> [Note] {
        guard let request = exchange.requestHead, let value = request.fields.first(.expect) else { return [] }
        var notes = NoteList(exchange)
        let range = exchange.requestFields.range(.expect)
        guard value.equalsIgnoringCase("100-continue") else {
            notes.request(
                "expect-unknown", .bad, at: range, "Not an expectation",
                "Only \("100-continue") is defined. A server may answer \(value) with 417.", "RFC 9110 §10.1.1")
            return notes.notes
        }
        if request.version < .http11 {
            notes.request(
                "expect-http10", .warning, at: range, "Ignored in HTTP/1.0",
                "A server ignores \("100-continue") in an HTTP/1.0 request, so the client waits in vain.",
                "RFC 9110 §10.1.1")
        }
        if !exchange.requestHasContent {
            notes.request(
                "expect-without-body", .bad, at: range, "Nothing to wait with",
                "The client asks for leave to send content, and has none. It must not send the field then.",
                "RFC 9110 §10.1.1")
        } else if exchange.interim.contains(where: { $0.head.status == 100 }) {
            notes.request(
                "expect-continue-honoured", .good, at: range, "The server said 100",
                """
                The client asked before it sent its content, and the server let it. Had the server refused, the \
                content would not have been sent for nothing.
                """,
                "RFC 9110 §10.1.1")
        }
        return notes.notes
    }
}
