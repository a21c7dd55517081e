import Bytes
import Filter
import Flow
import HTTPModel
import HTTPWire
import Registry

// What changes lines and contents of messages.
extension ActionTable {
    static let fields: [ActionEntry] = [
        field("set-request-header", "\"N: v\"", "sets a header of the request", .setRequest, .request),
        field("add-request-header", "\"N: v\"", "adds a header to the request", .addRequest, .request),
        field("remove-request-header", "N", "removes a header of the request", .removeRequest, .request),
        field("set-response-header", "\"N: v\"", "sets a header of the response", .setResponse, .response),
        field("add-response-header", "\"N: v\"", "adds a header to the response", .addResponse, .response),
        field("remove-response-header", "N", "removes a header of the response", .removeResponse, .response),
        ActionEntry("set-cookie", "NAME=VALUE", "sets a cookie of the request") { reader throws(FilterError) in
            let (name, value) = try reader.pair("a cookie", allowed: isCookieByte)
            return .setCookie(name: name, value: value)
        },
        ActionEntry("remove-cookie", "NAME", "removes a cookie of the request") { reader throws(FilterError) in
            .removeCookie(name: Bytes(try reader.argument("the name of a cookie").text))
        },
        ActionEntry("set-response-cookie", "\"NAME=VALUE; Path=/\"", "makes the client store this cookie") {
            reader throws(FilterError) in
            let (name, value) = try reader.pair("a cookie", allowed: ASCII.isFieldText)
            return .setResponseCookie(name: name, value: value)
        },
        ActionEntry("remove-response-cookie", "NAME", "removes a Set-Cookie from the response") {
            reader throws(FilterError) in
            .removeResponseCookie(name: Bytes(try reader.argument("the name of a cookie").text))
        },
        trailer("set-trailer", .response), trailer("set-request-trailer", .request),
    ]

    private static func field(
        _ name: String, _ usage: String, _ meaning: String, _ flag: HeaderRule.Flag, _ kind: MessageKind
    ) -> ActionEntry {
        ActionEntry(name, usage, meaning) { reader throws(FilterError) in try reader.field(flag, kind) }
    }

    private static func trailer(_ name: String, _ kind: MessageKind) -> ActionEntry {
        ActionEntry(
            name, "\"N: v\"", "sets a trailer field after the \(kind == .request ? "request" : "response")'s content"
        ) {
            reader throws(FilterError) in
            guard case .field(_, let rule) = try reader.field(.setResponse, kind), case .set(let value) = rule.action
            else { throw FilterError(reader.nameRange, "a field line was expected") }
            if reader.isRaw { return .setTrailer(kind, name: rule.name, value: value) }
            let section = RecordedHead.section(Bytes("\(rule.name.text): x\r\n\r\n"), hasStartLine: false)
            guard section.lines.allSatisfy({ !section.isForbiddenTrailer($0) }) else {
                throw FilterError(
                    reader.nameRange,
                    "\(rule.name.text) must be known before the content, so it cannot be a trailer (RFC 9110 §6.5.1)")
            }
            return .setTrailer(kind, name: rule.name, value: value)
        }
    }

    /// What can stand in a Cookie pair (RFC 6265 §4.1.1, without the quotes that browsers send as they are).
    private static func isCookieByte(_ byte: UInt8) -> Bool {
        ASCII.isFieldText(byte) && byte != ASCII.semicolon && byte != ASCII.comma && byte != ASCII.space
            && byte != ASCII.tab
    }

