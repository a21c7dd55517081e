import Bytes
import HTTPModel
import Registry

/// Fields that speak to the next hop alone, and so end at a proxy (RFC 9110 §7.6.1).
extension HeadDraft {
    /// Removes the Connection field, every field it names, and those known to be meant for one hop.
    ///
    /// - Parameter keepingUpgrade: forward a wish for (or the acceptance of) another protocol: Upgrade stays, and
    ///   Connection names it again.
    mutating func removeHopByHop(keepingUpgrade: Bool) {
        guard section.lines.contains(where: { Self.isHopByHop($0.known) }) else { return }
        let options = connectionOptions()
        let upgrades =
            keepingUpgrade && section.contains(.upgrade) && options.contains("upgrade") && !offersHTTP2()
        let keepsTrailers = announcesTrailers()
        var connectionIsKept = false

        for (index, line) in section.lines.enumerated() {
            switch line.known {
            case .connection:
                if connectionIsKept || !(upgrades || keepsTrailers) {
                    remove(index, Self.connectionReason)
                } else {
                    connectionIsKept = true
                    let value: Bytes = !keepsTrailers ? "Upgrade" : upgrades ? "Upgrade, TE" : "TE"
                    guard !section.value(of: line).equalsIgnoringCase(value) else { continue }
                    replace(index, with: Self.line(section.name(of: line), value), Self.connectionReason)
                }
            case .keepAlive, .proxyConnection:
                remove(index, Self.connectionReason)
            case .te where !keepsTrailers:
                remove(index, Self.connectionReason)
            case .upgrade where !upgrades:
                remove(index, Self.connectionReason)
            case .proxyAuthorization:
                remove(index, Self.credentialsReason)
            case .te, .upgrade:
                continue
            default:
                guard !options.isEmpty, !Self.isNeverNominated(line.known) else { continue }
                if options.contains(section.name(of: line).lowercased) {
                    remove(index, Self.namedReason)
                }
            }
        }
    }

    /// Removes what HTTP/2 has no fields for (RFC 9113 §8.2.2): Connection and what it names, and whatever frames the
    /// content. TE stays when it is `trailers`.
    mutating func removeForFrames() {
        let options = connectionOptions()
        let keepsTE = section.values(.te).allSatisfy { $0.equalsIgnoringCase("trailers") }
        for (index, line) in section.lines.enumerated() {
            switch line.known {
            case .connection, .keepAlive, .proxyConnection, .upgrade, .transferEncoding:
                remove(index, Self.framesReason)
            case .te: if !keepsTE { remove(index, Self.framesReason) }
            case .proxyAuthorization: remove(index, Self.credentialsReason)
            default:
                let name = section.name(of: line)
                if name.equalsIgnoringCase("http2-settings") {
                    remove(index, Self.framesReason)
                } else if !options.isEmpty, !Self.isNeverNominated(line.known), options.contains(name.lowercased) {
                    remove(index, Self.namedReason)
                }
            }
        }
    }

    /// Removes what a list of HTTP/2 may have although it is for the next hop alone: a name and password for the proxy,
    /// and the settings of a connection that was to become HTTP/2 (RFC 7540 §3.2.1).
    mutating func removeOfOneHop() {
        for (index, line) in section.lines.enumerated() {
            switch line.known {
            case .proxyAuthorization: remove(index, Self.credentialsReason)
            case .other where line.name.count == Self.settingsName.count:
                if section.name(of: line).equalsIgnoringCase(Self.settingsName) { remove(index, Self.framesReason) }
            default: break
            }
        }
    }

    private static let settingsName: Bytes = "http2-settings"

    /// HTTP/2 does not have this field: sent, it would make the message malformed (RFC 9113 §8.2.2).
    static func isOfConnection(_ name: Bytes) -> Bool {
        connectionFields.contains { name.equalsIgnoringCase($0) }
    }

    private static let connectionFields: [Bytes] = [
        "connection", "keep-alive", "proxy-connection", "upgrade", "transfer-encoding", "http2-settings",
    ]

    private static let framesReason = Change.Reason.owed(
        spec: "RFC 9113 §8.2.2", text: "This field is for HTTP/1 connections; HTTP/2 does not have it.")

