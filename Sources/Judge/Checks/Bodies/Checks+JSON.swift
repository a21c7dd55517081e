import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics

// Whether content is what its type says.
extension Checks {
    private static let contentType = Scope.either("content-type")

    static let jsonBodies: [Check] = Array {
        Check(
            "json-malformed", .bad, .content, contentType, when: .given(.own([.json, .kept])), "RFC 8259 §2",
            "The JSON does not parse",
            "Content-Type says JSON, but the body does not parse. Byte \(.offset): \(.rule)",
            advice: "Write the body with a JSON library.",
            bad: [
                "< 200 | Content-Type: «application/json» || {\"a\": 1",
                "< 200 | Content-Type: «application/problem+json» || {\"a\": 1,}",
                "< 200 | Content-Type: «application/json» || {\"a\": 1} x",
                "> POST / | Content-Type: «application/json» || {'a': 1} < 400",
            ],
            good: [
                "< 200 | Content-Type: application/json || {\"a\": [1, true, null]}",
                // What keeps scripts from running it.
                "< 200 | Content-Type: application/json || )]}'\n{}",
                "< 200 | Content-Type: application/json-seq || {}",
                "< 200 | Content-Type: application/json | Content-Length: 9000",
            ]
        ) { x, found in
            guard let type = x.type(found.side), type.hasSuffix("json"), let bytes = x.plainContent(found.side),
                !isForm(bytes) || found.side == .response,
                let fault = found.side == .request ? x.askedFault : x.answeredFault
            else { return }
            // Another type or encoding has a finding of its own.
            if found.side == .response, let seen = x.signature, !seen.agrees(with: type) { return }
            if ByteOrderMark(bytes) != nil || bytes.contains(0) { return }
            found([.offset: .number(Int64(fault.offset)), .rule: .words(Prose(stringLiteral: fault.text))])
        }
        Check(
            "json-not-utf8", .bad, .content, contentType, when: .given(.own([.json, .kept])), "RFC 8259 §8.1",
            "JSON that is not UTF-8",
            "The JSON body \(.rule). JSON between systems is UTF-8 without a byte order mark.",
            advice: "Encode the body as UTF-8 without a byte order mark.",
            bad: [
                "< 200 | Content-Type: «application/json» || \u{FEFF}{\"a\": 1}",
                Example("< 200 | Content-Type: «application/json» || {\"a\": \"é\"}", isLatin: true),
                Example("> POST / | Content-Type: «application/json» || {\"a\": \"ü\"} < 204", isLatin: true),
            ],
            good: [
                "< 200 | Content-Type: application/json || {\"a\": \"é\"}",
                Example("< 200 | Content-Type: text/csv; charset=iso-8859-1 || a,é", isLatin: true),
            ]
        ) { x, found in
            guard let type = x.type(found.side), type.hasSuffix("json"), type.parameter("charset") == nil,
                let bytes = x.plainContent(found.side)
            else { return }
            if ByteOrderMark(bytes) != nil {
                found([.rule: .words("begins with a byte order mark")])
            } else if bytes.count > 1, bytes[0] == 0 || bytes[1] == 0 {
                found([.rule: .words("is UTF-16")])
            } else if String(validating: bytes, as: UTF8.self) == nil {
                found([.rule: .words("contains bytes that are not UTF-8")])
            }
        }
        Check(
            "json-key-repeated", .warning, .content, contentType, when: .given(.own([.json, .kept])), "RFC 8259 §4",
            "A name occurs twice in an object",
            "\(.name) occurs twice in one JSON object. Most parsers keep the last value, some the first.",
            advice: "Write \(.name) once.",
            bad: [
                "< 200 | Content-Type: «application/json» || {\"a\": 1, \"b\": {\"c\": 1, \"c\": 2}}",
                "> POST / | Content-Type: «application/json» || {\"id\": 1, \"id\": 2} < 204",
            ],
            good: [
                "< 200 | Content-Type: application/json || {\"a\": {\"a\": 1}, \"A\": 2}",
                "< 200 | Content-Type: application/json || [{\"a\": 1}, {\"a\": 2}]",
            ]
        ) { x, found in
            guard let type = x.type(found.side), type.hasSuffix("json"), let bytes = x.plainContent(found.side),
                (found.side == .request ? x.askedFault : x.answeredFault) == nil,
                let name = repeatedName(bytes)
            else { return }
            found([.name: .bytes(name)])
        }
        Check(
            "form-sent-as-json", .bad, .content, .request("content-type"), when: .given(.request([.json, .kept])),
            "RFC 9110 §8.3", "A form sent as JSON",
            "The body is a form (\(.value)), but Content-Type is \(.type), so the server cannot parse it.",
            advice: "Send JSON, or \("Content-Type: application/x-www-form-urlencoded").",
            bad: [
                "> POST / | Content-Type: «application/json» || name=a&age=7 < 400",
                "> PUT / | Content-Type: «application/vnd.shop+json» || name=a < 400",
            ],
            good: [
                "> POST / | Content-Type: application/json || {\"a\": \"b=c\"} < 204",
                "> POST / | Content-Type: application/x-www-form-urlencoded || name=a < 204",
            ]
        ) { x, found in
            guard let type = x.requestType, type.hasSuffix("json"), let bytes = x.plainContent(.request),
                isForm(bytes), x.askedFault != nil, let equals = bytes.firstIndex(of: ASCII.equals)
            else { return }
            // Values may be secrets.
            found([.value: .text(bytes.slice(0..<min(equals, 40)).text + "=…"), .type: .bytes(type.essence)])
        }
        Check(
            "form-malformed", .warning, .content, .request("content-type"), when: .given(.request([.form, .kept])),
            "WHATWG URL §application/x-www-form-urlencoded parsing", "A form with a bare percent sign",
            """
            Byte \(.offset) of the form is a percent sign without two hexadecimal digits. Servers keep it, drop it or \
            refuse the form.
            """,
            advice: "Write \("%25") for a percent sign.",
            bad: [
                "> POST / | Content-Type: «application/x-www-form-urlencoded» || a=50% < 204",
                "> POST / | Content-Type: «application/x-www-form-urlencoded» || a=%zz&b=1 < 204",
            ],
            good: [
                "> POST / | Content-Type: application/x-www-form-urlencoded || a=50%25 < 204",
                "> POST / | Content-Type: text/plain || a=50% < 204",
            ]
        ) { x, found in
            guard let type = x.requestType, type.is("application", "x-www-form-urlencoded"),
                let bytes = x.plainContent(.request), let offset = barePercent(bytes)
            else { return }
            found([.offset: .number(Int64(offset))])
        }
        Check(
            "content-type-missing-request", .warning, .content, .message(.request), when: .given(.request(.content)),
            "RFC 9110 §8.3",
            "A request body without a type", "The \(.method) has a body, but no \("Content-Type"): the server guesses.",
            advice: "Send \("Content-Type").",
            bad: ["> «POST» / || a < 204", "> «PUT» /a || a < 204"],
            good: [
                "> POST / | Content-Type: image/x-raw || a < 204", "> POST / | Content-Length: 0 < 204",
            ]
        ) { x, found in
            guard let request = x.request, x.requestHasContent, x.asked(.contentType) == nil,
                request.method == .post || request.method == .put,
                // Of JSON another check says it, and only the bytes tell.
                let bytes = x.requestContent.bytes, !bytes.isEmpty, !isLikeJSON(bytes)
            else { return }
            found(at: 0..<request.method.name.count, [.method: .bytes(request.method.name)])
        }
        Check(
            "asset-unminified", .info, .content, .response("content-type"),
            when: .status(200, given: .response([.asset, .kept])), "Lighthouse §unminified-javascript",
            "Not minified",
            "About \(.percent) % of this file (\(.size)) is white space and comments, which a minifier removes.",
            advice: "Minify scripts and style sheets in the build.",
            bad: [
                Example(
                    "< 200 | Content-Type: «text/css» || "
                        + String(repeating: "a {\n      color: red;\n}\n\n", count: 500)),
                Example(
                    "< 200 | Content-Type: «text/javascript» || "
                        + String(repeating: "if (a) {\n        b();\n    }\n", count: 500)),
            ],
            good: [
                Example("< 200 | Content-Type: text/css || " + String(repeating: "a{color:red}", count: 1_000)),
                "< 200 | Content-Type: text/css || a {\n    color: red;\n}\n",
            ]
        ) { x, found in
            guard let type = x.type, type.is("text", "css") || isJavaScript(type), x.response?.status == 200,
                let bytes = x.plainContent(.response), bytes.count > 10_240
            else { return }
            let blank = needless(bytes)
            guard blank * 5 > bytes.count else { return }
            found([.percent: .number(Int64(blank * 100 / bytes.count)), .size: .size(UInt64(bytes.count))])
        }
    }