    static let requestLine: [ActionEntry] = [
        ActionEntry("set-method", "M", "changes the method") { reader throws(FilterError) in
            let value = try reader.argument("a method")
            let method = Bytes(value.text)
            guard reader.isRaw || OctetClass.token.containsAll(method), !method.isEmpty else {
                throw FilterError(value.range, "'\(value.text)' is not a method: letters, digits and !#$%&'*+-.^_`|~")
            }
            // The client waits for what its own method means: a body, none, or a tunnel. So it does with `raw`.
            guard method != "HEAD", method != "CONNECT" else {
                throw FilterError(value.range, "the client would not understand the response to \(value.text)")
            }
            return .setMethod(method)
        },
        ActionEntry("set-path", "P", "changes the path, but not the query") { reader throws(FilterError) in
            let value = try reader.argument("a path")
            let path = Bytes(value.text)
            if reader.isRaw { return .setPath(path) }
            guard path.first == ASCII.slash else { throw FilterError(value.range, "a path must begin with /") }
            // RFC 3986 §2.1: what cannot stand there is written so.
            let escapes = path.indices.filter { path[$0] == ASCII.percent }
            if let bad = escapes.first(where: { !path.slice($0..<path.count).text.contains(#/^%[0-9A-Fa-f]{2}/#) }) {
                throw FilterError(value.place(bad), "a percent sign must be followed by two hexadecimal digits")
            }
            let isBad = { (byte: UInt8) in
                byte != ASCII.percent && !OctetClass.pathOrQuery.contains(byte) || byte == ASCII.question
            }
            if let bad = path.firstIndex(where: isBad) {
                throw FilterError(
                    value.place(bad),
                    """
                    a path cannot contain \(ActionReader.describe(path[bad])); write it as a percent sign and two \
                    digits
                    """)
            }
            return .setPath(path)
        },
        ActionEntry("set-query", "NAME=VALUE", "sets a parameter of the query") { reader throws(FilterError) in
            let (name, value) = try reader.pair("a parameter", allowed: { $0 >= ASCII.space })
            return .setQuery(name: name, value: value)
        },
        ActionEntry("remove-query", "NAME", "removes a parameter of the query") { reader throws(FilterError) in
            .removeQuery(name: Bytes(try reader.argument("the name of a parameter").text))
        },
        ActionEntry("set-host", "H", "changes Host, but not the connection") { reader throws(FilterError) in
            let value = try reader.argument("a host")
            do throws(HeaderRule.Invalid) {
                return .field(
                    .request, try HeaderRule.parse("Host: " + value.text, flag: .setRequest, isRaw: reader.isRaw))
            } catch {
                throw FilterError(value.range, error.text)
            }
        },
    ]

    static let bodies: [ActionEntry] =
        both("replace", "file F | text T | json J", "replaces the content") {
            reader, kind throws(FilterError) in
            .replaceBody(kind, try reader.content())
        }
        + both("substitute", "/regex/text/flags", "replaces what a regular expression matches in the content") {
            reader, kind throws(FilterError) in
            .substitute(kind, try reader.substitution())
        } + [json("set-json-request", .request), json("set-json-response", .response)]

    private static func both(
        _ verb: String, _ usage: String, _ meaning: String,
        _ read: @escaping @Sendable (inout ActionReader, MessageKind) throws(FilterError) -> RuleAction
    ) -> [ActionEntry] {
        [("request", MessageKind.request), ("response", .response)].map { word, kind in
            ActionEntry("\(verb)-\(word)-body", usage, "\(meaning) of the \(word)") { reader throws(FilterError) in
                try read(&reader, kind)
            }
        }
    }

    private static func json(_ name: String, _ kind: MessageKind) -> ActionEntry {
        ActionEntry(name, "$.path VALUE", "sets a value in the \(kind == .request ? "request" : "response")'s JSON") {
            reader throws(FilterError) in
            let value = try reader.argument("a path, such as $.items[0].price,")
            let path: ValuePath
            do throws(ValuePath.Fault) {
                path = try ValuePath(value.text)
            } catch {
                throw FilterError(value.place(error.offset), error.message)
            }
            return .setJSON(kind, path, Bytes(try reader.json().text))
        }
    }
}

extension ActionReader {
    /// `/regex/text/flags`: a backslash makes a slash ordinary; blanks may stand in it.
    mutating func substitution() throws(FilterError) -> Substitution {
        scanner.skipSpace()
        let start = scanner.position
        guard scanner.take(ASCII.slash) else {
            throw FilterError(start..<start, "missing /regex/text/: \(name) \(usage)")
        }
        let pattern = try part(from: start)
        let patternEnd = scanner.position - 1
        let replacement = try part(from: start)
        let flags = scanner.run { ASCII.isAlpha($0) }
        var inside = ""
        var replacesAll = false
        for (offset, flag) in scanner.text(flags).enumerated() {
            switch flag {
            case "g": replacesAll = true
            case "i", "s", "m": inside.append(flag)
            default:
                let place = flags.lowerBound + offset
                throw FilterError(
                    place..<(place + 1),
                    "unknown flag '\(flag)' (expected g: all, i: any case, m: lines, s: . matches line ends)")
            }
        }
        let lead = inside.isEmpty ? "" : "(?\(inside))"
        do throws(FilterError) {
            let expression = try RegularExpression(lead + pattern)
            return Substitution(expression: expression, replacement: Bytes(replacement), replacesAll: replacesAll)
        } catch {
            let first = start + 1 - lead.utf8.count
            let lower = min(max(start + 1, first + error.range.lowerBound), patternEnd)
            throw FilterError(lower..<min(max(lower, first + error.range.upperBound), patternEnd), error.message)
        }
    }

    /// Up to the next slash, which is stepped over.
    private mutating func part(from start: Int) throws(FilterError) -> String {
        var bytes: [UInt8] = []
        while let byte = scanner.peek, byte != ASCII.slash {
            _ = scanner.take(byte)
            if byte == ASCII.backslash, let escaped = scanner.peek {
                _ = scanner.take(escaped)
                if escaped != ASCII.slash { bytes.append(byte) }
                bytes.append(escaped)
            } else {
                bytes.append(byte)
            }
        }
        guard scanner.take(ASCII.slash) else {
            throw FilterError(
                start..<scanner.position, "/regex/text/ needs three slashes: one is missing")
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
