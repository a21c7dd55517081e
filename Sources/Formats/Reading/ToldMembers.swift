import Bytes
import Flow

/// The members of an entry that Hark has no place for: what another tool wrote of its own, comments, and what is said
/// of a cache. They go into a session and out of it as they are.
struct ToldMembers {
    /// The objects of an entry that may have some.
    enum Place: CaseIterable {
        case entry, request, postData, response, content, timings
    }

    /// Of an entry with more than this they are left out (16 MiB).
    static let limit = 16 << 20

    private let file: Bytes
    private let root: JSONNode

    /// Reads what `found` made; nil when there is nothing in it.
    init?(_ remarks: FileRemarks?) {
        guard let members = remarks?.members else { return nil }
        let root = members.withUnsafeBytes { raw -> JSONNode? in
            var parser = JSONParser(raw.bindMemory(to: UInt8.self))
            return try? parser.tree()
        }
        guard let root, case .object = root.value else { return nil }
        file = members
        self.root = root
    }

    /// The page that the entry belongs to, and its name.
    var page: (id: Bytes, node: JSONNode, file: Bytes)? {
        guard let page = root.member("_page", in: file), let id = page.member("id", in: file)?.string(in: file) else {
            return nil
        }
        return (id, page, file)
    }

    /// The type of a content where its head says none, or another.
    func contentType(_ place: Place) -> Bytes? { text(place, "mimeType") }

    /// A size as its recorder counted it; nil where none is told.
    func size(_ place: Place, _ name: StaticString) -> Int64? { node(place)?.member(name, in: file)?.integer(in: file) }

    /// A list that stands in the entry beside no header that says the same: cookies, parameters, or the headers of a
    /// response without a status.
    func list(_ place: Place, _ name: StaticString) -> (node: JSONNode, file: Bytes)? {
        guard let node = node(place)?.member(name, in: file), node.elements != nil else { return nil }
        return (node, file)
    }

    /// A text that no header of the entry says.
    func text(_ place: Place, _ name: StaticString) -> Bytes? { node(place)?.member(name, in: file)?.string(in: file) }

    /// A phase as its recorder measured it, or the time of all, in its spelling; nil when none is told.
    func time(_ name: StaticString, of place: Place = .timings) -> (value: Double, digits: Bytes)? {
        guard let node = node(place)?.member(name, in: file), case .number(let range) = node.value,
            let value = node.double(in: file)
        else { return nil }
        return (value, file.slice(range))
    }

    /// It is told which phases were measured.
    var hasTimes: Bool { node(.timings)?.member("wait", in: file) != nil }

    /// What is said of a cache; nil when nothing is, or nothing that HAR 1.2 knows.
    var cache: (node: JSONNode, file: Bytes)? {
        root.member("cache", in: file).flatMap { isCache($0) ? ($0, file) : nil }
    }

    /// What browsers write there that is none of HAR 1.2: it gets a name of its own, so that readers take no harm.
    fileprivate var otherCache: JSONNode? { root.member("cache", in: file).flatMap { isCache($0) ? nil : $0 } }

    private func isCache(_ node: JSONNode) -> Bool {
        ["beforeRequest", "afterRequest"].allSatisfy { (name: StaticString) in
            guard let state = node.member(name, in: file), !state.isNull else { return true }
            return state.member("lastAccess", in: file)?.string(in: file) != nil
                && state.member("eTag", in: file)?.string(in: file) != nil
                && state.member("hitCount", in: file)?.double(in: file) != nil
        }
    }

    fileprivate func members(of place: Place) -> [JSONNode.Member] {
        guard case .object(let members)? = node(place)?.value else { return [] }
        return members.filter { !Self.isKnown($0.key, place, file) }
    }

    fileprivate func write(_ member: JSONNode.Member, to writer: inout JSONWriter) {
        writer.key(escaping: member.key.bytes(in: file))
        writer.value(member.value, in: file)
    }

    fileprivate func write(_ value: JSONNode, to writer: inout JSONWriter) { writer.value(value, in: file) }

    fileprivate func isNamed(_ member: JSONNode.Member, _ name: StaticString) -> Bool {
        member.key.isEqual(to: name, in: file)
    }

    private func node(_ place: Place) -> JSONNode? {
        switch place {
        case .entry: root
        case .request: root.member("request", in: file)
        case .postData: root.member("request", in: file)?.member("postData", in: file)
        case .response: root.member("response", in: file)
        case .content: root.member("response", in: file)?.member("content", in: file)
        case .timings: root.member("timings", in: file)
        }
    }

    // MARK: Finding

