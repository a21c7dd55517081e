import Bytes
public import Flow
import HTTPModel
import HTTPSemantics

/// Notes about content codings and what they are good for.
public enum CompressionNotes: NoteSource {
    public static let codes = [
        "compression-saves", "compression-missing", "compression-enlarges", "compression-of-compressed",
        "compression-unknown-coding",
    ]

    public static func notes(about exchange: FlowRecord) -> [Note] {
        guard let response = exchange.responseHead, exchange.responseHasContent else { return [] }
        var notes = NoteList(exchange)
        let codings = exchange.responseCodings
        let range = response.fields.range(.contentEncoding)
        guard !codings.isEmpty else {
            missing(exchange, &notes)
            return notes.notes
        }
        for case .other(let name) in codings {
            notes.response(
                "compression-unknown-coding", .warning, at: range, "A coding few know",
                """
                \(name) is not among the registered codings known here; a client that does not know it cannot read \
                the content.
                """,
                "RFC 9110 §8.4.1")
        }
        if exchange.responseType?.isCompressed == true {
            notes.response(
                "compression-of-compressed", .info, at: range, "Compressed twice",
                "This media type is compressed by itself; the coding costs time and gains nothing.", "RFC 9110 §8.4")
        }
        guard let sizes = CompressionSizes(exchange) else { return notes.notes }
        if sizes.saves {
            notes.response(
                "compression-saves", .good, at: range, "\(sizes.savedPercent) % less to send",
                "\(Quantity.size(sizes.decoded)) went over the wire as \(Quantity.size(sizes.transferred)).",
                "RFC 9110 §8.4.1")
        } else {
            notes.response(
                "compression-enlarges", .warning, at: range, "Compression made it larger",
                "\(sizes.decoded) bytes became \(sizes.transferred). Send contents as small as this one as they are.",
                "RFC 9110 §8.4.1")
        }
        return notes.notes
    }

    private static func missing(_ exchange: FlowRecord, _ notes: inout NoteList) {
        guard let type = exchange.responseType, type.isText, !type.isCompressed,
            let size = exchange.transferredSize, size >= CompressionSizes.worthwhile,
            !exchange.requestFields.contains(.range)
        else { return }
        let offered = Preference.sorted(exchange.requestFields.list(named: "accept-encoding"))
        guard let best = offered.first(where: { $0.weight > 0 && $0.value != "identity" && $0.value != "*" }) else {
            return
        }
        notes.response(
            "compression-missing", .info, "Could be much smaller",
            """
            \(Quantity.size(size)) of text went as they are, though the client takes \(best.value). Text shrinks to a \
            third or less.
            """,
            "RFC 9110 §8.4.1")
    }
}
