package import Bytes

extension ProtobufMessage {
    /// All of it in one line, as far as it is wanted: `{sku: "x", count: 3}`.
    ///
    /// - Parameters:
    ///   - limit: bytes from which on nothing is added.
    ///   - hides: whether the value of a field proves who one is.
    package func line(limit: Int, hides: (_ name: Bytes, _ value: Bytes) -> Bool = { _, _ in false }) -> Bytes {
        var line: [UInt8] = []
        write(to: &line, limit, hides)
        return Bytes(line)
    }

    private func write(to line: inout [UInt8], _ limit: Int, _ hides: (Bytes, Bytes) -> Bool) {
        line += "{".utf8
        for (place, field) in fields.enumerated() {
            guard line.count < limit else {
                line += "…".utf8
                return
            }
            if place > 0 { line += ", ".utf8 }
            let name = Bytes(field.name)
            line += name
            line += ": ".utf8
            Self.write(field.value, name, field.wire, to: &line, limit, hides)
        }
        if fault != nil { line += fields.isEmpty ? "✗".utf8 : ", ✗".utf8 }
        line += "}".utf8
    }

    private static func write(
        _ value: ProtobufValue, _ name: Bytes, _ wire: ProtobufWire, to line: inout [UInt8], _ limit: Int,
        _ hides: (Bytes, Bytes) -> Bool
    ) {
        switch value {
        case .message(let message), .guessedMessage(let message): message.write(to: &line, limit, hides)
        case .text(let text), .guessedText(let text):
            if hides(name, text) {
                line += "…".utf8
            } else {
                line += "\"".utf8
                line += text.prefix(limit)
                line += "\"".utf8
            }
        case .bytes(let bytes), .guessedBytes(let bytes):
            line += (hides(name, bytes) ? "…" : "\(bytes.count) bytes").utf8
        case .packed(let values):
            line += "[".utf8
            for (place, value) in values.enumerated() {
                guard line.count < limit else {
                    line += "…".utf8
                    return
                }
                if place > 0 { line += ", ".utf8 }
                write(value, name, wire, to: &line, limit, hides)
            }
            line += "]".utf8
        case .raw, .signed, .unsigned, .bool, .float, .double, .enumeration:
            let text = value.figure
            line += (hides(name, Bytes(text)) ? "…" : text).utf8
        }
    }
}

extension ProtobufField {
    /// By the schema, else its number.
    package var name: String { isMismatch ? "\(number)" : declared?.name ?? "\(number)" }
}

extension ProtobufValue {
    /// A number or a word; empty for what has bytes.
    package var figure: String {
        switch self {
        case .raw(let number), .unsigned(let number): "\(number)"
        case .signed(let number): "\(number)"
        case .bool(let isTrue): isTrue ? "true" : "false"
        case .float(let number): "\(number)"
        case .double(let number): "\(number)"
        case .enumeration(let number, let name): name ?? "\(number)"
        case .text, .bytes, .message, .packed, .guessedText, .guessedBytes, .guessedMessage: ""
        }
    }
}
