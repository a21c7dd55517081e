import Bytes

/// Numbers of payment cards: the lengths and first digits that issuers have (ISO/IEC 7812-1), with a right check digit,
/// in one run or in groups. Time is linear.
enum CardNumbers {
    /// The fewest digits.
    static let shortest = 15
    private static let longest = 19

    static func find(in bytes: Bytes, _ range: Range<Int>, into found: inout [Secret]) {
        var index = range.lowerBound
        var escapeEnd = index
        while let place = nextSign(in: bytes, index..<range.upperBound) {
            guard ASCII.isDigit(bytes[place]) else {
                escapeEnd = self.escapeEnd(bytes, place, range.upperBound)
                index = escapeEnd
                continue
            }
            let begins = place == escapeEnd || beginsThere(bytes, place, range.lowerBound)
            let run = run(bytes, place, range.upperBound)
            if begins, run.isCard, endsThere(bytes, run, range.upperBound) {
                let card = place..<run.end
                found.append(Secret(card, isNumber(bytes, card, range) ? .number : .plain))
            }
            index = run.end
        }
    }

    /// The next digit, or what begins an escape, whose letters and digits are part of no number.
    private static func nextSign(in bytes: Bytes, _ range: Range<Int>) -> Int? {
        bytes.withSpan { span in
            var index = range.lowerBound
            while index < range.upperBound {
                let byte = span[index]
                if byte == ASCII.percent || byte == ASCII.backslash || ASCII.isDigit(byte) { return index }
                index += 1
            }
            return nil
        }
    }

    /// Digits from one place on, and what one separator between all groups joins to them.
    private struct Run {
        var end: Int
        var digits: [UInt8] = []
        var isGrouped = false

        var isCard: Bool { CardNumbers.isIssued(digits) && CardNumbers.hasCheckDigit(digits) }
    }

    private static func run(_ bytes: Bytes, _ start: Int, _ limit: Int) -> Run {
        var run = group(bytes, start, limit)
        guard run.digits.count >= 4 else { return run }
        let first = run
        // What follows a card may look like one more group: its year, its check value.
        var card = first.isCard ? first : nil
        var separator: Bytes?
        while run.digits.count < longest, let gap = gap(bytes, run.end, limit), separator ?? gap == gap {
            let next = group(bytes, run.end + gap.count, limit)
            // 4-4-4-4, 4-6-5, 4-4-4-4-3.
            guard (3...6).contains(next.digits.count) else { break }
            separator = gap
            run = Run(end: next.end, digits: run.digits + next.digits, isGrouped: true)
            if run.isCard { card = run }
        }
        return card ?? first
    }

    /// Digits in a row. Of more than a card has only the end is told.
    private static func group(_ bytes: Bytes, _ start: Int, _ limit: Int) -> Run {
        var run = Run(end: start)
        while run.end < limit, ASCII.isDigit(bytes[run.end]) {
            if run.digits.count <= longest { run.digits.append(bytes[run.end] - ASCII.zero) }
            run.end += 1
        }
        return run
    }

    /// A space, however a form writes it, or a hyphen, with a digit after it.
    private static func gap(_ bytes: Bytes, _ index: Int, _ limit: Int) -> Bytes? {
        guard index < limit else { return nil }
        let end: Int
        switch bytes[index] {
        case ASCII.space, ASCII.plus, ASCII.hyphen: end = index + 1
        case ASCII.percent where index + 3 <= limit && bytes.has("%20", at: index): end = index + 3
        default: return nil
        }
        return end < limit && ASCII.isDigit(bytes[end]) ? bytes.slice(index..<end) : nil
    }

    /// After an escape of JSON (RFC 8259 §7) or a percent-encoded octet (RFC 3986 §2.1); after its first byte when it
    /// is neither.
    private static func escapeEnd(_ bytes: Bytes, _ index: Int, _ limit: Int) -> Int {
        if bytes[index] == ASCII.backslash {
            guard index + 1 < limit, ASCII.isAlpha(bytes[index + 1]) else { return index + 1 }
            let isUnicode =
                bytes.has("u", at: index + 1) && index + 6 <= limit
                && (index + 2..<index + 6).allSatisfy { ASCII.hexValue(bytes[$0]) != nil }
            return isUnicode ? index + 6 : index + 2
        }
        guard index + 2 < limit, ASCII.hexValue(bytes[index + 1]) != nil, ASCII.hexValue(bytes[index + 2]) != nil else {
            return index + 1
        }
        return index + 3
    }

