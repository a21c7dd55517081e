import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics

// What the content is, and is said to be.
extension Checks {
    static let content: [Check] = Array {
        Check(
            "content-type-missing", .warning, .content, .message(.response), "RFC 9110 §8.3", "No Content-Type",
            "There is content without \("Content-Type"), so every client guesses for itself.",
            bad: ["< «200» || abc"], good: ["< 200", "< 200 | Content-Type: application/json || {}"]
        ) { x, found in
            if x.answered(.contentType) == nil, x.responseHasContent { found() }
        }
        Check(
            "content-type-malformed", .bad, .content, .response("content-type"), "RFC 9110 §8.3.1", "Not a media type",
            "\(.value) is not written as \("type/subtype"); clients guess instead.",
            bad: ["< 200 | Content-Type: «html» || abc"], good: ["< 200 | Content-Type: image/x-raw || abc"]
        ) { x, found in
            guard x.responseMayHaveContent, let value = x.answered(.contentType), x.type?.isWellFormed == false else {
                return
            }
            found([.value: .bytes(value)])
        }
        Check(
            "content-type-disagrees", .bad, .content, .response("content-type"), "RFC 9110 §8.3",
            "The bytes say something else",
            "It is said to be \(.value), and begins like \(.seen). Correct the type.",
            bad: ["< 200 | Content-Type: «image/png» || <!DOCTYPE html>"],
            good: [
                "< 200 | Content-Type: text/html; charset=utf-8 || <!DOCTYPE html>",
                "< 200 | Content-Type: application/octet-stream || <!DOCTYPE html>",
                "< 200 | Content-Type: application/x-amz-json-1.1 || {\"a\": 1}",
                "< 200 | Content-Type: application/vnd.shop.order || {\"a\": 1}",
                "< 200 | Content-Type: binary/octet-stream || {\"a\": 1}",
            ]
        ) { x, found in
            guard x.responseMayHaveContent, let type = x.type, type.isWellFormed, let seen = x.signature,
                !seen.agrees(with: type), let value = x.answered(.contentType)
            else { return }
            found([.value: .bytes(value), .seen: .words(Prose(stringLiteral: seen.name))])
        }
        Check(
            "content-type-agrees", .good, .content, .response("content-type"), "RFC 9110 §8.3", "The bytes agree",
            "It begins like \(.seen), as \(.value) should.",
            bad: ["< 200 | Content-Type: «application/json» || {\"a\": 1}"],
            good: [
                "< 200 | Content-Type: application/octet-stream || {\"a\": 1}",
                "< 200 | Content-Type: application/vnd.shop.order || {\"a\": 1}",
            ]
        ) { x, found in
            guard x.responseMayHaveContent, let type = x.type, type.isWellFormed, let seen = x.signature,
                seen.isNamed(by: type), let value = x.answered(.contentType)
            else { return }
            found([.value: .bytes(value), .seen: .words(Prose(stringLiteral: seen.name))])
        }
        Check(
            "charset-missing", .warning, .content, .response("content-type"), "RFC 9110 §8.3.2", "No charset",
            "Text without a charset is read in its reader's default. Add \("charset=utf-8").",
            bad: [
                "< 200 | Content-Type: «text/plain» || abc",
                "< 200 | Content-Type: «text/html» || <!doctype html><title>a</title>",
            ],
            good: [
                "< 200 | Content-Type: text/plain; charset=utf-8 || abc", "< 200 | Content-Type: text/css || a {}",
                "< 200 | Content-Type: text/html || <!doctype html><meta charset=\"utf-8\"><title>a</title>",
                "< 200 | Content-Type: text/plain || \u{FEFF}abc", "< 200 | Content-Type: application/json || {}",
                "< 200 | Content-Type: text/html | Content-Length: 9000",
            ]
        ) { x, found in
            guard x.responseMayHaveContent, let type = x.type, type.isWellFormed, type.type.equalsIgnoringCase("text"),
                type.parameter("charset") == nil, !knowsItsCharset(type)
            else { return }
            let bytes = x.codings.isEmpty ? x.responseContent.bytes : nil
            // A page may say it itself, which only its bytes tell.
            if type.is("text", "html"), bytes?.isEmpty ?? true { return }
            let verdict = CharsetVerdict(bytes, type: type, isCut: x.responseContent.isTruncated)
            if verdict.mark == nil, verdict.document == nil { found() }
        }
        Check(
            "charset-undecodable", .bad, .content, .response("content-type"), "RFC 9110 §8.3.2",
            "Not the charset it says",
            """
            Byte \(.offset), \(.value), is no UTF-8, though the text is said to be: it is shown with replacement \
            characters. Perhaps it is windows-1252; convert it, or name the charset it has.
            """,
            bad: [
                Example("< 200 | Content-Type: «text/plain; charset=utf-8» || café", isLatin: true),
                Example("< 200 | Content-Type: «text/html» || <meta charset=utf-8>é", isLatin: true),
            ],
            good: [
                "< 200 | Content-Type: text/plain; charset=utf-8 || café",
                Example("< 200 | Content-Type: text/plain; charset=iso-8859-1 || café", isLatin: true),
            ]
        ) { x, found in
            guard x.responseMayHaveContent, let type = x.type, type.isWellFormed, type.isText, x.codings.isEmpty,
                let bytes = x.responseContent.bytes,
                let fault = CharsetVerdict(bytes, type: type, isCut: x.responseContent.isTruncated).fault
            else { return }
            found([.offset: .number(Int64(fault.offset)), .value: .text(Quotation.hex(fault.byte))])
        }
        Check(
            "charset-unknown", .warning, .content, .response("content-type"), "WHATWG Encoding §4.2",
            "No known charset",
            "Browsers know no charset \(.value), and guess instead. Send UTF-8, and say \("charset=utf-8").",
            bad: ["< 200 | Content-Type: «text/plain; charset=klingon» || abc"],
            good: [
                "< 200 | Content-Type: text/plain; charset=Shift_JIS || abc",
                "< 200 | Content-Type: text/plain; charset=\"UTF-8\" || abc",
                "< 200 | Content-Type: text/plain; charset=windows-1251 || abc",
            ]
        ) { x, found in
            guard x.responseMayHaveContent, let type = x.type, type.isWellFormed, type.isText,
                let charset = type.parameter("charset"), !CharsetLabel.isKnown(charset)
            else { return }
            found([.value: .bytes(charset)])
        }
        Check(
            "charset-contradicted", .warning, .content, .response("content-type"), "HTML §13.2.3.2", "Two charsets",
            "The field says \(.value), the document itself \(.seen). The field counts, until the document is saved.",
            bad: ["< 200 | Content-Type: «text/html; charset=iso-8859-1» || <meta charset=\"utf-8\">"],
            good: [
                "< 200 | Content-Type: text/html; charset=utf-8 || <meta charset=\"UTF8\">",
                "< 200 | Content-Type: text/html; charset=utf-8 || <!-- <meta charset=latin1> -->",
            ]
        ) { x, found in
            guard x.responseMayHaveContent, let type = x.type, type.isWellFormed, x.codings.isEmpty,
                let bytes = x.responseContent.bytes
            else { return }
            let verdict = CharsetVerdict(bytes, type: type, isCut: x.responseContent.isTruncated)
            guard verdict.isContradicted, let field = verdict.field, let document = verdict.document else { return }
            found([.value: .bytes(field), .seen: .bytes(document)])
        }
        Check(
            "charset-unnecessary", .info, .content, .response("content-type"), "RFC 8259 §11", "JSON has no charset",
            "JSON is UTF-8, and its media type has no charset parameter; it is ignored.",
            bad: ["< 200 | Content-Type: «application/json; charset=utf-8» || {}"],
            good: ["< 200 | Content-Type: application/json || {}"]
        ) { x, found in
            guard x.responseMayHaveContent, let type = x.type, type.hasSuffix("json"), type.parameter("charset") != nil
            else { return }
            found()
        }
        Check(
            "bom-differs-from-charset", .bad, .content, .response("content-type"), "WHATWG Encoding §6", "Two charsets",
            """
            The field says \(.value), the byte order mark at the start says \(.seen). Browsers follow the mark, others \
            the field.
            """,
            bad: ["< 200 | Content-Type: «text/plain; charset=latin1» || \u{FEFF}a"],
            good: ["< 200 | Content-Type: text/plain; charset=UTF-8 || \u{FEFF}a"]
        ) { x, found in
            guard x.responseMayHaveContent, x.codings.isEmpty, let charset = x.type?.parameter("charset"),
                let mark = x.responseContent.bytes.flatMap({ ByteOrderMark($0) }),
                !charset.equalsIgnoringCase(mark.charset), !(charset.equalsIgnoringCase("utf-16") && mark != .utf8)
            else { return }
            found([.value: .bytes(charset), .seen: .text(mark.charset.description)])
        }
        Check(
            "nosniff", .good, .content, .response("x-content-type-options"), "Fetch §3.6", "No guessing",
            "Browsers take the media type at its word: a script or style sheet of another type is not used.",
            bad: ["X-Content-Type-Options: «nosniff»", "X-Content-Type-Options: «nosniff, nosniff»"],
            good: ["X-Frame-Options: DENY", "X-Content-Type-Options: , nosniff"],
            besides: ["nosniff-malformed"]
        ) { x, found in
            if saysNosniff(x) { found() }
        }
        Check(
            "nosniff-malformed", .bad, .content, .response("x-content-type-options"), "Fetch §3.6",
            "Only nosniff counts", "\(.value) has no effect; the first value has to be \("nosniff").",
            bad: ["X-Content-Type-Options: «yes»", "X-Content-Type-Options: «yes, nosniff»"],
            good: ["X-Content-Type-Options: NoSniff", "X-Content-Type-Options: nosniff, nosniff"]
        ) { x, found in
            guard let value = x.answered(named: "x-content-type-options"), !saysNosniff(x) else { return }
            found([.value: .bytes(value)])
        }
        Check(
            "nosniff-repeated", .info, .content, .response("x-content-type-options"), "Fetch §3.6", "Said twice",
            "Only the first value counts, and it is \("nosniff"): once is enough.",
            bad: ["X-Content-Type-Options: «nosniff, nosniff»"], good: ["X-Content-Type-Options: nosniff"]
        ) { x, found in
            guard saysNosniff(x) else { return }
            guard let fields = x.response?.fields else { return }
            let lines = fields.lines.count { fields.name(of: $0).equalsIgnoringCase("x-content-type-options") }
            if lines > 1 || x.answered(named: "x-content-type-options")?.contains(ASCII.comma) == true { found() }
        }
        Check(
            "filename-names-a-folder", .bad, .content, .response("content-disposition"), "RFC 6266 §4.3",
            "A name with a folder",
            "No server chooses the folder: clients keep only what is behind the last separator.",
            bad: ["Content-Disposition: «attachment; filename=\"../../etc/passwd\"»"],
            good: ["Content-Disposition: attachment; filename=\"passwd\""]
        ) { x, found in
            if x.disposition?.namesAFolder == true { found() }
        }
        Check(
            "filename-extended", .good, .content, .response("content-disposition"), "RFC 6266 §4.3",
            "A name in any script",
            "\("filename*") says in which charset it is, so that it arrives as \(.name) everywhere.",
            bad: ["Content-Disposition: «attachment; filename*=UTF-8''%e2%82%ac%20rates»"],
            good: ["Content-Disposition: attachment; filename=\"rates\""]
        ) { x, found in
            guard let disposition = x.disposition, let name = disposition.extendedName, disposition.isExtendedInUTF8
            else { return }
            found([.name: .text(name)])
        }
        Check(
            "filename-charset", .warning, .content, .response("content-disposition"), "RFC 8187 §3.2.1",
            "Not in UTF-8",
            "\("filename*") has to be in UTF-8; clients need not understand \(.value).",
            bad: ["Content-Disposition: «attachment; filename*=iso-8859-1''%a3%20rates»"],
            good: [
                "Content-Disposition: attachment; filename*=utf-8''%c2%a3%20rates",
                "Content-Disposition: attachment; filename=\"iso-8859-1''x\"",
            ]
        ) { x, found in
            guard let value = x.disposition?.extendedValue,
                let apostrophe = value.firstIndex(of: ASCII.apostrophe), x.disposition?.isExtendedInUTF8 == false
            else { return }
            found([.value: .bytes(value.slice(0..<apostrophe))])
        }
        Check(
            "filename-not-ascii", .warning, .content, .response("content-disposition"), "RFC 6266 §4.3",
            "A name that depends on the reader",
            """
            \(.name) has bytes outside of ASCII, which each client reads in its own way. Add \("filename*=UTF-8''…").
            """,
            bad: ["Content-Disposition: «attachment; filename=\"é.txt\"»"],
            good: ["Content-Disposition: attachment; filename=\"é.txt\"; filename*=UTF-8''%c3%a9.txt"]
        ) { x, found in
            guard let disposition = x.disposition, disposition.extendedName == nil, let name = disposition.plainName,
                name.contains(where: { $0 >= 0x80 })
            else { return }
            found([.name: .bytes(name)])
        }
        Check(
            "content-cut-off", .bad, .content, .response("content-length"), "RFC 9112 §8", "Not all of it came",
            "\(.length) bytes were announced, and \(.bytes) came.",
            bad: ["< 200 | Content-Type: image/x-raw | Content-Length: «10» || abc"],
            good: [
                "< 200 | Content-Type: image/x-raw | Content-Length: 3 || abc",
                // The chunks tell where it ends, and override the length.
                "< 200 | Content-Type: image/x-raw | Content-Length: 50 | Transfer-Encoding: chunked || hello",
                "> HEAD / < 200 | Content-Type: image/x-raw | Content-Length: 10",
                // Which of the two it is nobody can tell.
                "< 200 | Content-Type: image/x-raw | Content-Length: 10 | Content-Length: 3 || abc",
            ]
        ) { x, found in
            guard x.responseMayHaveContent, let announced = x.announcedLength,
                let size = x.responseContent.transferred, size < announced
            else { return }
            found([.length: .number(Int64(clamping: announced)), .bytes: .number(Int64(clamping: size))])
        }
        Check(
            "content-length-unknown", .info, .content, .message(.response), "RFC 9112 §6.3",
            "It ends with the connection",
            """
            Neither a length nor chunks: the connection cannot be used again, and a client cannot tell whether all of \
            it came.
            """,
            bad: ["< «200» | Content-Type: image/x-raw | -Content-Length || abc"],
            good: [
                "< 200 | Content-Type: image/x-raw || abc",
                "< HTTP/2 200 | Content-Type: image/x-raw | -Content-Length || abc",
                "< 200 | Content-Type: image/x-raw | Transfer-Encoding: chunked || abc",
            ]
        ) { x, found in
            guard x.responseIsHTTP1, x.responseHasContent, x.answered(.contentLength) == nil,
                x.answered(.transferEncoding) == nil
            else { return }
            found()
        }
    }

    /// Fetch §3.6: of all values, on one line or several, the first decides; an empty one is one, too.
    private static func saysNosniff(_ facts: Facts) -> Bool {
        guard let value = facts.answered(named: "x-content-type-options") else { return false }
        return value.slice(0..<(value.firstIndex(of: ASCII.comma) ?? value.count)).trimmed
            .equalsIgnoringCase("nosniff")
    }

    /// Types whose charset is settled without the parameter: always UTF-8, or told by the text itself.
    private static let settledTypes: [StaticString] = [
        "event-stream", "vtt", "css", "javascript", "ecmascript", "csv", "calendar", "vcard", "xml",
    ]

    private static func knowsItsCharset(_ type: MediaType) -> Bool {
        settledTypes.contains { type.subtype.equalsIgnoringCase($0) } || type.hasSuffix("xml")
    }
}
