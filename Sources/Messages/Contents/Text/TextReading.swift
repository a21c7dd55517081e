import Bytes
import HTTPSemantics

/// A text in its charset, as UTF-8.
struct TextReading {
    /// What is no UTF-8 is left as it is: whoever shows it escapes it.
    let text: Bytes
    /// The charset it was read in, when that is worth a word.
    var charset: String?
    /// What is odd about it.
    var remark: String?

    /// nil when the bytes are no text.
    /// - Parameters:
    ///   - label: what the type says; nil when it does not say.
    ///   - isCut: the last character may not be whole.
    ///   - multibyte: who reads charsets of several bytes a character.
    init?(_ content: Bytes, label: Bytes?, isCut: Bool = false, multibyte: MultibyteCharset.Reader? = nil) {
        let mark = ByteOrderMark(content)
        // WHATWG Encoding §6: a mark outweighs what the type says.
        let name = mark.map { Bytes("\($0.charset)") } ?? label?.lowercased.withoutSpace ?? Bytes()
        switch name.text {
        case "utf-16le", "utf-16be", "utf-16":
            let isBig = name.isExactly("utf-16be")
            let start = mark == nil ? 0 : 2
            let (text, lone) = Self.utf16(content.slice(start..<content.count), isBigEndian: isBig)
            self.text = text
            charset = isBig ? "UTF-16, big-endian" : "UTF-16, little-endian"
            if lone > 0 { remark = "\(lone) lone surrogates are shown as U+FFFD." }
        case "iso-8859-1", "latin1", "iso8859-1", "us-ascii", "ascii", "windows-1252", "cp1252", "l1":
            guard !Self.isBinary(content) else { return nil }
            // A WHATWG client reads all of these as windows-1252; most that say so hold UTF-8 all the same.
            guard !Self.isUTF8(content, isCut) else {
                text = content
                if content.contains(where: { $0 >= 0x80 }) {
                    remark = "The declared charset is \(name.text), but the bytes are UTF-8; Hark shows them as UTF-8."
                }
                return
            }
            text = Self.windows1252(content)
            charset = "windows-1252"
        default:
            guard !Self.isBinary(content) else { return nil }
            if mark == nil, let table = SingleByteCharset(label: name.text), !Self.isUTF8(content, isCut) {
                text = Self.decoded(content) { table[$0] }
                charset = table.name
                return
            }
            if mark == nil, let known = MultibyteCharset(label: name.text),
                known.isSevenBit && content.contains(ASCII.escape) || !Self.isUTF8(content, isCut),
                let read = multibyte?(content, known)
            {
                text = read
                charset = known.name
                return
            }
            let start = mark == .utf8 ? 3 : 0
            let body = content.slice(start..<content.count)
            if start > 0 { charset = "UTF-8 with a byte order mark" }
            let isKnown = name.isEmpty || name.isExactly("utf-8") || name.isExactly("utf8")
            if Self.isUTF8(body, isCut) {
                text = body
                if !isKnown, body.contains(where: { $0 >= 0x80 }) {
                    remark = "The declared charset is \(name.text), but the bytes are UTF-8; Hark shows them as UTF-8."
                }
            } else if name.isEmpty, Self.isMostlyASCII(body) {
                text = Self.windows1252(body)
                charset = "windows-1252"
                remark = "No charset is declared, and the bytes are not UTF-8: read as windows-1252."
            } else {
                text = body
                remark =
                    isKnown
                    ? "Some bytes are not UTF-8; Hark shows them as \\x…."
                    : "Hark does not know the charset \(name.text), and shows bytes above 127 as \\x…."
            }
        }
    }

    /// Whether there are bytes that no text has.
    private static func isBinary(_ content: Bytes) -> Bool {
        let sample = content.slice(0..<min(content.count, 4096))
        let controls = sample.reduce(0) { count, byte in
            count + (byte < ASCII.space && !Bytes.isSpace(byte) && byte != ASCII.escape && byte != 0x1E ? 1 : 0)
        }
        return controls * 20 > sample.count || sample.contains(0)
    }

    private static func isUTF8(_ content: Bytes, _ isCut: Bool) -> Bool {
        unsafe content.withUnsafeBytes { all in
            var check = TextCheck()
            unsafe check.add(
                UnsafeRawBufferPointer(rebasing: all[0..<(isCut ? UTF8Sequence.wholeCount(all) : all.count)]))
            return check.isText
        }
    }

    private static func isMostlyASCII(_ content: Bytes) -> Bool {
        let sample = content.slice(0..<min(content.count, 4096))
        return sample.reduce(0) { $0 + ($1 >= 0x80 ? 1 : 0) } * 4 <= sample.count
    }

    // MARK: Charsets

    private static func windows1252(_ content: Bytes) -> Bytes {
        decoded(content) { byte in
            let place = Int(byte) - 0x80
            return place >= 0 && place < high.count ? UInt32(high[place]) : UInt32(byte)
        }
    }

    private static func decoded(_ content: Bytes, _ scalar: (UInt8) -> UInt32) -> Bytes {
        var text: [UInt8] = []
        text.reserveCapacity(content.count + content.count / 8)
        for byte in content { append(scalar(byte), to: &text) }
        return Bytes(text)
    }

    /// 0x80 to 0x9F (WHATWG Encoding, index windows-1252); what is free there stands for itself.
    private static let high: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x9D, 0x017E, 0x0178,
    ]

    private static func utf16(_ content: Bytes, isBigEndian: Bool) -> (text: Bytes, lone: Int) {
        var text: [UInt8] = []
        var lone = 0
        var index = 0
        func unit(_ place: Int) -> UInt32 {
            let (first, second) = (UInt32(content[place]), UInt32(content[place + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        while index + 1 < content.count {
            var scalar = unit(index)
            index += 2
            if scalar & 0xFC00 == 0xD800, index + 1 < content.count, unit(index) & 0xFC00 == 0xDC00 {
                scalar = 0x1_0000 + (scalar & 0x3FF) << 10 + (unit(index) & 0x3FF)
                index += 2
            } else if scalar & 0xF800 == 0xD800 {
                lone += 1
                scalar = 0xFFFD
            }
            append(scalar, to: &text)
        }
        return (Bytes(text), lone)
    }

    /// RFC 3629 §3.
    private static func append(_ scalar: UInt32, to text: inout [UInt8]) {
        func tail(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: 0x80 | scalar >> shift & 0x3F) }
        switch scalar {
        case ..<0x80: text.append(UInt8(truncatingIfNeeded: scalar))
        case ..<0x800: text += [UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6), tail(0)]
        case ..<0x1_0000: text += [UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12), tail(6), tail(0)]
        default: text += [UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18), tail(12), tail(6), tail(0)]
        }
    }
}
