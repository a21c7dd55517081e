package import Bytes

// The parts of the lines that scripts get.
extension JSONWriter {
    /// A line of this type with these members.
    static func line(_ type: StaticString, _ members: (inout JSONWriter) -> Void) -> Bytes {
        var out = JSONWriter(capacity: 2 << 10)
        out.beginObject()
        out.member("type", type)
        members(&out)
        out.endObject()
        out.put(ASCII.lineFeed)
        return out.withBytes { Bytes(Array($0)) }
    }

    /// An object with these members.
    mutating func object(_ name: StaticString, _ members: (inout JSONWriter) -> Void) {
        key(name)
        beginObject()
        members(&self)
        endObject()
    }

    mutating func texts(_ name: StaticString, _ texts: [String]) {
        key(name)
        beginArray()
        for text in texts { string(text) }
        endArray()
    }

    /// Microseconds, as seconds with three decimals.
    mutating func seconds(_ microseconds: Int64) {
        let (seconds, rest) = (microseconds / 1_000_000, microseconds % 1_000_000 / 1_000)
        let digits = String(rest.magnitude)
        number(Bytes("\(seconds)." + String(repeating: "0", count: 3 - digits.utf8.count) + digits))
    }

    /// A string, or what it is in base64 where it is not UTF-8.
    mutating func text(_ bytes: Bytes) {
        if bytes.isText { return string(bytes) }
        beginObject()
        key("base64")
        base64(bytes)
        endObject()
    }

    mutating func fields(_ fields: [RuleAnswer.Field], as name: StaticString = "headers") {
        key(name)
        beginArray()
        for field in fields {
            beginArray()
            text(field.name)
            text(field.value)
            endArray()
        }
        endArray()
    }

    mutating func request(
        _ request: ScriptRequest, _ body: ScriptBody = .absent, trailers: [RuleAnswer.Field] = []
    ) {
        object("request") { out in
            out.key("method")
            out.text(request.method)
            out.key("url")
            out.text(request.url)
            out.member("version", request.version)
            out.fields(request.fields)
            out.body(body)
            if !trailers.isEmpty { out.fields(trailers, as: "trailers") }
        }
    }

    mutating func response(
        _ response: ScriptResponse, _ body: ScriptBody = .absent, trailers: [RuleAnswer.Field] = []
    ) {
        object("response") { out in
            out.member("status", response.status)
            out.key("reason")
            out.text(response.reason)
            out.member("version", response.version)
            out.fields(response.fields)
            out.body(body)
            if !trailers.isEmpty { out.fields(trailers, as: "trailers") }
        }
    }

    /// The member `text`, or `base64` of what is not UTF-8.
    package mutating func scriptContent(_ bytes: Bytes) {
        if bytes.isText, !bytes.isLongAsJSON {
            member("text", bytes)
        } else {
            key("base64")
            base64(bytes)
        }
    }

    mutating func body(_ body: ScriptBody) {
        switch body {
        case .absent: return
        case .content(let bytes): object("body") { $0.scriptContent(bytes) }
        case .omitted(let reason):
            key("body")
            null()
            member("omitted", reason.rawValue)
        }
    }
}

extension Bytes {
    /// What a string of JSON escapes makes it longer than base64 is.
    fileprivate var isLongAsJSON: Bool {
        withUnsafeBytes { raw in
            var more = 0
            for byte in raw {
                switch byte {
                case ASCII.lineFeed, ASCII.carriageReturn, ASCII.tab, ASCII.quote, ASCII.backslash: more += 1
                case ..<ASCII.space: more += 5
                default: break
                }
            }
            return more > raw.count / 3 + 1_024
        }
    }

    /// Valid UTF-8.
    var isText: Bool {
        var check = TextCheck(allowsNull: true)
        withUnsafeBytes { check.add($0) }
        return check.isText
    }
}
