/// An IPv6 address in its text form (URL Standard §3.5; RFC 4291 §2.2), read, and written as short as it can be
/// (RFC 5952 §4). A zone is none of it.
package struct IPv6Text {
    private var pieces = [UInt16](repeating: 0, count: 8)

    /// Of these 16 octets; what is missing counts as 0.
    init(octets: [UInt8]) {
        for (place, octet) in octets.prefix(16).enumerated() {
            pieces[place / 2] |= UInt16(octet) << (place % 2 == 0 ? 8 : 0)
        }
    }

    /// nil when it is no address.
    package init?(_ text: Bytes) {
        let bytes = text.array
        guard !bytes.isEmpty else { return nil }
        var before: [UInt16] = []
        var after: [UInt16]?
        var place = 0
        if bytes.starts(with: [ASCII.colon, ASCII.colon]) {
            after = []
            place = 2
        } else if bytes[0] == ASCII.colon {
            return nil
        }
        while place < bytes.count {
            let end = bytes[place...].firstIndex(of: ASCII.colon) ?? bytes.count
            let part = bytes[place..<end]
            var found: [UInt16]
            if part.contains(ASCII.period) {
                // The last 32 bits may be written as IPv4.
                guard end == bytes.count, let pair = Self.ipv4(part) else { return nil }
                found = pair
            } else {
                guard let piece = Self.piece(part) else { return nil }
                found = [piece]
            }
            if after == nil { before += found } else { after?.append(contentsOf: found) }
            place = end + 1
            if place < bytes.count, bytes[place] == ASCII.colon {
                guard after == nil else { return nil }
                after = []
                place += 1
            } else if end < bytes.count, place == bytes.count {
                return nil
            }
        }
        let tail = after ?? []
        let count = before.count + tail.count
        guard after == nil ? count == 8 : count < 8 else { return nil }
        pieces.replaceSubrange(0..<before.count, with: before)
        pieces.replaceSubrange((8 - tail.count)..<8, with: tail)
    }

    private static func piece(_ digits: ArraySlice<UInt8>) -> UInt16? {
        guard (1...4).contains(digits.count), digits.allSatisfy({ ASCII.hexValue($0) != nil }) else { return nil }
        return digits.reduce(0) { $0 << 4 | UInt16(ASCII.hexValue($1) ?? 0) }
    }

    private static func ipv4(_ text: ArraySlice<UInt8>) -> [UInt16]? {
        let parts = text.split(separator: ASCII.period, omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var octets: [UInt16] = []
        for part in parts {
            guard (1...3).contains(part.count), part.count == 1 || part.first != ASCII.zero,
                let value = Bytes(Array(part)).decimal, value <= 255
            else { return nil }
            octets.append(UInt16(value))
        }
        return [octets[0] << 8 | octets[1], octets[2] << 8 | octets[3]]
    }

    /// The 16 octets, as networks write them.
    package var octets: [UInt8] {
        pieces.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    }

    /// In brackets, the longest run of zeros as `::`.
    package var text: Bytes {
        var run = 0..<0
        var start = 0
        while start < 8 {
            var end = start
            while end < 8, pieces[end] == 0 { end += 1 }
            if end - start > run.count, end - start > 1 { run = start..<end }
            start = max(end, start + 1)
        }
        func hex(_ part: Range<Int>) -> String { pieces[part].map { String($0, radix: 16) }.joined(separator: ":") }
        let inner = run.isEmpty ? hex(0..<8) : hex(0..<run.lowerBound) + "::" + hex(run.upperBound..<8)
        return Bytes("[" + inner + "]")
    }
}