    /// What goes on before or after the digits is a longer name or a fraction.
    private static func isPartOfName(_ byte: UInt8) -> Bool {
        ASCII.isAlpha(byte) || ASCII.isDigit(byte) || byte == ASCII.underscore || byte == ASCII.hyphen
            || byte == ASCII.period
    }

    /// A period or hyphen belongs to the number only after another digit, as in a fraction.
    private static func beginsThere(_ bytes: Bytes, _ place: Int, _ lowest: Int) -> Bool {
        guard place > lowest, isPartOfName(bytes[place - 1]) else { return true }
        guard bytes[place - 1] == ASCII.period || bytes[place - 1] == ASCII.hyphen else { return false }
        return place - 1 == lowest || !ASCII.isDigit(bytes[place - 2])
    }

    private static func endsThere(_ bytes: Bytes, _ run: Run, _ limit: Int) -> Bool {
        let end = run.end
        guard end < limit, isPartOfName(bytes[end]) else { return true }
        // A year or a check value may follow, joined like the groups.
        if run.isGrouped, bytes[end] == ASCII.hyphen, group(bytes, end + 1, limit).digits.count >= 3 { return true }
        // A sentence may end with it.
        guard bytes[end] == ASCII.period || bytes[end] == ASCII.hyphen else { return false }
        return end + 1 == limit || !isPartOfName(bytes[end + 1])
    }

    /// It stands in JSON as a number.
    private static func isNumber(_ bytes: Bytes, _ card: Range<Int>, _ range: Range<Int>) -> Bool {
        guard bytes.slice(card).allSatisfy(ASCII.isDigit) else { return false }
        let before = sign(bytes, stride(from: card.lowerBound - 1, through: range.lowerBound, by: -1))
        guard let before else { return false }
        if bytes[before] == ASCII.colon {
            let name = sign(bytes, stride(from: before - 1, through: range.lowerBound, by: -1))
            return name.map { bytes[$0] == ASCII.quote } ?? false
        }
        guard bytes[before] == ASCII.openBracket || bytes[before] == ASCII.comma else { return false }
        let after = sign(bytes, stride(from: card.upperBound, to: range.upperBound, by: 1))
        return after.map { bytes[$0] == ASCII.closeBracket || bytes[$0] == ASCII.comma } ?? false
    }

    /// The first that is no white space, of a few.
    private static func sign(_ bytes: Bytes, _ places: StrideThrough<Int>) -> Int? {
        places.prefix(16).first { bytes[$0] > ASCII.space }
    }

    private static func sign(_ bytes: Bytes, _ places: StrideTo<Int>) -> Int? {
        places.prefix(16).first { bytes[$0] > ASCII.space }
    }

    /// American Express, JCB, Visa, Mastercard, Discover, UnionPay.
    private static func isIssued(_ digits: [UInt8]) -> Bool {
        guard digits.count >= shortest else { return false }
        let prefix = digits.prefix(4).reduce(0) { $0 * 10 + Int($1) }
        return switch prefix {
        case 3400...3499, 3700...3799: digits.count == 15
        case 3528...3589, 4000...4999, 5100...5599, 2221...2720: digits.count == 16
        case 6011, 6200...6299, 6440...6599: digits.count == 16 || digits.count == 19
        default: false
        }
    }

    /// The check of ISO/IEC 7812-1 annex B.
    private static func hasCheckDigit(_ digits: [UInt8]) -> Bool {
        var sum = 0
        for (place, digit) in digits.reversed().enumerated() {
            let value = Int(digit) << (place & 1)
            sum += value > 9 ? value - 9 : value
        }
        return sum % 10 == 0
    }
}
