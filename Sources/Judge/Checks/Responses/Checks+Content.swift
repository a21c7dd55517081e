import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics

// What the content is, and is said to be.
extension Checks {
    static let content: [Check] = Array {
        Check(
            "content-type-missing", .warning, .content, .message(.response), when: .given(.response(.content)),
            "RFC 9110 §8.3", "No Content-Type",
            "The response has a body but no \("Content-Type"), so clients guess its type.",
            advice: "Send \("Content-Type") with the type of the body.",
            bad: ["< «200» || abc", "> POST / || a < «200» || {}"],
            good: ["< 200", "< 200 | Content-Type: application/json || {}"]
        ) { x, found in
            if x.answered(.contentType) == nil, x.responseHasContent { found() }
        }
        Check(
            "content-type-malformed", .bad, .content, .response("content-type"), "RFC 9110 §8.3.1", "Not a media type",
            "\(.value) is not of the form \("type/subtype"), so clients guess the type.",
            advice: "Send a type such as \("text/html; charset=utf-8").",
            bad: ["< 200 | Content-Type: «html» || abc", "< 200 | Content-Type: «text /html» || abc"],
            good: [
                "< 200 | Content-Type: image/x-raw || abc",
                "< 200 | Content-Type: text/html, image/x-raw || abc",
            ]
        ) { x, found in
            guard x.responseMayHaveContent, let value = x.answered(.contentType), x.type?.isWellFormed == false else {
                return
            }
            found([.value: value.isEmpty ? .words("An empty value") : .bytes(value)])
        }
        Check(
            "content-type-disagrees", .bad, .content, .response("content-type"),
            when: .given(.response([.kept, .content])), "RFC 9110 §8.3",
            "The body is of another type",
            "The declared type is \(.value), but the body starts like \(.seen).",
            advice: "Send the type of the body, or the body of this type.",
            bad: [
                "< 200 | Content-Type: «image/png» || <!DOCTYPE html>",
                "< 200 | Content-Type: «application/json» || <!DOCTYPE html>",
            ],
            good: [
                "< 200 | Content-Type: text/html; charset=utf-8 || <!DOCTYPE html>",
                "< 200 | Content-Type: application/octet-stream || <!DOCTYPE html>",
                "< 200 | Content-Type: application/x-amz-json-1.1 || {\"a\": 1}",
                "< 200 | Content-Type: application/vnd.shop.order || {\"a\": 1}",
                "< 200 | Content-Type: binary/octet-stream || {\"a\": 1}",
            ]
        ) { x, found in
            guard x.responseMayHaveContent, let type = x.type, type.isWellFormed, let seen = x.signature,
                !seen.agrees(with: type), let value = x.typeValue
            else { return }
            found([.value: .bytes(value), .seen: .words(Prose(stringLiteral: seen.name))])
        }
        Check(
            "content-type-agrees", .good, .content, .response("content-type"),
            when: .given(.response([.kept, .content])), "RFC 9110 §8.3",
            "The body has the declared type",
            "The body starts like \(.seen), which fits \(.value).",
            bad: [
                "< 200 | Content-Type: «application/json» || {\"a\": 1}",
                "< 200 | Content-Type: «text/html; charset=utf-8» || <!DOCTYPE html>",
            ],
            good: [
                "< 200 | Content-Type: application/octet-stream || {\"a\": 1}",
                "< 200 | Content-Type: application/vnd.shop.order || {\"a\": 1}",
            ]
        ) { x, found in
            guard x.responseMayHaveContent, let type = x.type, type.isWellFormed, let seen = x.signature,
                seen.isNamed(by: type), let value = x.typeValue
            else { return }
            found([.value: .bytes(value), .seen: .words(Prose(stringLiteral: seen.name))])
        }
        Check(
            "charset-missing", .warning, .content, .response("content-type"), when: .given(.response(.text)),
            "RFC 9110 §8.3.2", "No charset",
            "Text without a charset is read with the client's default.",
            advice: "Add \("charset=utf-8").",
            bad: [
                "< 200 | Content-Type: «text/plain» || abc", "< 200 | Content-Type: «text/plain» || café",
                "< 200 | Content-Type: «text/html» || <!doctype html><title>é</title>",
            ],
            good: [
                "< 200 | Content-Type: text/plain; charset=utf-8 || abc", "< 200 | Content-Type: text/css || a {}",
                "< 200 | Content-Type: text/html || <!doctype html><meta charset=\"utf-8\"><title>a</title>",
                "< 200 | Content-Type: text/plain || \u{FEFF}abc", "< 200 | Content-Type: application/json || {}",
                "< 200 | Content-Type: text/html | Content-Length: 9000",
                "< 200 | Content-Type: text/plain | Content-Length: 9000",
            ]
        ) { x, found in
            // Only the bytes tell whether they have a mark, name it themselves, or need none.
            guard x.responseMayHaveContent, let type = x.type, type.isWellFormed, type.type.equalsIgnoringCase("text"),
                type.parameter("charset") == nil, !knowsItsCharset(type), x.codings.isEmpty,
                let bytes = x.responseContent.bytes, !bytes.isEmpty, let verdict = x.charset, verdict.mark == nil,
                verdict.document == nil,
                // What was not kept of the first 1,024 bytes may name it (HTML, "prescan a byte stream").
                !x.responseContent.isTruncated || bytes.count >= 1_024
            else { return }
            // ASCII is the same in all charsets that clients assume.
            let isSafe = !x.responseContent.isTruncated && bytes.allSatisfy { $0 < 0x80 }
            found(level: isSafe ? .info : nil)
        }
        Check(
            "charset-undecodable", .bad, .content, .response("content-type"), when: .given(.response(.kept)),
            "RFC 9110 §8.3.2",
            "Not in the declared charset",
            """
            Byte \(.offset), \(.value), is not valid UTF-8, which is the declared charset. Clients show replacement \
            characters.
            """,
            advice: "Convert the text to UTF-8, or declare its charset, which may be windows-1252.",
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
                x.responseContent.bytes != nil, let fault = x.charset?.fault
            else { return }
            found([.offset: .number(Int64(fault.offset)), .value: .text(Quotation.hex(fault.byte))])
        }
        Check(
            "charset-unknown", .warning, .content, .response("content-type"), when: .given(.response(.parameters)),
            "WHATWG Encoding §4.2",
            "Unknown charset",
            "Browsers do not know the charset \(.value), so they guess.",
            advice: "Send UTF-8 with \("charset=utf-8").",
            bad: [
                "< 200 | Content-Type: «text/plain; charset=klingon» || abc",
                "< 200 | Content-Type: «text/html; charset=utf8mb4» || abc",
            ],
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
            "charset-contradicted", .warning, .content, .response("content-type"),
            when: .given(.response([.kept, .parameters])), "HTML §13.2.3.2",
            "Two different charsets",
            """
            The field declares \(.value), the document declares \(.seen). Browsers use the field; a saved file has \
            only the document's.
            """,
            advice: "Declare one charset in both places, UTF-8 if you can.",
            bad: [
                "< 200 | Content-Type: «text/html; charset=iso-8859-1» || <meta charset=\"utf-8\">",
                "< 200 | Content-Type: «text/html; charset=utf-8» || <meta charset=\"windows-1252\">",
            ],
            good: [
                "< 200 | Content-Type: text/html; charset=utf-8 || <meta charset=\"UTF8\">",
                "< 200 | Content-Type: text/html; charset=utf-8 || <!-- <meta charset=latin1> -->",
            ]
        ) { x, found in
            guard x.responseMayHaveContent, let type = x.type, type.isWellFormed, x.codings.isEmpty,
                x.responseContent.bytes != nil, let verdict = x.charset
            else { return }
            guard verdict.isContradicted, let field = verdict.field, let document = verdict.document else { return }
            found([.value: .bytes(field), .seen: .bytes(document)])
        }
        Check(
            "charset-unnecessary", .info, .content, .response("content-type"),
            when: .given(.response([.json, .parameters])), "RFC 8259 §11", "JSON has no charset",
            "JSON is always UTF-8. Its media type has no charset parameter, so clients ignore it.",
            advice: "Remove the charset parameter.",
            bad: [
                "< 200 | Content-Type: «application/json; charset=utf-8» || {}",
                "< 200 | Content-Type: «application/problem+json; charset=utf-8» || {}",
            ],
            good: [
                "< 200 | Content-Type: application/json || {}", "< 200 | Content-Type: text/plain; charset=utf-8 || a",
            ]
        ) { x, found in
            guard x.responseMayHaveContent, let type = x.type, type.hasSuffix("json"), type.parameter("charset") != nil
            else { return }
            found()
        }
        Check(
            "bom-differs-from-charset", .bad, .content, .response("content-type"),
            when: .given(.response([.kept, .parameters])), "WHATWG Encoding §6",
            "Two different charsets",
            """
            The field declares \(.value), but the body begins with the byte order mark of \(.seen). Browsers follow \
            the mark; other clients follow the field.
            """,
            advice: "Declare the charset of the mark, or remove the mark.",
            bad: [
                "< 200 | Content-Type: «text/plain; charset=latin1» || \u{FEFF}a",
                "< 200 | Content-Type: «text/css; charset=windows-1252» || \u{FEFF}a",
            ],
            good: [
                "< 200 | Content-Type: text/plain; charset=UTF-8 || \u{FEFF}a",
                "< 200 | Content-Type: text/plain; charset=utf-8 || a",
            ]
        ) { x, found in
            guard x.responseMayHaveContent, x.codings.isEmpty, let charset = x.type?.parameter("charset"),
                let mark = x.responseContent.bytes.flatMap({ ByteOrderMark($0) }),
                !charset.equalsIgnoringCase(mark.charset), !(charset.equalsIgnoringCase("utf-16") && mark != .utf8)
            else { return }
            found([.value: .bytes(charset), .seen: .text(mark.charset.description)])
        }
        Check(
            "nosniff", .good, .content, .response("x-content-type-options"), "Fetch §3.6",
            "Browsers do not guess the type",
            "Browsers use the declared media type. They block scripts and style sheets with another type.",
            bad: ["X-Content-Type-Options: «nosniff»", "X-Content-Type-Options: «nosniff, nosniff»"],
            good: ["X-Frame-Options: DENY", "X-Content-Type-Options: , nosniff"],
            besides: ["nosniff-malformed"]
        ) { x, found in
            if saysNosniff(x) { found() }
        }
        Check(
            "nosniff-malformed", .bad, .content, .response("x-content-type-options"), "Fetch §3.6",
            "Not nosniff", "\(.value) has no effect.",
            advice: "Send \("X-Content-Type-Options: nosniff").",
            bad: ["X-Content-Type-Options: «yes»", "X-Content-Type-Options: «yes, nosniff»"],
            good: ["X-Content-Type-Options: NoSniff", "X-Content-Type-Options: nosniff, nosniff"]
        ) { x, found in
            guard let value = x.answered(named: "x-content-type-options"), !saysNosniff(x) else { return }
            found([.value: .bytes(value)])
        }
        Check(
            "nosniff-repeated", .info, .content, .response("x-content-type-options"), "Fetch §3.6",
            "nosniff is repeated",
            "Browsers read only the first value, \("nosniff").",
            advice: "Send it once.",
            bad: ["X-Content-Type-Options: «nosniff, nosniff»", "X-Content-Type-Options: «nosniff,nosniff»"],
            good: ["X-Content-Type-Options: nosniff", "X-Content-Type-Options: NoSniff"]
        ) { x, found in
            guard saysNosniff(x) else { return }
            guard let fields = x.response?.fields else { return }
            let lines = fields.lines.count { fields.name(of: $0).equalsIgnoringCase("x-content-type-options") }
            if lines > 1 || x.answered(named: "x-content-type-options")?.contains(ASCII.comma) == true { found() }
        }
        Check(
            "filename-names-a-folder", .bad, .content, .response("content-disposition"), "RFC 6266 §4.3",
            "A file name with a folder",
            "Clients ignore the folder and keep only the part after the last separator.",
            advice: "Write the name without a folder.",
            bad: [
                "Content-Disposition: «attachment; filename=\"../../etc/passwd\"»",
                "Content-Disposition: «attachment; filename=\"C:\\\\a.txt\"»",
            ],
            good: [
                "Content-Disposition: attachment; filename=\"passwd\"",
                "Content-Disposition: attachment; filename=\"a.b.txt\"",
            ]
        ) { x, found in
            if x.disposition?.namesAFolder == true { found() }
        }
        Check(
            "filename-extended", .good, .content, .response("content-disposition"), "RFC 6266 §4.3",
            "A file name in any script",
            "\("filename*") includes its charset, so every client reads the name as \(.name).",
            bad: [
                "Content-Disposition: «attachment; filename*=UTF-8''%e2%82%ac%20rates»",
                "Content-Disposition: «attachment; filename=\"x\"; filename*=UTF-8''x%20y»",
            ],
            good: ["Content-Disposition: attachment; filename=\"rates\"", "Content-Disposition: attachment"]
        ) { x, found in
            guard let disposition = x.disposition, let name = disposition.extendedName, disposition.isExtendedInUTF8
            else { return }
            found([.name: .text(name)])
        }
        Check(
            "filename-charset", .warning, .content, .response("content-disposition"), "RFC 8187 §3.2.1",
            "Not in UTF-8",
            "\("filename*") must be in UTF-8. Clients may not support \(.value).",
            advice: "Write \("filename*=UTF-8''…").",
            bad: [
                "Content-Disposition: «attachment; filename*=iso-8859-1''%a3%20rates»",
                "Content-Disposition: «attachment; filename*=windows-1252''%80%20rates»",
            ],
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
            "The file name is ambiguous",
            "\(.name) contains bytes outside ASCII, which clients read in different ways.",
            advice: "Add \("filename*=UTF-8''…").",
            bad: [
                "Content-Disposition: «attachment; filename=\"é.txt\"»",
                "Content-Disposition: «inline; filename=\"naïve.pdf\"»",
            ],
            good: [
                "Content-Disposition: attachment; filename=\"é.txt\"; filename*=UTF-8''%c3%a9.txt",
                "Content-Disposition: attachment; filename=\"e.txt\"",
            ]
        ) { x, found in
            guard let disposition = x.disposition, disposition.extendedName == nil, let name = disposition.plainName,
                name.contains(where: { $0 >= 0x80 })
            else { return }
            found([.name: .bytes(name)])
        }
        Check(
            "content-cut-off", .bad, .content, .response("content-length"), "RFC 9112 §8", "The body is incomplete",
            "The head declared \(.length) bytes, but only \(.bytes) arrived.",
            advice:
                "Look for a timeout, a limit or a crash on the way, and send the length of what is sent.",
            bad: [
                "< 200 | Content-Type: image/x-raw | Content-Length: «10» || abc",
                "> GET /a < 200 | Content-Type: image/x-raw | Content-Length: «4» || abc",
            ],
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
            "content-length-unknown", .info, .content, .message(.response), when: .given(.response(.content)),
            "RFC 9112 §6.3",
            "The end of the connection ends the body",
            """
            The response has neither a length nor chunks. The client cannot reuse the connection, and cannot tell \
            whether the body is complete.
            """,
            advice: "Send Content-Length, or \("Transfer-Encoding: chunked").",
            bad: [
                "< «200» | Content-Type: image/x-raw | -Content-Length || abc",
                "> GET /a < «200» | Content-Type: text/css; charset=utf-8 | -Content-Length || a{}",
            ],
            good: [
                "< 200 | Content-Type: image/x-raw || abc",
                "< HTTP/2 200 | Content-Type: image/x-raw | -Content-Length || abc",
                "< 200 | Content-Type: image/x-raw | Transfer-Encoding: chunked || abc",
            ]
        ) { x, found in
            guard x.answered(.contentLength) == nil, x.answered(.transferEncoding) == nil, x.responseIsHTTP1,
                x.responseHasContent
            else { return }
            found()
        }
    }

    /// Fetch §3.6: of all values, on one line or several, the first decides; an empty one is one, too.
    static func saysNosniff(_ facts: Facts) -> Bool {
        guard let value = facts.answered(named: "x-content-type-options") else { return false }
        return value.slice(0..<(value.firstIndex(of: ASCII.comma) ?? value.count)).trimmed
            .equalsIgnoringCase("nosniff")
    }

    /// Types whose charset is settled without the parameter: always UTF-8, or told by the text itself.
    private static let settledTypes: [StaticString] = [
        "event-stream", "vtt", "css", "javascript", "ecmascript", "csv", "calendar", "vcard", "xml",
    ]

    private static func knowsItsCharset(_ type: MediaType) -> Bool {
        let subtype = type.subtype
        return settledTypes.contains { subtype.equalsIgnoringCase($0) } || type.hasSuffix("xml")
    }
}
