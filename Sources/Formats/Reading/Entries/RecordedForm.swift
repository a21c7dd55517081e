import Bytes

/// A form's text from the names and values that a recorder listed (`postData.params`). HAR 1.2 wants them decoded;
/// Internet Explorer lists them percent-encoded, as they are in the text.
struct RecordedForm {
    /// As `application/x-www-form-urlencoded` has it.
    let text: Bytes
    /// The pairs were encoded already.
    let wasEncoded: Bool

    /// - Parameter length: what Content-Length says, which tells the two apart.
    init(_ pairs: [(name: Bytes, value: Bytes)], length: UInt64?) {
        let encoded = Self.joined(pairs) { Self.encode($0, to: &$1) }
        let written = Self.joined(pairs) { $1 += $0 }
        let looksEncoded =
            pairs.contains { $0.name.contains(ASCII.percent) || $0.value.contains(ASCII.percent) }
            && pairs.allSatisfy { Self.isEncoded($0.name) && Self.isEncoded($0.value) }
        let fits = length.map { (encoded: UInt64(encoded.count) == $0, written: UInt64(written.count) == $0) }
        wasEncoded = looksEncoded && (fits.map { $0.written || !$0.encoded } ?? true)
        text = Bytes(wasEncoded ? written : encoded)
    }

    private static func joined(
        _ pairs: [(name: Bytes, value: Bytes)], _ add: (Bytes, inout [UInt8]) -> Void
    ) -> [UInt8] {
        var output: [UInt8] = []
        for (place, pair) in pairs.enumerated() {
            if place > 0 { output.append(ASCII.ampersand) }
            add(pair.name, &output)
            output.append(ASCII.equals)
            add(pair.value, &output)
        }
        return output
    }

    /// Nothing is in it that the encoding does not leave, and each `%` begins an octet.
    private static func isEncoded(_ text: Bytes) -> Bool {
        text.indices.allSatisfy { place in
            let byte = text[place]
            if byte == ASCII.percent {
                return place + 2 < text.count && ASCII.hexValue(text[place + 1]) != nil
                    && ASCII.hexValue(text[place + 2]) != nil
            }
            return byte > ASCII.space && byte < ASCII.delete && byte != ASCII.ampersand && byte != ASCII.equals
        }
    }

    /// The application/x-www-form-urlencoded serializer of the URL standard (§5.2).
    private static func encode(_ text: Bytes, to output: inout [UInt8]) {
        for byte in text {
            switch byte {
            case ASCII.space: output.append(ASCII.plus)
            case ASCII.asterisk, ASCII.hyphen, ASCII.period, ASCII.underscore: output.append(byte)
            case _ where ASCII.isAlpha(byte) || ASCII.isDigit(byte): output.append(byte)
            default:
                let hex = Array(String(byte, radix: 16, uppercase: true).utf8)
                output.append(ASCII.percent)
                if hex.count == 1 { output.append(ASCII.zero) }
                output.append(contentsOf: hex)
            }
        }
    }
}
