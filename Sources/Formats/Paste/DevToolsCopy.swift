package import Bytes
import Explain

/// What somebody copied from the headers of a request in a browser's developer tools: "Request URL: …" and lists of
/// fields in Chrome, Edge and Firefox, "Summary" with "URL: …" in Safari; or from the console of Postman.
///
/// It becomes a HAR, whose reader knows what a browser tells and what it does not: heads put together from lists, no
/// times, and only Postman's bodies.
package struct DevToolsCopy {
    /// The same as HAR.
    package let har: Bytes
    /// More is nothing that a person copied.
    package static let sizeLimit = 4 << 20

    /// nil for any other text.
    package init?(_ text: Bytes) {
        guard text.count <= Self.sizeLimit else { return nil }
        let isList = Self.isWholeRequest(text)
        guard isList || Self.begins(text) else { return nil }
        var reader = DevToolsReader(isList ? .fields : Self.beginsWithName(text) ? .alternating : .panel)
        var start = 0
        while start < text.count {
            let end = text.firstIndex(of: ASCII.lineFeed, in: start..<text.count) ?? text.count
            reader.take(text.slice(start..<end))
            start = end + 1
        }
        let exchanges = reader.finish()
        guard !exchanges.isEmpty else { return nil }
        har = Self.write(exchanges)
    }

    /// The fields of an HTTP/2 request, as Chrome copies them, whole and without a fault: `:method: GET` and so on. One
    /// with a fault is explained line by line.
    private static func isWholeRequest(_ text: Bytes) -> Bool {
        guard text.count > 1, text[0] == ASCII.colon, ASCII.isAlpha(text[1]) else { return false }
        return FieldListDissection.isWholeRequest(text)
    }

    /// `POST https://a.example/v1`, and what Postman's console has below it.
    private static func isOfPostman(_ first: Bytes, _ text: Bytes) -> Bool {
        DevToolsReader.postmanRequest(first) != nil
            && text.prefix(4 << 10).split(separator: ASCII.lineFeed).contains { line in
                DevToolsReader.withoutTriangle(Bytes(Array(line)).withoutReturn.trimmed)
                    .equalsIgnoringCase("request headers")
            }
    }

    /// Whether the first lines are those of such a copy.
    private static func begins(_ text: Bytes) -> Bool {
        var lines = text.prefix(4 << 10).split(separator: ASCII.lineFeed, maxSplits: 12).lazy.map {
            Bytes(Array($0)).withoutReturn.trimmed
        }.filter { !$0.isEmpty }.makeIterator()
        guard var first = lines.next() else { return false }
        if isPseudoName(first) || isOfPostman(first, text) { return true }
        if first.equalsIgnoringCase("headers") || first.equalsIgnoringCase("general") { first = lines.next() ?? first }
        if let label = DevToolsLine(first).label, label == .url {
            // Safari's "URL:" stands under a heading, so that no message that begins so is taken for it.
            return first.hasPrefix(ignoringCase: "request url")
        }
        guard first.equalsIgnoringCase("summary") else { return false }
        return lines.next().map { DevToolsLine($0).label == .url } ?? false
    }

    /// A copy of a request's fields in which each name has a line of its own, as newer versions of Chrome make it.
    private static func beginsWithName(_ text: Bytes) -> Bool {
        let line = text.prefix(4 << 10).split(separator: ASCII.lineFeed).lazy.map {
            Bytes(Array($0)).withoutReturn.trimmed
        }.first { !$0.isEmpty }
        return line.map { isPseudoName($0) } ?? false
    }

    private static func isPseudoName(_ line: Bytes) -> Bool {
        [":authority", ":method", ":path", ":scheme"].contains { line.isExactly($0) }
    }

    // MARK: HAR

    private static func write(_ exchanges: [DevToolsExchange]) -> Bytes {
        var json = JSONWriter()
        json.beginObject()
        json.beginObject("log")
        json.member("version", "1.2" as StaticString)
        json.beginObject("creator")
        json.member("name", "copied from developer tools" as StaticString)
        json.member("version", "" as StaticString)
        json.endObject()
        json.beginArray("entries")
        for exchange in exchanges { write(exchange, to: &json) }
        json.endArray()
        json.endObject()
        json.endObject()
        return json.text
    }

    private static func write(_ exchange: DevToolsExchange, to json: inout JSONWriter) {
        json.beginObject()
        json.member("startedDateTime", "1970-01-01T00:00:00.000Z" as StaticString)
        json.member("time", -1)
        json.beginObject("request")
        json.member("method", exchange.method)
        json.member("url", exchange.url)
        json.member("httpVersion", exchange.version)
        fields("headers", exchange.request, to: &json)
        if let payload = exchange.payload {
            json.beginObject("postData")
            json.member("mimeType", value("content-type", in: exchange.request))
            json.member("text", payload)
            json.endObject()
        }
        json.endObject()
        if exchange.status != nil || !exchange.response.isEmpty {
            json.beginObject("response")
            json.member("status", exchange.status ?? 0)
            json.member("statusText", exchange.reason)
            json.member("httpVersion", exchange.version)
            fields("headers", exchange.response, to: &json)
            json.beginObject("content")
            json.member("size", exchange.content?.count ?? -1)
            json.member("mimeType", value("content-type", in: exchange.response))
            if let content = exchange.content { json.member("text", content) }
            json.endObject()
            json.endObject()
        }
        json.beginObject("timings")
        for name: StaticString in ["send", "wait", "receive"] {
            json.key(name)
            json.integer(-1)
        }
        json.endObject()
        if let address = exchange.address { json.member("serverIPAddress", address) }
        if let cache = exchange.cache {
            if cache.isExactly("worker") {
                json.member("_fetchedViaServiceWorker", true)
            } else {
                json.member("_fromCache", cache)
            }
        }
        if !exchange.others.isEmpty { json.member("comment", exchange.others.map(\.text).joined(separator: "; ")) }
        json.endObject()
    }

    private static func fields(
        _ name: StaticString, _ list: [(name: Bytes, value: Bytes)], to json: inout JSONWriter
    ) {
        json.key(name)
        json.beginArray()
        for field in list {
            json.beginObject()
            json.member("name", field.name)
            json.member("value", field.value)
            json.endObject()
        }
        json.endArray()
        json.member("headersSize", -1)
        json.member("bodySize", -1)
    }

    private static func value(_ name: StaticString, in fields: [(name: Bytes, value: Bytes)]) -> Bytes {
        fields.first { $0.name.equalsIgnoringCase(name) }?.value ?? Bytes()
    }
}

extension JSONWriter {
    /// All that was written.
    fileprivate var text: Bytes { withBytes { Bytes(Array($0)) } }
}

/// One request as it was copied.
struct DevToolsExchange {
    var url = Bytes()
    var method = Bytes("GET")
    var version = Bytes()
    var status: Int?
    var reason = Bytes()
    var address: Bytes?
    /// `disk`, `memory`, `prefetch`, `worker`; nil when it came over the network.
    var cache: Bytes?
    var request: [(name: Bytes, value: Bytes)] = []
    var response: [(name: Bytes, value: Bytes)] = []
    var payload: Bytes?
    /// The content of the response, as the tool shows it.
    var content: Bytes?
    /// Lines that are neither fields nor of the list above.
    var others: [Bytes] = []
}