    /// `name=value`, and no JSON.
    private static func isForm(_ bytes: Bytes) -> Bool {
        guard let equals = bytes.firstIndex(of: ASCII.equals), equals > 0 else { return false }
        return bytes.slice(0..<equals).allSatisfy {
            OctetClass.unreserved.contains($0) || [ASCII.percent, ASCII.openBracket, ASCII.closeBracket].contains($0)
        } && !isLikeJSON(bytes)
    }

    private static func isLikeJSON(_ bytes: Bytes) -> Bool {
        let first = bytes.first { $0 > ASCII.space }
        return first == ASCII.openBrace || first == ASCII.openBracket || first == ASCII.quote
    }

    private static func barePercent(_ bytes: Bytes) -> Int? {
        var start = 0
        while let place = bytes.firstIndex(of: ASCII.percent, from: start) {
            guard place + 2 < bytes.count, ASCII.hexValue(bytes[place + 1]) != nil,
                ASCII.hexValue(bytes[place + 2]) != nil
            else { return place }
            start = place + 3
        }
        return nil
    }

    /// The first name that an object has twice.
    private static func repeatedName(_ bytes: Bytes) -> Bytes? {
        let tree = bytes.withUnsafeBytes { raw in
            var parser = JSONParser(raw.bindMemory(to: UInt8.self))
            return try? parser.tree()
        }
        var open = tree.map { [$0] } ?? []
        while let node = open.popLast() {
            switch node.value {
            case .object(let members):
                var names: Set<Bytes> = []
                for member in members {
                    let name = bytes.slice(member.key.range)
                    if !names.insert(name).inserted { return name }
                    open.append(member.value)
                }
            case .array(let elements): open += elements
            default: break
            }
        }
        return nil
    }

    /// How many bytes are blanks beside blanks, line ends, and comments of whole lines.
    private static func needless(_ bytes: Bytes) -> Int {
        var count = 0
        var start = 0
        while start < bytes.count {
            let end = bytes.firstIndex(of: ASCII.lineFeed, from: start) ?? bytes.count
            let line = bytes.slice(start..<end)
            let text = line.trimmed
            let isComment = text.hasOpening("//") || text.hasOpening("/*") || text.hasOpening("* ")
            count += isComment ? line.count + 1 : line.count - text.count + 1
            start = end + 1
        }
        return min(count, bytes.count)
    }

    /// "JavaScript MIME type" (WHATWG MIME Sniffing §4.6).
    static func isJavaScript(_ type: MediaType) -> Bool {
        let names: [StaticString] = [
            "javascript", "ecmascript", "x-javascript", "x-ecmascript", "javascript1.0", "javascript1.1",
            "javascript1.2", "javascript1.3", "javascript1.4", "javascript1.5", "jscript", "livescript",
        ]
        return (type.type.equalsIgnoringCase("text") || type.type.equalsIgnoringCase("application"))
            && isOne(type.subtype, of: names)
    }
}