    /// Those of an entry; nil when there are none.
    ///
    /// - Parameter hasFiles: contents that the entry keeps in other files were found there.
    static func found(in entry: JSONNode, _ file: Bytes, hasFiles: Bool) -> Bytes? {
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        let start = writer.count
        writer.unknown(entry, .entry, file, hasFiles: hasFiles)
        guard writer.count > start else { return nil }
        writer.endObject()
        return writer.withBytes { Bytes(Array($0)) }
    }

    /// The same with the page that the entry belongs to, which is an object of JSON.
    static func adding(_ page: Bytes, to members: Bytes?) -> Bytes {
        let others = members?.array.dropLast() ?? [UInt8(ascii: "{")]
        let comma: [UInt8] = others.count > 1 ? [ASCII.comma] : []
        return Bytes(others + comma + Array(#""_page":"#.utf8) + page.array + [UInt8(ascii: "}")])
    }

    static func nested(_ place: Place) -> [(name: StaticString, place: Place)] {
        switch place {
        case .entry: [("request", .request), ("response", .response), ("timings", .timings)]
        case .request: [("postData", .postData)]
        case .response: [("content", .content)]
        case .postData, .content, .timings: []
        }
    }

    static func isKnown(_ key: JSONString, _ place: Place, _ file: Bytes) -> Bool {
        names(place).contains { key.isEqual(to: $0, in: file) }
    }

    /// What a record has a place for, so that it is written from that.
    private static func names(_ place: Place) -> [StaticString] {
        switch place {
        case .entry: entryNames
        case .request: messageNames + ["method", "url", "queryString", "postData"]
        case .postData: ["mimeType", "text", "params", "_encoding", "encoding"]
        case .response: messageNames + responseNames
        case .content:
            ["size", "compression", "mimeType", "text", "encoding", "_raw", "_contentDecoded", "_contentDamage"]
        case .timings: ["blocked", "dns", "connect", "ssl", "send", "wait", "receive"]
        }
    }

    private static let entryNames: [StaticString] = [
        "startedDateTime", "time", "request", "response", "cache", "timings", "comment", "_page", "_id", "_run",
        "_outcome", "_connection", "_stream", "_changes", "_rules", "_scripts", "_quirks", "_quirksOmitted", "_tls",
        "_notes", "_tunnel", "_upgraded", "_tags", "_redacted", "_webSocketMessages", "_eventSourceMessages", "_lines",
        "_messagesOmitted", "_readingEnds", "_grpc",
    ]
    private static let messageNames: [StaticString] = [
        "headers", "cookies", "httpVersion", "headersSize", "bodySize", "_raw", "_sent", "_framing", "_chunks",
        "_chunkCount", "_rawLines", "_sentLines", "_fields", "_sizeUpdates", "_frames", "_framesSent", "_framesDropped",
        "_waits", "_waitsOmitted", "_trailers", "_trailersRaw", "_trailersSent", "_wireSize",
        "_truncated", "_parts",
    ]
    private static let responseNames: [StaticString] = [
        "status", "statusText", "content", "redirectURL", "_interim", "_interimOmitted",
    ]
}

extension JSONWriter {
    /// The members of one object that Hark has no place for, except those of these names.
    mutating func told(_ told: ToldMembers?, _ place: ToldMembers.Place, except written: [StaticString] = []) {
        guard let told else { return }
        if place == .entry, let cache = told.otherCache {
            key("_cache")
            told.write(cache, to: &self)
        }
        for member in told.members(of: place) where !written.contains(where: { told.isNamed(member, $0) }) {
            told.write(member, to: &self)
        }
    }

    /// A value as it was read: numbers in their spelling, strings escaped anew.
    mutating func value(_ node: JSONNode, in file: Bytes) {
        switch node.value {
        case .null, .tooDeep: null()
        case .boolean(let value): boolean(value)
        case .number(let range): number(file.slice(range))
        case .string(let text): string(text.bytes(in: file))
        case .array(let elements):
            beginArray()
            for element in elements { value(element, in: file) }
            endArray()
        case .object(let members):
            beginObject()
            for member in members {
                key(escaping: member.key.bytes(in: file))
                value(member.value, in: file)
            }
            endObject()
        }
    }

    /// What `ToldMembers` keeps of an object, member by member; of a name that comes twice, the last.
    fileprivate mutating func unknown(
        _ node: JSONNode, _ place: ToldMembers.Place, _ file: Bytes, hasFiles: Bool, type: Bytes? = nil
    ) {
        guard case .object(let members) = node.value else { return }
        var others = members.filter { !ToldMembers.isKnown($0.key, place, file) }
        // HAR 1.2 wants texts there.
        others.removeAll { $0.key.isEqual(to: "comment", in: file) && $0.value.string(in: file) == nil }
        if place == .entry {
            // A name of a page says nothing without the page.
            others.removeAll { $0.key.isEqual(to: "pageref", in: file) }
            others.removeAll { $0.key.isEqual(to: "serverIPAddress", in: file) && !Self.isAddress($0.value, file) }
            others.removeAll { $0.key.isEqual(to: "connection", in: file) && $0.value.string(in: file) == nil }
            if let cache = node.member("cache", in: file), case .object(let members) = cache.value, !members.isEmpty {
                key("cache")
                value(cache, in: file)
            }
        }
        if place == .content || place == .postData {
            if hasFiles { others.removeAll { $0.key.isEqual(to: "_file", in: file) } }
            if let noted = node.member("mimeType", in: file)?.string(in: file), !noted.isEmpty, noted != type {
                member("mimeType", noted)
            }
        }
        if place == .timings { times(node, ["blocked", "dns", "connect", "ssl", "send", "wait", "receive"], file) }
        if place == .entry { times(node, ["time"], file) }
        let listed = place == .request || place == .response ? node.member("headers", in: file) : nil
        func header(_ name: StaticString) -> Bytes? {
            listed?.elements?.first { $0.member("name", in: file)?.string(in: file)?.equalsIgnoringCase(name) == true }?
                .member("value", in: file)?.string(in: file)
        }
        if place == .request {
            if header("cookie") == nil { kept("cookies", of: node, file) }
            if node.member("url", in: file)?.string(in: file)?.contains(ASCII.question) != true {
                kept("queryString", of: node, file)
            }
        }
        if place == .response {
            if header("set-cookie") == nil { kept("cookies", of: node, file) }
            if header("location") == nil { kept("redirectURL", of: node, file) }
            if node.member("status", in: file)?.integer(in: file) ?? 0 == 0 {
                for name in ["headers", "statusText"] as [StaticString] { kept(name, of: node, file) }
            }
        }
        if place == .request || place == .response {
            kept("httpVersion", of: node, file)
            sizes(node, ["headersSize", "bodySize"], file)
            // HTTP/3's pseudo-fields have no place in a record.
            let version = HeadText.Version(
                node.member("httpVersion", in: file)?.string(in: file) ?? Bytes(), hasPseudoHeaders: false)
            let isListed = listed?.elements?.contains {
                $0.member("name", in: file)?.string(in: file)?.first == ASCII.colon
            }
            if version == .http3, isListed == true { kept("headers", of: node, file) }
        }
        if place == .content { sizes(node, ["size", "compression"], file) }
        var last: [Bytes: Int] = [:]
        for (index, member) in others.enumerated() { last[member.key.bytes(in: file)] = index }
        for (index, member) in others.enumerated() {
            let name = member.key.bytes(in: file)
            guard last[name] == index else { continue }
            key(escaping: name)
            value(member.value, in: file)
        }
        for (name, place) in ToldMembers.nested(place) {
            guard let child = node.member(name, in: file) else { continue }
            let before = count
            key(name)
            let opened = count
            beginObject()
            unknown(child, place, file, hasFiles: hasFiles, type: header("content-type"))
            if count == opened + 1 { take(back: before) } else { endObject() }
        }
    }

    /// A list or a text that has something in it.
    private mutating func kept(_ name: StaticString, of node: JSONNode, _ file: Bytes) {
        guard let member = node.member(name, in: file) else { return }
        guard member.elements.map({ !$0.isEmpty }) ?? member.string(in: file).map({ !$0.isEmpty }) ?? false else {
            return
        }
        key(name)
        value(member, in: file)
    }

    /// -1 says that it is unknown, and is told so.
    private mutating func sizes(_ node: JSONNode, _ names: [StaticString], _ file: Bytes) {
        for name in names {
            guard let size = node.member(name, in: file)?.integer(in: file) else { continue }
            key(name)
            integer(size)
        }
    }

    private mutating func times(_ node: JSONNode, _ names: [StaticString], _ file: Bytes) {
        for name in names {
            guard let member = node.member(name, in: file), let time = member.double(in: file), abs(time) < 1e12,
                case .number(let range) = member.value, JSONNumber.isNumber(file.slice(range))
            else { continue }
            key(name)
            number(file.slice(range))
        }
    }

    /// Some write an empty string where they know none.
    private static func isAddress(_ node: JSONNode, _ file: Bytes) -> Bool {
        guard let text = node.string(in: file), !text.isEmpty else { return false }
        return text.allSatisfy { ASCII.hexValue($0) != nil || "[]:.".utf8.contains($0) }
    }
}
