import Bytes
package import Flow
package import HTTPModel
package import HTTPWire

/// A message in octets, to show a check of the wire with.
///
/// A literal begins with `> ` for a request, `< ` for a response. ` | ` is a line end (CR LF), ` ||` the end of a head
/// or of chunks; all else is written as it is sent, a letter below U+0100 for each octet. A text that begins with a
/// colon is a list of HTTP/2 fields. Nothing is filled in.
package struct WireExample: Sendable, ExpressibleByStringLiteral {
    package let kind: MessageKind
    private let text: String
    package let tolerances: Tolerances
    package let limits: Limits
    /// The server that the connection inside a tunnel was made to.
    package let server: Destination?
    /// The server name in the TLS handshake inside the tunnel.
    package let serverName: String?

    package init(
        _ text: String, tolerances: Tolerances = .standard, limits: Limits = Limits(), server: Destination? = nil,
        serverName: String? = nil
    ) {
        kind = text.hasPrefix(">") ? .request : .response
        self.text = String(text.dropFirst(2))
        self.tolerances = tolerances
        self.limits = limits
        self.server = server
        self.serverName = serverName
    }

    package init(stringLiteral text: String) {
        self.init(text)
    }

    /// It is a list of HTTP/2 fields.
    package var isList: Bool { text.hasPrefix(":") }

    /// What is sent.
    package var octets: [UInt8] {
        let lines = (text + " ").replacing(" || ", with: "\r\n\r\n").replacing(" | ", with: "\r\n")
        let sent = lines.hasSuffix(" ") ? String(lines.dropLast()) : lines
        return sent.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }

    /// The fields of a list.
    package var fields: [(name: String, value: String)] {
        text.split(separator: " | ").map { line in
            let cut = line.dropFirst().firstRange(of: ": ")
            return cut.map { (String(line[..<$0.lowerBound]), String(line[$0.upperBound...])) } ?? (String(line), "")
        }
    }

    /// As the pages of checks show it: each line end can be seen, and octets that are no text are escaped.
    package var lines: [String] {
        var lines = circumstances.map { "(\($0))" }
        guard !isList else { return lines + fields.map { "\($0.name): \(Self.shown($0.value))" } }
        var line = ""
        for octet in octets {
            line += Self.shown(octet)
            guard octet == 0x0A else { continue }
            lines.append(line)
            line = ""
        }
        return line.isEmpty ? lines : lines + [line]
    }

    private static func shown(_ value: String) -> String {
        value.hasPrefix(" ") || value.hasSuffix(" ") ? "“\(value)”" : value
    }

    private static func shown(_ octet: UInt8) -> String {
        switch octet {
        case 0x0D: "\\r"
        case 0x0A: "\\n"
        case UInt8(ascii: " ")...UInt8(ascii: "~"): String(UnicodeScalar(octet))
        default: "\\x" + (octet < 16 ? "0" : "") + String(octet, radix: 16)
        }
    }

    private var circumstances: [String] {
        var all: [String] = []
        if tolerances != .standard { all.append("with --strict") }
        if let server { all.append("on a connection to \(server.hostField.text)") }
        if let serverName { all.append("TLS in the tunnel asks for \(serverName)") }
        let usual = Limits()
        for (name, limit, normal) in [
            ("first line", limits.startLine, usual.startLine), ("head", limits.head, usual.head),
            ("chunk extension", limits.chunkExtension, usual.chunkExtension),
            ("framing of chunks", limits.chunkOverhead, usual.chunkOverhead),
            ("trailers", limits.trailers, usual.trailers),
        ] where limit != normal {
            all.append("limit here: \(limit) bytes of \(name)")
        }
        if limits.fields != usual.fields { all.append("limit here: \(limits.fields) fields") }
        return all
    }
}
