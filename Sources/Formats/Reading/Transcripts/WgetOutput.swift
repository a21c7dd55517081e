import Bytes
import Explain
import Flow
import HTTPModel

/// What wget prints: with `-S` the heads of responses, indented; with `-d` both heads between lines of dashes.
enum WgetOutput {
    static func recognizes(_ text: Bytes) -> Bool {
        var position = 0
        while position < min(text.count, InputKind.textWindow) {
            let line = CurlLine(text, at: position)
            if isMark(line.text) { return true }
            position = line.range.upperBound
        }
        return false
    }

    /// `--2026-03-01 10:00:00--  http://shop.test/`, or a head that follows.
    static func isMark(_ line: Bytes) -> Bool {
        line.hasOpening("---request begin---") || line.hasOpening("---response begin---") || url(line) != nil
    }

    static func messages(_ text: Bytes) -> [CurlVerbose.Message] {
        var messages: [CurlVerbose.Message] = []
        var head: [UInt8] = []
        /// The message under way, and whether dashes end it.
        var current: CurlVerbose.Message?
        var isDashed = false
        var named: Bytes?
        func end() {
            guard var message = current else { return }
            message.head = Bytes(head + [ASCII.carriageReturn, ASCII.lineFeed])
            messages.append(message)
            (current, head) = (nil, [])
        }
        func begin(_ kind: MessageKind, _ place: Int) {
            end()
            current = CurlVerbose.Message(kind, at: place)
            current?.url = named
            named = nil
        }
        var position = 0
        while position < text.count {
            let line = CurlLine(text, at: position)
            defer { position = line.range.upperBound }
            if let url = url(line.text) {
                end()
                (named, isDashed) = (url, false)
            } else if line.text.hasOpening("---request begin---") {
                begin(.request, position)
                isDashed = true
            } else if line.text.hasOpening("---response begin---") {
                begin(.response, position)
                isDashed = true
            } else if line.text.hasOpening("---request end---") || line.text.hasOpening("---response end---") {
                end()
            } else if isDashed {
                if current != nil, !line.text.isEmpty { add(line.text, to: &head) }
            } else if line.text.hasOpening("  "), line.text.trimmed.isWholeStatusLine {
                begin(.response, position)
                add(line.text.trimmed, to: &head)
            } else if current != nil, line.text.hasOpening("  "), line.text.contains(ASCII.colon) {
                add(line.text.trimmed, to: &head)
            } else {
                end()
            }
        }
        end()
        return messages
    }

    private static func add(_ line: Bytes, to head: inout [UInt8]) {
        head += line.array
        head += [ASCII.carriageReturn, ASCII.lineFeed]
    }

    private static func url(_ line: Bytes) -> Bytes? {
        guard line.hasOpening("--"), line.count < 1 << 16, let place = line.place(of: "--  http") else { return nil }
        return line.slice(place + 4..<line.count).trimmed
    }
}
