import Bytes
import Flow
import HTTPModel

/// The sections of what `curl --trace-ascii` and `--trace` print, each with its bytes put together again. Read once,
/// from top to bottom; what is no such line is passed over.
struct CurlTrace {
    enum Part {
        case info(Bytes)
        /// Part of a head, as it was on the wire.
        case head(MessageKind, Bytes)
        case data(MessageKind, Bytes)
    }

    /// What a text consists of, each with its place; `body` is called in order.
    static func read(_ text: Bytes, _ body: (Part, Int) -> Void) {
        var position = 0
        var section: Section?
        while position < text.count {
            let line = CurlLine(text, at: position)
            if isMark(line.text) {
                section?.end(body)
                section = Section(line)
                if line.text.hasOpening("== Info: ") { body(.info(line.text.slice(9..<line.text.count)), position) }
            } else {
                section?.take(line.text)
            }
            position = line.range.upperBound
        }
        section?.end(body)
    }

    /// A line that begins a section.
    static func isMark(_ line: Bytes) -> Bool {
        line.hasOpening("== Info: ") || line.hasOpening("=> Send ") || line.hasOpening("<= Recv ")
    }

    /// `<= Recv header, 17 bytes (0x11)`, and its lines: `0000: HTTP/1.1 200 OK`.
    private struct Section {
        private let kind: MessageKind
        private let isHead: Bool
        /// Bytes of TLS are of no interest.
        private let isTaken: Bool
        private let place: Int
        private let size: Int
        private var bytes: [UInt8] = []

        init(_ line: CurlLine) {
            let text = line.text
            kind = text.hasOpening("=>") ? .request : .response
            let words = text.slice(min(8, text.count)..<text.count)
            isHead = words.hasOpening("header")
            isTaken = isHead || words.hasOpening("data")
            place = line.range.lowerBound
            let comma = text.firstIndex(of: ASCII.comma).map { $0 + 2 } ?? text.count
            let digits = text.slice(min(comma, text.count)..<text.count).prefix(9).prefix(while: ASCII.isDigit)
            size = Int(String(decoding: digits, as: UTF8.self)) ?? 0
        }

        /// `0040: …`: the offset says whether a line end was before it, which is not printed.
        mutating func take(_ line: Bytes) {
            guard isTaken, let colon = line.firstIndex(of: ASCII.colon), (4...8).contains(colon),
                let offset = Int(line.slice(0..<colon).text, radix: 16), offset <= size, bytes.count <= size
            else { return }
            fill(to: offset)
            let text = line.slice(min(colon + 2, line.count)..<line.count)
            bytes += Self.hex(text, at: min(16, size - offset)) ?? text.array
        }

        /// Line ends are left out; so much is missing where they stand.
        private mutating func fill(to offset: Int) {
            guard offset > bytes.count else { return }
            if offset - bytes.count == 2 { bytes.append(ASCII.carriageReturn) }
            bytes.append(ASCII.lineFeed)
        }

        func end(_ body: (Part, Int) -> Void) {
            guard isTaken else { return }
            var whole = self
            whole.fill(to: size)
            body(isHead ? .head(kind, Bytes(whole.bytes)) : .data(kind, Bytes(whole.bytes)), place)
        }

        /// `--trace`: sixteen bytes in hexadecimal, and once more as text.
        private static func hex(_ text: Bytes, at count: Int) -> [UInt8]? {
            guard count > 0, text.count >= 48 else { return nil }
            var bytes: [UInt8] = []
            for index in 0..<count {
                guard let high = ASCII.hexValue(text[index * 3]), let low = ASCII.hexValue(text[index * 3 + 1]),
                    text[index * 3 + 2] == ASCII.space
                else { return nil }
                bytes.append(high << 4 | low)
            }
            return bytes
        }
    }
}
