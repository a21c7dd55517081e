/// A text of some charset as UTF-8, by the system's `iconv`: piece by piece, with no more memory than a piece needs.
///
/// What is no character of the charset becomes U+FFFD, as browsers have it. Owned by whoever made it; not shared.
package final class CharsetConverter {
    private let descriptor: iconv_t
    /// The beginning of a character whose end has not come.
    private var rest: [UInt8] = []

    /// No character, shift sequence included, has more bytes.
    private static let longestCharacter = 8
    private static let stepSize = 4096

    /// The first of these that the system knows; nil when it knows none.
    /// - Parameter names: as the system spells them, from a table of one's own: a name from outside could choose a
    ///   converter that nobody has looked at.
    package init?(_ names: [String]) {
        for name in names {
            // POSIX: -1 for what is not known.
            guard let opened = iconv_open("UTF-8", name), Int(bitPattern: opened) != -1 else { continue }
            descriptor = opened
            return
        }
        return nil
    }

    deinit { iconv_close(descriptor) }

    /// Appends the characters that are whole by now.
    package func convert(_ bytes: some Collection<UInt8>, to text: inout [UInt8]) {
        var pending = rest
        rest = []
        var start = bytes.startIndex
        repeat {
            let end = bytes.index(start, offsetBy: Self.stepSize, limitedBy: bytes.endIndex) ?? bytes.endIndex
            pending += bytes[start..<end]
            start = end
            pending.removeFirst(step(pending, to: &text))
        } while start < bytes.endIndex
        rest = pending
    }

    /// Nothing more comes: a character that was cut is none.
    package func finish(to text: inout [UInt8]) {
        // Where a character is two of Unicode's, the second may have waited for more (iconv(3)).
        var room = [CChar](repeating: 0, count: 64)
        let made = room.withUnsafeMutableBufferPointer { target in
            var (to, free) = (target.baseAddress, target.count)
            _ = iconv(descriptor, nil, nil, &to, &free)
            return target.count - free
        }
        text.append(contentsOf: room[0..<made].lazy.map { UInt8(truncatingIfNeeded: $0) })
        if !rest.isEmpty { text += Self.replacement }
        rest = []
    }

    private static let replacement = Array("\u{FFFD}".utf8)

    /// Converts what can be converted; says how many bytes that were.
    private func step(_ input: [UInt8], to text: inout [UInt8]) -> Int {
        var done = 0
        var room = [CChar](repeating: 0, count: 4 * Self.stepSize)
        // The call takes a pointer to bytes that it could change, and does not.
        var copy = input.map { CChar(truncatingIfNeeded: $0) }
        while done < input.count {
            let (taken, made, failure) = call(&copy, from: done, &room)
            text.append(contentsOf: room[0..<made].lazy.map { UInt8(truncatingIfNeeded: $0) })
            done += taken
            switch failure {
            case 0: return done
            case E2BIG:
                // The room is larger than any character: without progress there is none to come.
                guard taken > 0 || made > 0 else { return input.count }
            case EINVAL where input.count - done < Self.longestCharacter:
                return done
            default:
                // The byte behind it has its say, and has not come.
                guard let count = Self.wrongBytes(input[done...]) else { return done }
                text += Self.replacement
                done += count
            }
        }
        return done
    }

    /// WHATWG Encoding §4: two bytes that are no character go together, unless the second is one by itself. nil when it
    /// is not known yet.
    private static func wrongBytes(_ rest: ArraySlice<UInt8>) -> Int? {
        guard let first = rest.first, (0x81...0xFE).contains(first) else { return 1 }
        return rest.count > 1 ? rest[rest.startIndex + 1] >= 0x80 ? 2 : 1 : nil
    }

    /// One call of iconv(3): bytes taken, bytes made, and the error number.
    private func call(
        _ input: inout [CChar], from done: Int, _ room: inout [CChar]
    ) -> (taken: Int, made: Int, failure: Int32) {
        input.withUnsafeMutableBufferPointer { source in
            room.withUnsafeMutableBufferPointer { target in
                var (from, to) = (source.baseAddress.map { $0 + done }, target.baseAddress)
                var (left, free) = (source.count - done, target.count)
                let result = iconv(descriptor, &from, &left, &to, &free)
                // POSIX: -1 for an error.
                let failure = result == -1 ? errno : 0
                return (source.count - done - left, target.count - free, failure)
            }
        }
    }
}
