import Bytes
public import Flow
import HTTPModel
import HTTPSemantics

/// Notes about ranges and partial content.
public enum RangeNotes: NoteSource {
    public static let codes = [
        "range-ignored", "range-inconsistent", "range-malformed", "range-unasked", "range-length-differs",
        "range-other-part", "range-answered", "accept-ranges", "if-range-weak", "if-range-without-range",
        "content-range-on-whole", "range-not-satisfied-without-size",
    ]

    public static func notes(about exchange: FlowRecord) -> [Note] {
        var notes = NoteList(exchange)
        let asked = exchange.requestFields.first(.range).map { RangeRequest($0) }
        request(exchange, asked, &notes)
        guard let response = exchange.responseHead else { return notes.notes }
        let fields = response.fields
        if let value = fields.first(named: "accept-ranges"), value.equalsIgnoringCase("bytes") {
            notes.response(
                "accept-ranges", .good, at: fields.range(named: "accept-ranges"), "Parts can be asked for",
                "A client may fetch a part, or go on where a download broke off.", "RFC 9110 §14.3")
        }
        switch response.status {
        case 206: partial(exchange, response, asked.flatMap { $0 }, &notes)
        case 416 where fields.first(.contentRange) == nil:
            notes.response(
                "range-not-satisfied-without-size", .info, "How large is it?",
                "416 should come with \("Content-Range: bytes */SIZE"), so that the client can ask within it.",
                "RFC 9110 §15.5.17")
        case 200: whole(exchange, response, asked.flatMap { $0 }, &notes)
        default: break
        }
        return notes.notes
    }

    private static func request(_ exchange: FlowRecord, _ asked: RangeRequest??, _ notes: inout NoteList) {
        let fields = exchange.requestFields
        if case .some(.none) = asked, let value = fields.first(.range) {
            notes.request(
                "range-malformed", .bad, at: fields.range(.range), "Not a range",
                """
                \(value) is not written as ranges are (\("bytes=0-99")), so the server ignores it and sends the \
                whole.
                """,
                "RFC 9110 §14.2")
        }
        guard let value = fields.first(named: "if-range") else { return }
        let range = fields.range(named: "if-range")
        if asked == nil {
            notes.request(
                "if-range-without-range", .bad, at: range, "If-Range without Range",
                "A client must not send If-Range without Range; it is ignored.", "RFC 9110 §13.1.5")
        } else if EntityTag(value)?.isWeak == true {
            notes.request(
                "if-range-weak", .bad, at: range, "Can never match",
                "If-Range compares strongly, and \(value) is weak: the whole is sent each time.", "RFC 9110 §13.1.5")
        }
    }

    private static func partial(
        _ exchange: FlowRecord, _ response: ResponseHead, _ asked: RangeRequest?, _ notes: inout NoteList
    ) {
        let fields = response.fields
        if let request = exchange.requestHead, !request.fields.contains(.range) {
            notes.response(
                "range-unasked", .bad, "A part that nobody asked for",
                "206 without Range in the request: the client takes the part for the whole, or gives up.",
                "RFC 9110 §15.3.7")
        }
        guard exchange.responseType?.is("multipart", "byteranges") != true else { return }
        let range = fields.range(.contentRange)
        guard let value = fields.first(.contentRange), let content = ContentRange(value), let part = content.range
        else {
            notes.response(
                "range-inconsistent", .bad, at: range, "Which part is it?",
                """
                206 needs a Content-Range whose first position is not after its last, and whose last is within the \
                size. Without it the part cannot be used.
                """,
                "RFC 9110 §15.3.7.1")
            return
        }
        if let length = content.length, let size = exchange.transferredSize, size != length {
            notes.response(
                "range-length-differs", .bad, at: range, "Not as long as it says",
                "\(value) speaks of \(length) bytes, and \(size) came.", "RFC 9110 §15.3.7.1")
        }
        guard asked != nil, let size = content.size else { return }
        guard case .part(_, let fit)? = RangeReasoning.verdict(exchange)?.answer else { return }
        if fit == .asked || fit == .joined {
            notes.response(
                "range-answered", .good, at: range, "The part that was asked for",
                "\(value): \(RangeReasoning.draw(part, of: size)).", "RFC 9110 §15.3.7")
        } else if fit == .other {
            notes.response(
                "range-other-part", .bad, at: range, "Not the part that was asked for",
                "\(value) goes beyond what was asked for.", "RFC 9110 §15.3.7")
        }
    }

    private static func whole(
        _ exchange: FlowRecord, _ response: ResponseHead, _ asked: RangeRequest?, _ notes: inout NoteList
    ) {
        if asked != nil, exchange.method == .get, !exchange.requestFields.contains(named: "if-range") {
            notes.response(
                "range-ignored", .info, "The whole instead of a part",
                "A server may ignore Range, so the client has to skip what it has already.", "RFC 9110 §14.2")
        }
        if let range = response.fields.range(.contentRange) {
            notes.response(
                "content-range-on-whole", .warning, at: range, "Content-Range has no meaning here",
                "Only 206 and 416 have it; in a 200 it is ignored, and the content is the whole.", "RFC 9110 §14.4")
        }
    }
}
