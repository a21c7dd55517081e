import Bytes
public import Flow
import HTTPModel
import HTTPSemantics

/// Notes about what the content is and is said to be.
public enum ContentNotes: NoteSource {
    public static let codes = [
        "content-type-missing", "content-type-malformed", "content-type-disagrees", "content-type-agrees",
        "charset-missing",
        "charset-unnecessary", "bom-differs-from-charset", "nosniff", "nosniff-malformed", "filename-not-ascii",
        "filename-names-a-folder", "filename-extended", "content-cut-off", "content-length-unknown",
    ]

    public static func notes(about exchange: FlowRecord) -> [Note] {
        guard let response = exchange.responseHead, exchange.responseMayHaveContent else { return [] }
        var notes = NoteList(exchange)
        type(exchange, response, &notes)
        disposition(response, &notes)
        length(exchange, response, &notes)
        if let value = response.fields.first(named: "x-content-type-options") {
            let range = response.fields.range(named: "x-content-type-options")
            if value.equalsIgnoringCase("nosniff") {
                notes.response(
                    "nosniff", .good, at: range, "No guessing",
                    "Browsers take the media type at its word: scripts and styles of another type are not run.",
                    "Fetch §3.6")
            } else {
                notes.response(
                    "nosniff-malformed", .bad, at: range, "Only nosniff counts",
                    "\(value) has no effect; the one value is \("nosniff").", "Fetch §3.6")
            }
        }
        return notes.notes
    }

    private static func type(_ exchange: FlowRecord, _ response: ResponseHead, _ notes: inout NoteList) {
        guard let value = response.fields.first(.contentType), let range = response.fields.range(.contentType) else {
            if exchange.responseHasContent {
                notes.response(
                    "content-type-missing", .warning, "What is it?",
                    "There is content without \("Content-Type"), so every client guesses for itself.", "RFC 9110 §8.3")
            }
            return
        }
        let type = MediaType(value)
        guard type.isWellFormed else {
            notes.response(
                "content-type-malformed", .bad, at: range, "Not a media type",
                "\(value) is not written as \("type/subtype"); clients guess instead.", "RFC 9110 §8.3.1")
            return
        }
        let bytes = exchange.responseCodings.isEmpty ? exchange.response.content.bytes : nil
        if let bytes, let seen = ContentSignature(bytes), response.status != 206 {
            if !seen.agrees(with: type) {
                notes.response(
                    "content-type-disagrees", .bad, at: range, "The bytes say something else",
                    """
                    It is said to be \(value), and begins like \(Prose.words(seen.name)). Correct the type; with \
                    \("nosniff") it would not be used at all.
                    """,
                    "RFC 9110 §8.3")
            } else if !type.is("application", "octet-stream") {
                notes.response(
                    "content-type-agrees", .good, at: range, "The bytes agree",
                    "It begins like \(Prose.words(seen.name)), as \(value) should.", "RFC 9110 §8.3")
            }
        }
        charset(type, range, bytes, &notes)
    }

    private static func charset(_ type: MediaType, _ range: Range<Int>, _ bytes: Bytes?, _ notes: inout NoteList) {
        let mark = bytes.flatMap { ByteOrderMark($0) }
        guard let charset = type.parameter("charset") else {
            // These two are UTF-8 whatever anybody says (HTML §9.2.5, WebVTT §4).
            let isAlwaysUTF8 = type.is("text", "event-stream") || type.is("text", "vtt")
            if type.type.equalsIgnoringCase("text"), mark == nil, !isAlwaysUTF8 {
                notes.response(
                    "charset-missing", .warning, at: range, "Which characters?",
                    "Text without a charset is read as its reader's default. Add \("charset=utf-8").", "RFC 9110 §8.3.2"
                )
            }
            return
        }
        if let mark, !charset.equalsIgnoringCase(mark.charset),
            !(charset.equalsIgnoringCase("utf-16") && mark != .utf8)
        {
            notes.response(
                "bom-differs-from-charset", .bad, at: range, "Two charsets",
                """
                The field says \(charset), the byte order mark at the start says \(mark.charset). Browsers follow \
                the mark, others the field.
                """,
                "WHATWG Encoding §6")
        }
        if type.hasSuffix("json") {
            notes.response(
                "charset-unnecessary", .info, at: range, "JSON has no charset",
                "JSON is UTF-8, and its media type has no charset parameter; it is ignored.", "RFC 8259 §11")
        }
    }

    private static func disposition(_ response: ResponseHead, _ notes: inout NoteList) {
        guard let value = response.fields.first(named: "content-disposition") else { return }
        let range = response.fields.range(named: "content-disposition")
        let disposition = ContentDisposition(value)
        if disposition.namesAFolder {
            notes.response(
                "filename-names-a-folder", .bad, at: range, "A name with a folder",
                "No server chooses the folder: clients keep only what is behind the last separator.", "RFC 6266 §4.3")
        }
        if let name = disposition.extendedName {
            notes.response(
                "filename-extended", .good, at: range, "A name in any script",
                "\("filename*") says in which charset it is, so that it arrives as \(name) everywhere.", "RFC 6266 §4.3"
            )
        } else if let name = disposition.plainName, name.contains(where: { $0 >= 0x80 }) {
            notes.response(
                "filename-not-ascii", .warning, at: range, "A name that depends on the reader",
                """
                \(name) has bytes outside of ASCII, which each client reads in its own way. Add \
                \("filename*=UTF-8''…").
                """,
                "RFC 6266 §4.3")
        }
    }

    private static func length(_ exchange: FlowRecord, _ response: ResponseHead, _ notes: inout NoteList) {
        if let announced = response.fields.first(.contentLength)?.decimal {
            guard let size = exchange.transferredSize, size < announced else { return }
            notes.response(
                "content-cut-off", .bad, at: response.fields.range(.contentLength), "Not all of it came",
                "\(announced) bytes were announced, and \(size) came.", "RFC 9112 §8")
        } else if !response.fields.contains(.transferEncoding), exchange.responseHasContent {
            notes.response(
                "content-length-unknown", .info, "Its end is the connection's",
                """
                Neither a length nor chunks: the connection cannot be used again, and a client cannot tell whether \
                all of it came.
                """,
                "RFC 9112 §6.3")
        }
    }
}
