package import Bytes

/// Finds in paths what varies: `/users/17/posts` and `/users/4711/posts` are both `/users/{id}/posts`. Pure functions.
///
/// By itself varies what is a number, a UUID, a hash or a long random name. Beyond that it takes many: where more
/// different segments stand in one place than `SegmentShape.varietyLimit`, all of one shape, below the same beginning
/// and before ends of the same shapes, they are one. Fewer are never merged: they may be pages of their own.
package enum PathTemplates {
    /// The segments of a path, those that vary by themselves replaced. Longer paths are cut.
    package static func segments(of path: Bytes) -> [Bytes] {
        var segments: [Bytes] = []
        var start = path.first == ASCII.slash ? 1 : 0
        while segments.count < segmentLimit {
            let end = path.firstIndex(of: ASCII.slash, from: start) ?? path.count
            segments.append(template(path.slice(start..<end)))
            if end >= path.count { return segments }
            start = end + 1
        }
        segments.append("…")
        return segments
    }

    static func text(_ segments: [Bytes]) -> Bytes {
        var text: [UInt8] = []
        for segment in segments {
            text.append(ASCII.slash)
            text += segment
        }
        return Bytes(text)
    }

    private static let segmentLimit = 24

    // MARK: - One segment

    /// A segment as it is, or with names in braces for what varies in it.
    private static func template(_ segment: Bytes) -> Bytes {
        guard segment.contains(where: { ASCII.isDigit($0) }) else { return segment }
        if isIdentifier(segment) { return "{id}" }
        if isDate(segment) { return "{date}" }
        // `app.3f2a9c1b.js`, `17.png`: what stands between points counts for itself, but a version (3.6.0) is a name.
        let pieces = split(segment, at: ASCII.period)
        guard pieces.count > 1 else { return hashesTaken(segment) }
        let numbers = pieces.filter { $0.allSatisfy(ASCII.isDigit) }.count
        let made = pieces.enumerated().map { index, piece -> Bytes in
            if piece.allSatisfy(ASCII.isDigit) { return numbers == 1 && index == 0 ? "{id}" : piece }
            return isIdentifier(piece) ? "{id}" : hashesTaken(piece)
        }
        return Bytes(Array(made.map(\.array).joined(separator: [ASCII.period])))
    }

    /// `main-3f2a9c1b`: a hash behind a name.
    private static func hashesTaken(_ piece: Bytes) -> Bytes {
        for joint in [ASCII.hyphen, ASCII.underscore] {
            let parts = split(piece, at: joint)
            guard parts.count > 1, parts.contains(where: isHash) else { continue }
            let made = parts.map { isHash($0) ? Array("{hash}".utf8) : $0.array }
            return Bytes(Array(made.joined(separator: [joint])))
        }
        return piece
    }

    private static func split(_ bytes: Bytes, at byte: UInt8) -> [Bytes] {
        var parts: [Bytes] = []
        var start = 0
        while let end = bytes.firstIndex(of: byte, from: start) {
            parts.append(bytes.slice(start..<end))
            start = end + 1
        }
        parts.append(bytes.slice(start..<bytes.count))
        return parts
    }

    private static func isIdentifier(_ piece: Bytes) -> Bool {
        if piece.isEmpty { return false }
        return piece.allSatisfy(ASCII.isDigit) || isUUID(piece) || isHash(piece) || isToken(piece)
    }

    /// RFC 9562 §4: 8-4-4-4-12 hexadecimal digits.
    private static func isUUID(_ piece: Bytes) -> Bool {
        guard piece.count == 36 else { return false }
        return piece.indices.allSatisfy { index in
            [8, 13, 18, 23].contains(index) ? piece[index] == ASCII.hyphen : ASCII.hexValue(piece[index]) != nil
        }
    }

    /// Hexadecimal digits, eight or more, with letters and numerals among them.
    private static func isHash(_ piece: Bytes) -> Bool {
        piece.count >= 8 && piece.allSatisfy { ASCII.hexValue($0) != nil } && piece.contains(where: ASCII.isDigit)
            && piece.contains(where: ASCII.isAlpha)
    }

    /// A long name of letters and numerals mixed, as base 32, 58, 62 and 64 make them: ULIDs, object keys, tokens. One
    /// in four is a numeral at least, or capitals stand among small letters and numerals.
    private static func isToken(_ piece: Bytes) -> Bool {
        guard piece.count >= 16, piece.count <= 512 else { return false }
        var (digits, small, capital) = (0, 0, 0)
        for byte in piece {
            if ASCII.isDigit(byte) {
                digits += 1
            } else if (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) {
                small += 1
            } else if (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) {
                capital += 1
            } else if byte != ASCII.hyphen, byte != ASCII.underscore {
                return false
            }
        }
        if digits + small + capital < piece.count { return digits >= 2 && small >= 4 && capital >= 4 }
        return digits * 4 >= piece.count || (digits >= 2 && small >= 4 && capital >= 4)
    }

    /// `2026-11-22`.
    private static func isDate(_ segment: Bytes) -> Bool {
        segment.count == 10
            && segment.indices.allSatisfy { index in
                index == 4 || index == 7 ? segment[index] == ASCII.hyphen : ASCII.isDigit(segment[index])
            }
    }

    // MARK: - Many paths

    /// For paths that are to be counted together with others: what they are counted as. Those that are missing stay as
    /// they are.
    static func merges(_ paths: [[Bytes]]) -> [[Bytes]: [Bytes]] {
        var current = Dictionary(paths.map { ($0, $0) }, uniquingKeysWith: { first, _ in first })
        let longest = paths.map(\.count).max() ?? 0
        for place in 0..<longest {
            var families: [Family: Set<Bytes>] = [:]
            for path in Set(current.values) where place < path.count {
                families[Family(path, place), default: []].insert(path[place])
            }
            for (path, counted) in current where place < counted.count {
                let shape = SegmentShape(counted[place])
                guard let limit = shape.varietyLimit, let members = families[Family(counted, place)],
                    members.count > limit || members.contains(shape.placeholder)
                else { continue }
                current[path]?[place] = shape.placeholder
            }
        }
        return current.filter { $0.key != $0.value }
    }

    /// The paths in which one place could be a name: the same before it, the same shape there and behind it. What was
    /// merged before is of the family that it was made of.
    private struct Family: Hashable {
        let before: ArraySlice<Bytes>
        let placeholder: Bytes
        let behind: [SegmentShape]

        init(_ path: [Bytes], _ place: Int) {
            before = path[..<place]
            let shape = SegmentShape(path[place])
            placeholder = shape == .template ? path[place] : shape.placeholder
            behind = path[(place + 1)...].map { SegmentShape($0) }
        }
    }
}
