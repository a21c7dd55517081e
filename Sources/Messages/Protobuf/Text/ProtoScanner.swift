import Bytes

/// Takes a `.proto` text apart into words; comments are left out.
struct ProtoScanner {
    private let text: Bytes
    private let file: String
    private var index = 0
    private var place = ProtoPlace()

    private init(_ text: Bytes, _ file: String) {
        self.text = text
        self.file = file
    }

    static func tokens(_ text: Bytes, file: String) throws(ProtoError) -> [ProtoToken] {
        var scanner = ProtoScanner(text, file)
        var tokens: [ProtoToken] = []
        while let token = try scanner.next() { tokens.append(token) }
        tokens.append(ProtoToken(kind: .end, text: "", place: scanner.place))
        return tokens
    }

    private var byte: UInt8? { index < text.count ? text[index] : nil }
    private var following: UInt8? { index + 1 < text.count ? text[index + 1] : nil }

    private mutating func step() {
        if text[index] == ASCII.lineFeed {
            place.line += 1
            place.column = 1
        } else if text[index] & 0xC0 != 0x80 {
            place.column += 1
        }
        index += 1
    }

    private mutating func skipSpace() throws(ProtoError) {
        while let byte {
            if byte <= ASCII.space {
                step()
            } else if byte == ASCII.slash, following == ASCII.slash {
                while let byte = self.byte, byte != ASCII.lineFeed { step() }
            } else if byte == ASCII.slash, following == ASCII.asterisk {
                let start = place
                step()
                step()
                while self.byte != nil, !(self.byte == ASCII.asterisk && following == ASCII.slash) { step() }
                guard self.byte != nil else {
                    throw ProtoError(file: file, place: start, message: "this comment is not closed")
                }
                step()
                step()
            } else {
                return
            }
        }
    }

    private mutating func next() throws(ProtoError) -> ProtoToken? {
        try skipSpace()
        guard let first = byte else { return nil }
        let (start, from) = (place, index)
        let kind: ProtoToken.Kind
        if Self.beginsName(first) {
            kind = .name
            while let byte, Self.beginsName(byte) || ASCII.isDigit(byte) { step() }
        } else if ASCII.isDigit(first) {
            kind = .number
            while let byte, Self.beginsName(byte) || ASCII.isDigit(byte) || byte == ASCII.period { step() }
        } else if first == ASCII.quote || first == UInt8(ascii: "'") {
            return try string(first, start)
        } else {
            kind = .mark
            repeat { step() } while byte.map { $0 & 0xC0 == 0x80 } ?? false
        }
        return ProtoToken(kind: kind, text: text.slice(from..<index).text, place: start)
    }

    private mutating func string(_ quote: UInt8, _ start: ProtoPlace) throws(ProtoError) -> ProtoToken {
        step()
        let from = index
        while let byte, byte != quote, byte != ASCII.lineFeed {
            if byte == ASCII.backslash, following != nil, following != ASCII.lineFeed { step() }
            step()
        }
        guard byte == quote else { throw ProtoError(file: file, place: start, message: "this string is not closed") }
        defer { step() }
        return ProtoToken(kind: .string, text: text.slice(from..<index).text, place: start)
    }

    private static func beginsName(_ byte: UInt8) -> Bool { ASCII.isAlpha(byte) || byte == ASCII.underscore }
}
