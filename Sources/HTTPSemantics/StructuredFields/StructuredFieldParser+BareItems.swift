import Bytes

extension StructuredFieldParser {
    // RFC 9651 §4.2.3.1
    mutating func bareItem() throws(StructuredFieldError) -> BareItem {
        guard let first = scan.peek else { throw error(.bareItem) }
        let item: BareItem
        switch first {
        case ASCII.hyphen: item = try number()
        case ASCII.quote: item = .string(try string())
        case ASCII.colon: item = .byteSequence(try byteSequence())
        case ASCII.question: item = .boolean(try boolean())
        case ASCII.at: item = .date(try date())
        case ASCII.percent: item = .displayString(try displayString())
        default:
            if ASCII.isDigit(first) {
                item = try number()
            } else if StructuredOctet.beginsToken(first) {
                // RFC 9651 §4.2.6
                item = .token(scan.run(while: StructuredOctet.isToken))
            } else {
                throw error(.bareItem)
            }
        }
        trace.add(.bareItem(item), to: scan.index)
        return item
    }

    // RFC 9651 §4.2.4
    private mutating func number() throws(StructuredFieldError) -> BareItem {
        let sign: Int64 = scan.take(ASCII.hyphen) ? -1 : 1
        guard let first = scan.peek, ASCII.isDigit(first) else { throw error(.digit) }
        let start = scan.index
        let whole = scan.run(while: ASCII.isDigit)
        guard scan.peek == ASCII.period else {
            guard whole.count <= 15, let value = whole.decimal.flatMap({ Int64(exactly: $0) }) else {
                throw StructuredFieldError(.fewerDigits, at: start + 15)
            }
            return .integer(sign * value)
        }
        guard whole.count <= 12 else { throw StructuredFieldError(.fewerDigits, at: start + 12) }
        _ = scan.take(ASCII.period)
        let fractionStart = scan.index
        let fraction = scan.run(while: ASCII.isDigit)
        guard !fraction.isEmpty else { throw error(.digit) }
        guard fraction.count <= 3 else { throw StructuredFieldError(.fewerDigits, at: fractionStart + 3) }
        var thousandths: Int64 = 0
        for digit in whole { thousandths = thousandths * 10 + Int64(digit &- ASCII.zero) }
        for place in 0..<3 {
            thousandths = thousandths * 10 + (place < fraction.count ? Int64(fraction[place] &- ASCII.zero) : 0)
        }
        guard let decimal = StructuredDecimal(thousandths: sign * thousandths) else { throw error(.fewerDigits) }
        return .decimal(decimal)
    }

    // RFC 9651 §4.2.5
    private mutating func string() throws(StructuredFieldError) -> Bytes {
        _ = scan.take(ASCII.quote)
        var text: [UInt8] = []
        while let byte = scan.peek {
            guard StructuredOctet.isPrintable(byte) else { throw error(.printableCharacter) }
            _ = scan.take(byte)
            if byte == ASCII.quote { return Bytes(text) }
            guard byte == ASCII.backslash else {
                text.append(byte)
                continue
            }
            guard let escaped = scan.peek, escaped == ASCII.quote || escaped == ASCII.backslash else {
                throw error(.escapedCharacter)
            }
            _ = scan.take(escaped)
            text.append(escaped)
        }
        throw error(.closingQuote)
    }

    // RFC 9651 §4.2.7
    private mutating func byteSequence() throws(StructuredFieldError) -> Bytes {
        _ = scan.take(ASCII.colon)
        let start = scan.index
        let text = scan.run { $0 != ASCII.colon }
        guard scan.take(ASCII.colon) else { throw error(.closingColon) }
        // Padding may be missing and its bits may be set: recipients should not mind.
        guard let bytes = Base64.decode(text) else { throw StructuredFieldError(.base64, at: start) }
        return Bytes(bytes)
    }

    // RFC 9651 §4.2.8
    private mutating func boolean() throws(StructuredFieldError) -> Bool {
        _ = scan.take(ASCII.question)
        if scan.take(UInt8(ascii: "1")) { return true }
        if scan.take(ASCII.zero) { return false }
        throw error(.zeroOrOne)
    }

    // RFC 9651 §4.2.9
    private mutating func date() throws(StructuredFieldError) -> Int64 {
        _ = scan.take(ASCII.at)
        let start = scan.index
        guard case .integer(let seconds) = try number() else { throw StructuredFieldError(.wholeSeconds, at: start) }
        return seconds
    }

    // RFC 9651 §4.2.10
    private mutating func displayString() throws(StructuredFieldError) -> String {
        _ = scan.take(ASCII.percent)
        guard scan.take(ASCII.quote) else { throw error(.openingQuote) }
        let start = scan.index
        var octets: [UInt8] = []
        while let byte = scan.peek {
            guard StructuredOctet.isPrintable(byte) else { throw error(.printableCharacter) }
            _ = scan.take(byte)
            switch byte {
            case ASCII.percent:
                guard let high = lowercaseHex(), let low = lowercaseHex() else { throw error(.lowercaseHex) }
                octets.append(high << 4 | low)
            case ASCII.quote:
                guard let text = String(validating: octets, as: UTF8.self) else {
                    throw StructuredFieldError(.utf8, at: start)
                }
                return text
            default:
                octets.append(byte)
            }
        }
        throw error(.closingQuote)
    }

    private mutating func lowercaseHex() -> UInt8? {
        guard let byte = scan.peek, ASCII.isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte) else {
            return nil
        }
        _ = scan.take(byte)
        return ASCII.hexValue(byte)
    }
}
