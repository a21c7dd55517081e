import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics

// Names of media types, languages and files, and what browsers do with them.
extension Checks {
    /// Names that are no longer registered, or never were.
    private static let obsoleteTypes: [(old: StaticString, new: String)] = [
        ("application/javascript", "text/javascript"), ("application/x-javascript", "text/javascript"),
        ("text/ecmascript", "text/javascript"), ("text/json", "application/json"),
        ("application/x-json", "application/json"), ("image/jpg", "image/jpeg"),
        ("application/font-woff", "font/woff"), ("application/x-font-woff", "font/woff"),
        ("application/font-woff2", "font/woff2"), ("application/x-font-ttf", "font/ttf"),
        ("application/vnd.ms-fontobject-x", "application/vnd.ms-fontobject"), ("text/xsl", "application/xslt+xml"),
        ("application/x-zip-compressed", "application/zip"), ("application/x-gzip", "application/gzip"),
        ("text/x-markdown", "text/markdown"), ("application/x-yaml", "application/yaml"),
        ("text/yaml", "application/yaml"),
    ]

    static let mediaTypes: [Check] = Array {
        Check(
            "media-type-obsolete", .info, .content, .either("content-type"), when: .given(.own(.rareType)),
            "RFC 9239 §6",
            "An old or invented media type", "\(.type) is not the registered name. Some clients do not recognise it.",
            advice: "Send \(.expected).",
            bad: ["< 200 | Content-Type: «application/javascript» || a", "< 200 | Content-Type: «image/jpg»"],
            good: ["< 200 | Content-Type: text/javascript || a", "< 200 | Content-Type: image/jpeg"]
        ) { x, found in
            guard let type = x.type(found.side),
                let name = obsoleteTypes.first(where: { type.essence.equalsIgnoringCase($0.old) })
            else { return }
            found([.type: .bytes(type.essence), .expected: .text(name.new)])
        }
        Check(
            "content-language-malformed", .warning, .content, .either("content-language"), "RFC 9110 §8.5",
            "Not a language tag", "\(.value) in \("Content-Language") is not a language tag, so clients ignore it.",
            advice: "Write a tag such as \("en") or \("en-US").",
            bad: ["< 204 | Content-Language: «en_US»", "< 204 | Content-Language: «english language»"],
            good: ["< 204 | Content-Language: en-US, de", "< 204 | Content-Language: zh-Hant-TW"]
        ) { x, found in
            let tags = x.fields(found.side).list(named: "content-language")
            if let wrong = tags.first(where: { !isLanguage($0) }) { found([.value: .bytes(wrong)]) }
        }
        Check(
            "accept-language-malformed", .warning, .content, .request("accept-language"), "RFC 9110 §12.5.4",
            "Not a language range", "\(.value) in \("Accept-Language") is not a language range, so servers ignore it.",
            advice: "Write \("de, en;q=0.8").",
            bad: ["> GET / | Accept-Language: «en_US» < 204", "> GET / | Accept-Language: «de, e n» < 204"],
            good: ["> GET / | Accept-Language: de-CH, en;q=0.8, *;q=0.1 < 204", "> GET / | Accept-Language: * < 204"]
        ) { x, found in
            let wrong = x.languages.first { $0.essence != Bytes("*") && !isLanguage($0.essence) }
            if let wrong { found([.value: .bytes(wrong.essence)]) }
        }
        Check(
            "accept-malformed", .warning, .content, .request("accept"), "RFC 9110 §12.5.1", "Not a media range",
            "\(.value) in \("Accept") is not a media range, so servers ignore it.",
            advice: "Write \("type/subtype"), for example \("application/json").",
            bad: ["> GET / | Accept: «json» < 204", "> GET / | Accept: «text/html, */html» < 204"],
            good: [
                "> GET / | Accept: text/html, application/*;q=0.9, */*;q=0.8 < 204",
                // What Java sends for `*/*`.
                "> GET / | Accept: text/html, *; q=.2, */*; q=.2 < 204",
            ],
            besides: ["q-value-malformed"]
        ) { x, found in
            let wrong = x.types.first { preference in
                let type = MediaType(preference.essence)
                guard type.isWellFormed else { return preference.essence != Bytes("*") }
                return type.type == Bytes("*") && type.subtype != Bytes("*")
            }
            if let wrong { found([.value: .bytes(wrong.essence)]) }
        }
        Check(
            "content-disposition-malformed", .warning, .content, .response("content-disposition"), "RFC 6266 §4.1",
            "Not a disposition", "\(.value) does not parse, so browsers ignore it or invent a file name.",
            advice: "Write \("Content-Disposition: attachment; filename=\"a.txt\"").",
            bad: [
                "< 204 | Content-Disposition: «filename=\"a.txt\"»", "< 204 | Content-Disposition: «\"attachment\"»",
            ],
            good: [
                "< 204 | Content-Disposition: attachment", "< 204 | Content-Disposition: inline; filename=\"a;b.txt\"",
            ]
        ) { x, found in
            guard let disposition = x.disposition, let value = x.answered(named: "content-disposition") else { return }
            if disposition.kind.isEmpty || !OctetClass.token.containsAll(disposition.kind) {
                found([.value: .bytes(value)])
            }
        }
        Check(
            "content-disposition-unknown", .info, .content, .response("content-disposition"), "RFC 6266 §4.2",
            "An unknown disposition", "\(.value) is neither inline nor attachment. Browsers save the file.",
            advice: "Send \("attachment") or \("inline").",
            bad: [
                "< 204 | Content-Disposition: «download; filename=a»",
                "< 204 | Content-Disposition: «form-data; name=a»",
            ],
            good: ["< 204 | Content-Disposition: INLINE", "< 204 | Content-Disposition: attachment; filename=a"]
        ) { x, found in
            guard let kind = x.disposition?.kind, !kind.isEmpty, OctetClass.token.containsAll(kind),
                !isOne(kind, of: ["inline", "attachment"])
            else { return }
            found([.value: .bytes(kind)])
        }
        Check(
            "filename-percent", .warning, .content, .response("content-disposition"), "RFC 6266 §D",
            "Percent-encoding in filename",
            "In \("filename"), some browsers decode \(.value) and others keep it as it is.",
            advice: "Use \("filename*=UTF-8''…") for encoded names.",
            bad: [
                "< 204 | Content-Disposition: «attachment; filename=\"a%20b.txt\"»",
                "< 204 | Content-Disposition: «attachment; filename=%C3%A9.txt»",
            ],
            good: [
                "< 204 | Content-Disposition: attachment; filename=\"50%.txt\"",
                "< 204 | Content-Disposition: attachment; filename=\"a%20b\"; filename*=UTF-8''a%20b",
            ]
        ) { x, found in
            guard let disposition = x.disposition, disposition.extendedName == nil, let name = disposition.plainName,
                let octet = PercentOctet.list(in: name, limit: 1).first
            else { return }
            found([.value: .bytes(name.slice(octet.offset..<octet.offset + 3))])
        }
        Check(
            "content-coding-alias", .info, .content, .either("content-encoding"), "RFC 9110 §8.4.1.3",
            "An old name of a coding", "\(.coding) is an old name of \(.expected). Some clients do not know it.",
            advice: "Send \(.expected).",
            bad: [
                "< 200 | Content-Type: a/b | Content-Encoding: «x-gzip»",
                "< 200 | Content-Type: a/b | Content-Encoding: «x-compress»",
            ],
            good: [
                "< 200 | Content-Type: a/b | Content-Encoding: gzip",
                "< 200 | Content-Type: a/b | Content-Encoding: br",
            ],
            besides: ["coding-not-accepted"]
        ) { x, found in
            for coding in x.fields(found.side).list(.contentEncoding) where isOne(coding, of: ["x-gzip", "x-compress"])
            {
                found([.coding: .bytes(coding), .expected: .bytes(coding.slice(2..<coding.count).lowercased)])
            }
        }
        blocked("script-type-blocked", "script", "a JavaScript type such as text/javascript", isJavaScript)
        blocked("style-type-blocked", "style", "text/css") { $0.is("text", "css") }
    }

    /// A script or style sheet that browsers block for its type.
    private static func blocked(
        _ code: String, _ destination: StaticString, _ expected: String,
        _ fits: @escaping @Sendable (MediaType) -> Bool
    ) -> Check {
        let asked = "> GET /a | Sec-Fetch-Dest: \(destination)"
        let right = destination.description == "style" ? "text/css" : "text/javascript"
        return Check(
            code, .bad, .content, .exchange, when: .answered("x-content-type-options"),
            "Fetch §X-Content-Type-Options header", "Blocked for its type",
            """
            The browser loads this as a \(.part), but its type is \(.type). With nosniff the browser blocks it.
            """,
            advice: "Send \(.expected) as \("Content-Type").",
            bad: [
                Example("\(asked) < 200 | Content-Type: «text/html; charset=utf-8» | X-Content-Type-Options: nosniff"),
                Example(
                    """
                    \(asked) < 200 | Content-Type: «text/plain; charset=utf-8» | X-Content-Type-Options: nosniff || a
                    """),
            ],
            good: [
                Example("\(asked) < 200 | Content-Type: \(right) | X-Content-Type-Options: nosniff"),
                """
                > GET /a | Sec-Fetch-Dest: image < 200 | Content-Type: text/plain; charset=utf-8 \
                | X-Content-Type-Options: nosniff
                """,
            ]
        ) { x, found in
            guard let response = x.response, (200..<300).contains(response.status), response.status != 204,
                x.asked(named: "sec-fetch-dest")?.equalsIgnoringCase(destination) == true, let type = x.type,
                !fits(type), saysNosniff(x)
            else { return }
            found(
                in: .response, at: response.fields.range(.contentType),
                [
                    .part: .words(Prose(stringLiteral: destination.description)), .type: .bytes(type.essence),
                    .expected: .words(Prose(stringLiteral: expected)),
                ])
        }
    }

    /// A tag of RFC 5646: subtags of one to eight letters and digits.
    private static func isLanguage(_ tag: Bytes) -> Bool {
        let parts = tag.split(separator: ASCII.hyphen, omittingEmptySubsequences: false)
        guard let first = parts.first, first.allSatisfy(ASCII.isAlpha), parts.count <= 12 else { return false }
        return parts.allSatisfy { part in
            (1...8).contains(part.count)
                && part.allSatisfy { ASCII.isAlpha($0) || ASCII.isDigit($0) || $0 == ASCII.asterisk }
        }
    }
}
