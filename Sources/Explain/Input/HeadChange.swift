package import Bytes
import HTTPModel
import HTTPSemantics

/// A line of a head made different to see what follows: `--what-if`, `--without`. A value; nothing is sent.
package struct HeadChange: Sendable {
    package let name: Bytes
    /// The line to be there, without its line end; nil when no line of the name shall be.
    package let line: Bytes?

    /// `Name: value`; nil when there is no name and colon (RFC 9112 §5).
    package init?(setting line: Bytes) {
        guard let colon = line.firstIndex(of: ASCII.colon), colon > 0,
            !line.contains(where: { $0 == ASCII.carriageReturn || $0 == ASCII.lineFeed }),
            !line.slice(0..<colon).contains(where: ASCII.isWhitespace)
        else { return nil }
        name = line.slice(0..<colon)
        self.line = line
    }

    package init(removing name: Bytes) {
        self.name = name
        line = nil
    }

    /// Whether the message has the field.
    package func concerns(_ message: ExplainedMessage) -> Bool {
        guard let fields = message.fields else { return false }
        return fields.lines.contains { isMeant($0, in: fields) }
    }

    /// Whether the line is one to be replaced or removed. Of Set-Cookie each line is a cookie of its own: only the one
    /// of the same name gives way.
    private func isMeant(_ field: FieldLine, in fields: FieldSection) -> Bool {
        guard fields.name(of: field).equalsIgnoringCase(name) else { return false }
        guard field.known == .setCookie, let line else { return true }
        return SetCookie(fields.value(of: field)).name == SetCookie(line.slice((name.count + 1)..<line.count)).name
    }

    /// The bytes of the message with the change made: the first line of the name replaced and the others dropped, or a
    /// line added at the head's end. A Set-Cookie line takes the place of the one that sets the same cookie.
    package func applied(to message: ExplainedMessage) -> Bytes {
        let whole = message.input.slice(
            message.explanation.range.lowerBound..<(message.explanation.range.upperBound + message.surplus))
        guard let fields = message.fields else { return whole }
        // From here on offsets count from the message's first byte.
        let head = message.explanation.headOffset - message.explanation.range.lowerBound
        let end = head + fields.raw.count
        guard head >= 0, end <= whole.count else { return whole }
        var result = Array(whole.slice(0..<head))
        var position = head
        var added = line.map { Array($0) + [ASCII.carriageReturn, ASCII.lineFeed] }
        for field in fields.lines where isMeant(field, in: fields) {
            result += whole.slice(position..<(head + field.line.lowerBound))
            if let line = added { result += line }
            added = nil
            position = head + field.line.upperBound
        }
        if let line = added {
            let empty = end - Self.emptyLine(fields.raw)
            result += whole.slice(position..<max(position, empty))
            if let last = result.last, last != ASCII.lineFeed { result += [ASCII.carriageReturn, ASCII.lineFeed] }
            result += line
            position = max(position, empty)
        }
        result += whole.slice(position..<whole.count)
        return Bytes(result)
    }

    /// How many bytes the empty line has that ends this head: none when the head is cut off.
    private static func emptyLine(_ head: Bytes) -> Int {
        func ends(_ end: Bytes) -> Bool {
            head.count >= end.count && head.slice((head.count - end.count)..<head.count) == end
        }
        if ends("\n\r\n") { return 2 }
        return ends("\n\n") ? 1 : 0
    }
}