    static let credentialsReason = Change.Reason.owed(
        spec: "RFC 9110 §11.7.2", text: "These credentials are for the proxy; the server must not see them.")

    private static let namedReason = Change.Reason.owed(
        spec: "RFC 9110 §7.6.1", text: "Connection names this field, so it is only for the next recipient.")

    /// Of several equal Content-Length lines one is forwarded (RFC 9112 §6.3 rule 5).
    mutating func removeRepeatedContentLength() {
        var seen = false
        for (index, line) in section.lines.enumerated() where line.known == .contentLength {
            if seen {
                remove(index, Self.lengthReason)
            } else {
                seen = true
                let value = section.value(of: line)
                guard let comma = value.firstIndex(of: ASCII.comma) else { continue }
                let single = value.slice(0..<comma).trimmed
                replace(index, with: Self.line(section.name(of: line), single), Self.lengthReason)
            }
        }
    }

    /// Other content goes out: the head says how long that is, and nothing of what came.
    mutating func replaceFraming(length: Int) {
        let text = Bytes(String(length))
        // A line that says so already stays as it is.
        let right = section.lines.indices.first {
            section.lines[$0].known == .contentLength && !isRemoved($0) && current($0) == text
        }
        for (index, line) in section.lines.enumerated() where index != right {
            let isFraming = line.known == .contentLength || line.known == .transferEncoding || line.known == .trailer
            if isFraming { remove(index, Self.replacedReason) }
        }
        if right == nil { add(Self.line("Content-Length", text), Self.replacedReason) }
    }

    private static let replacedReason = Change.Reason.owed(
        spec: "RFC 9110 §8.6", text: "The forwarded content differs from the received one; this is its length.")

    private static let lengthReason = Change.Reason.owed(
        spec: "RFC 9112 §6.3", text: "The same length was given more than once; Hark forwards it once.")

    private static let connectionReason = Change.Reason.owed(
        spec: "RFC 9110 §7.6.1", text: "This field is only for this connection, so the proxy removes it.")

    /// The connection options that could name another field, in lower case.
    private func connectionOptions() -> Set<Bytes> {
        var options: Set<Bytes> = []
        for line in section.lines where line.known == .connection {
            if section.value(of: line).equalsIgnoringCase("keep-alive") { continue }
            FieldList.forEachMember(of: section.unfoldedValue(of: line), separator: ASCII.comma) { option in
                // By far the most frequent ones; they name no field.
                guard !option.equalsIgnoringCase("keep-alive"), !option.equalsIgnoringCase("close") else { return }
                options.insert(option.lowercased)
            }
        }
        return options
    }

    /// RFC 9113 §3.1: obsolete, and a way past every rule here: what follows it would be relayed unread.
    private func offersHTTP2() -> Bool {
        section.members(.upgrade).contains { $0.equalsIgnoringCase("h2c") }
    }

    /// `TE: trailers` alone: Hark passes trailers on, so it may say so itself (RFC 9110 §10.1.4).
    private func announcesTrailers() -> Bool {
        section.contains(.te) && section.contains(.connection) && section.values(.te).count == 1
            && section.first(.te)?.equalsIgnoringCase("trailers") == true
    }

    private static func isHopByHop(_ field: KnownField) -> Bool {
        field.has(.hopByHop) || field.has(.forProxy)
    }

    /// A Connection field that names one of these is an attack or an error: without them the message would be another.
    private static func isNeverNominated(_ field: KnownField) -> Bool {
        field.has(.essential)
    }
}

// What says where content ends.
extension HeadDraft {
    /// Content that came with a length goes in chunks, so that fields can follow it.
    mutating func replaceLength() {
        removeLength()
        if !section.contains(.transferEncoding) { add("Transfer-Encoding: chunked", Self.chunkedReason) }
    }

    mutating func removeLength(_ reason: Change.Reason? = nil) {
        for (place, line) in section.lines.enumerated() where line.known == .contentLength {
            remove(place, reason ?? Self.chunkedReason)
        }
    }

    private static let chunkedReason = Change.Reason.owed(
        spec: "RFC 9112 §7.1.2", text: "A rule adds trailers, or a script may change the length: both require chunks.")
}
