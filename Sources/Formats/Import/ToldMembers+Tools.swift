import Bytes

// What a tool noted of a flow beside its messages, as one member of its own: so it goes into a session and out again.

extension ToldMembers {
    /// What mitmproxy noted of a flow, beside what a record has.
    static func mitmproxy(_ flow: Tnetstring, at offset: Int, _ log: inout DamageLog) -> Bytes? {
        guard let rest = rest(flow, .mitmproxyFlow, "", at: offset, &log) else { return nil }
        return object("_mitmproxy", at: offset, &log) { $0.value(rest) }
    }

    /// Members with nothing in them say nothing.
    private static func rest(
        _ value: Tnetstring, _ use: MemberUse?, _ name: String, at offset: Int, _ log: inout DamageLog
    ) -> Tnetstring? {
        guard !value.isEmpty else { return nil }
        switch use {
        case .taken: return nil
        case .left:
            log.leave(name, at: offset)
            return nil
        case nil: return value
        case .parts(let uses):
            guard case .dictionary(let members) = value else { return value }
            let rest = members.compactMap { member in
                let use = uses.first { member.key.isExactly($0.name) }?.use
                let place = name.isEmpty ? member.key.text : name + "." + member.key.text
                return Self.rest(member.value, use, place, at: offset, &log).map { (key: member.key, value: $0) }
            }
            return rest.isEmpty ? nil : .dictionary(rest)
        }
    }

    /// What Charles noted of an exchange, beside what a record has.
    static func charles(_ entry: JSONNode, _ use: MemberUse, _ file: Bytes, _ log: inout DamageLog) -> Bytes? {
        guard let rest = RestOfJSON(entry, use, file) else { return nil }
        return object("_charles", at: entry.offset, &log) { rest.write(to: &$0, file) }
    }

    /// - Parameters:
    ///   - flags: those of the session, in the order of the file.
    ///   - timers: times that a record has no place for, as they are written.
    ///   - elements: other elements with their attributes.
    static func fiddler(
        flags: [SAZNotes.Attribute], timers: [SAZNotes.Attribute],
        elements: [(name: String, attributes: [SAZNotes.Attribute])], _ log: inout DamageLog
    ) -> Bytes? {
        let lists = ([("flags", flags), ("timers", timers)] + elements.map { ($0.name, $0.attributes) })
            .filter { !$0.1.isEmpty }
        guard !lists.isEmpty else { return nil }
        return object("_fiddler", at: 0, &log) { writer in
            writer.beginObject()
            for (name, list) in lists {
                writer.key(escaping: Bytes(name))
                writer.beginObject()
                var seen: Set<String> = []
                for (name, value) in list where seen.insert(name).inserted {
                    writer.key(escaping: Bytes(name))
                    writer.string(value)
                }
                writer.endObject()
            }
            writer.endObject()
        }
    }

    private static func object(
        _ name: StaticString, at offset: Int, _ log: inout DamageLog, _ body: (inout JSONWriter) -> Void
    ) -> Bytes? {
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        writer.key(name)
        body(&writer)
        writer.endObject()
        guard writer.count <= limit else {
            log.add(offset, "What was noted beside the messages has more than 16 MiB.", "It was left out.")
            return nil
        }
        return writer.withBytes { Bytes(Array($0)) }
    }
}

/// The members of an object that a reader did not use.
private enum RestOfJSON {
    case whole(JSONNode)
    case object([(key: JSONString, rest: RestOfJSON)])

    /// nil where nothing is left.
    init?(_ node: JSONNode, _ use: MemberUse?, _ file: Bytes) {
        switch (use, node.value) {
        case (.taken, _), (.left, _), (_, .null): return nil
        case (.parts(let uses), .object(let members)):
            let rest = members.compactMap { member in
                let use = uses.first { member.key.isEqual(to: $0.name, in: file) }?.use
                return RestOfJSON(member.value, use, file).map { (key: member.key, rest: $0) }
            }
            guard !rest.isEmpty else { return nil }
            self = .object(rest)
        case (_, .array(let elements)) where elements.isEmpty: return nil
        case (_, .object(let members)) where members.isEmpty: return nil
        default: self = .whole(node)
        }
    }

    func write(to writer: inout JSONWriter, _ file: Bytes) {
        switch self {
        case .whole(let node): writer.value(node, in: file)
        case .object(let members):
            writer.beginObject()
            for member in members {
                writer.key(escaping: member.key.bytes(in: file))
                member.rest.write(to: &writer, file)
            }
            writer.endObject()
        }
    }
}

extension MemberUse {
    /// A flow of mitmproxy 0.18 to 12. Certificates and lists of ciphers would be kept again with every flow.
    fileprivate static let mitmproxyFlow = object([
        "type": .taken, "marked": .taken, "comment": .taken, "backup": .taken, "version": .left,
        "request": taking([
            "method", "scheme", "authority", "path", "host", "port", "http_version", "headers", "content",
            "trailers", "timestamp_start", "timestamp_end",
        ]),
        "response": taking([
            "http_version", "status_code", "reason", "headers", "content", "trailers", "timestamp_start",
            "timestamp_end",
        ]),
        "error": taking(["msg", "timestamp"]),
        "websocket": taking(["messages", "closed_by_client", "close_code", "close_reason", "timestamp_end"]),
        "client_conn": mitmproxyConnection, "server_conn": mitmproxyConnection,
    ])

    private static let mitmproxyConnection = taking(
        ["peername", "address", "ip_address", "timestamp_start", "timestamp_tcp_setup", "timestamp_tls_setup"],
        leaving: [
            "id", "state", "sockname", "source_address", "certificate_list", "mitmcert", "cipher_list", "cert",
            "clientcert", "tls_extensions",
        ])
}

extension Tnetstring {
    fileprivate var isEmpty: Bool {
        switch self {
        case .null: true
        case .string(let bytes): bytes.isEmpty
        case .list(let elements): elements.isEmpty
        case .dictionary(let members): members.isEmpty
        case .boolean, .integer, .float: false
        }
    }
}

extension JSONWriter {
    fileprivate mutating func value(_ value: Tnetstring) {
        switch value {
        case .null: null()
        case .boolean(let value): boolean(value)
        case .integer(let value): integer(value)
        case .float(let value): if value.isFinite { number(Bytes("\(value)")) } else { null() }
        case .string(let text): string(text)
        case .list(let elements):
            beginArray()
            for element in elements { self.value(element) }
            endArray()
        case .dictionary(let members):
            beginObject()
            for member in members {
                key(escaping: member.key)
                self.value(member.value)
            }
            endObject()
        }
    }
}
