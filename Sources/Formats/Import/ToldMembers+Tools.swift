import Bytes
import JSON

// What a tool noted of a flow beside its messages, as one member of its own: so it goes into a session and out again.

extension ToldMembers {
    /// What is known of the connections and of how the flow came about, beside what a record has.
    static func mitmproxy(_ flow: Tnetstring) -> Bytes? {
        var kept: [(key: Bytes, value: Tnetstring)] = []
        for name in ["client_conn", "server_conn", "metadata", "is_replay"] as [StaticString] {
            guard let value = flow[name], !value.isEmpty else { continue }
            guard case .dictionary(let members) = value else {
                kept.append((Bytes(name.description), value))
                continue
            }
            let others = members.filter { member in
                !member.value.isEmpty && !connectionNames.contains { member.key.isExactly($0) }
            }
            if !others.isEmpty { kept.append((Bytes(name.description), .dictionary(others))) }
        }
        return kept.isEmpty ? nil : object("_mitmproxy") { $0.value(.dictionary(kept)) }
    }

    /// Of a connection: what a record has itself, what is empty of meaning outside of mitmproxy, and certificates.
    private static let connectionNames: [StaticString] = [
        "peername", "address", "ip_address", "sockname", "source_address", "id", "state", "timestamp_start",
        "timestamp_end", "timestamp_tcp_setup", "timestamp_tls_setup", "certificate_list", "mitmcert", "cipher_list",
        "tls_extensions", "error", "clientcert", "cert", "via", "via2",
    ]

    /// - Parameters:
    ///   - flags: those of the session, in the order of the file.
    ///   - timers: times that a record has no place for, as they are written.
    static func fiddler(flags: [(name: String, value: String)], timers: [(name: String, value: String)]) -> Bytes? {
        guard !flags.isEmpty || !timers.isEmpty else { return nil }
        return object("_fiddler") { writer in
            writer.beginObject()
            for (name, list) in [("flags", flags), ("timers", timers)] where !list.isEmpty {
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

    /// What Charles notes of an exchange beside its messages.
    static func charles(_ entry: JSONNode, _ file: Bytes) -> Bytes? {
        guard case .object(let members) = entry.value else { return nil }
        let kept = members.filter { member in
            ["ssl", "alpn", "sizes", "speeds", "durations", "keptAlive", "tunnel"].contains { (name: StaticString) in
                member.key.isEqual(to: name, in: file)
            }
        }
        guard !kept.isEmpty else { return nil }
        return object("_charles") { writer in
            writer.beginObject()
            for member in kept {
                writer.key(escaping: member.key.bytes(in: file))
                writer.value(member.value, in: file)
            }
            writer.endObject()
        }
    }

    private static func object(_ name: StaticString, _ body: (inout JSONWriter) -> Void) -> Bytes? {
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        writer.key(name)
        body(&writer)
        writer.endObject()
        return writer.count <= limit ? writer.withBytes { Bytes(Array($0)) } : nil
    }
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
