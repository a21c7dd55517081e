import Bytes
import Flow

/// JSON texts, each behind a record separator (RFC 7464). A text may go over many lines.
///
/// One that the next separator ends has ended for certain. So has one that comes to a line feed with all of its
/// brackets and strings closed (§2.4 has a line feed behind each, to tell what is whole): nobody has to wait for the
/// next.
struct SequenceParser: ContentParser {
    /// RFC 7464 §2.2
    private static let recordSeparator: UInt8 = 0x1E

    private var text = TextGatherer()
    /// Brackets that are open.
    private var depth = 0
    private var isInString = false
    private var isEscaped = false

    var held: Int { text.held }

    mutating func letGo() { text.letGo() }

    mutating func take(_ bytes: Bytes) -> [ContentMessage] {
        var messages: [ContentMessage] = []
        var start = 0
        for place in 0..<bytes.count where ends(at: bytes[place]) {
            text.add(bytes.slice(start..<place))
            start = place + 1
            if let message = finish(over: 1) { messages.append(message) }
        }
        text.add(bytes.slice(start..<bytes.count))
        return messages
    }

    mutating func end() -> [ContentMessage] { finish(over: 0).map { [$0] } ?? [] }

    private mutating func finish(over separator: Int) -> ContentMessage? {
        (depth, isInString, isEscaped) = (0, false, false)
        return text.finish(over: separator)
    }

    /// Whether the text is over with this octet.
    private mutating func ends(at byte: UInt8) -> Bool {
        // No JSON text has one inside: it is a control character (RFC 8259 §7).
        if byte == Self.recordSeparator { return true }
        if isInString {
            if isEscaped {
                isEscaped = false
            } else if byte == ASCII.backslash {
                isEscaped = true
            } else if byte == ASCII.quote {
                isInString = false
            }
            return false
        }
        switch byte {
        case ASCII.quote: isInString = true
        case ASCII.openBrace, ASCII.openBracket: depth += 1
        case ASCII.closeBrace, ASCII.closeBracket: depth -= 1
        case ASCII.lineFeed: return depth <= 0
        default: break
        }
        return false
    }
}
