internal import Registry

extension StreamFrame {
    /// `HEADERS`; the number of an unknown type.
    public var name: String { Vocabulary.frames[Int(type)]?.name ?? String(type) }

    /// The flags by the names that RFC 9113 §6 gives them, from the lowest bit on; those that the type does not have
    /// by their numbers, `0x40`.
    public var flagNames: [String] {
        (0..<8).compactMap { bit in
            let value = UInt8(1) << bit
            guard flags & value != 0 else { return nil }
            return Self.flag(value, of: type) ?? "0x" + String(value, radix: 16)
        }
    }

    /// The number of a frame's type by its name.
    public static func type(named name: String) -> UInt8? {
        if let number = UInt8(name) { return number }
        return (UInt8.min...UInt8.max).first { Vocabulary.frames[Int($0)]?.name == name }
    }

    /// For RST_STREAM: its code by name and in words, `CANCEL: The stream is not wanted any more.`
    public var codeText: String? {
        guard let code else { return nil }
        guard let term = Vocabulary.errorCodes[Int(code)] else { return String(code) }
        return "\(term.name): \(term.text)"
    }

    private static func flag(_ bit: UInt8, of type: UInt8) -> String? {
        switch (bit, type) {
        case (1, 0), (1, 1): "END_STREAM"
        case (1, 4), (1, 6): "ACK"
        case (4, 1), (4, 5), (4, 9): "END_HEADERS"
        case (8, 0), (8, 1), (8, 5): "PADDED"
        case (32, 1): "PRIORITY"
        default: nil
        }
    }
}
