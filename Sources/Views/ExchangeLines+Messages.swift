import Bytes
import Explain
import Flow
import Formats
import Messages

extension ExchangeLines {
    /// Columns of a message's beginning without a terminal.
    private static let previewColumns = 200

    /// One message as it passes: whose flow, which way, what, how large, and its beginning.
    mutating func message(_ message: InnerMessage, of record: FlowRecord) {
        number(of: record)
        let (secrets, limit) = (secrets, previewLimit)
        let showsSecrets = options.showsSecrets
        let fields = record.protobuf(message, in: options.schema)?.line(limit: limit * 8) { name, value in
            !showsSecrets && SecretNames.isSecret(name, value)
        }
        writer.line(message.from == .request ? "→" : "←", ink: message.isControl ? .quiet : .normal) { out in
            Self.words(message, fields, secrets, isText: message.isText(in: record), limit: limit, to: &out)
        }
    }

    /// Why no more messages of one side follow.
    mutating func readingEnd(_ end: InnerReadingEnd, of record: FlowRecord) {
        number(of: record)
        writer.line(end.from == .request ? "→" : "←", ink: .warning) { out in
            out.text("not read from byte ")
            out.number(end.offset)
            out.text(" on: ")
            out.wire(end.text, limit: 200)
            out.text(" It is forwarded as before.")
        }
    }

    private mutating func number(of record: FlowRecord) {
        let number = record.id.number
        writer.out.ink(.quiet) { out in
            out.text("#")
            out.number(number)
        }
        // A number may be as wide as the column.
        writer.out.text(" ")
    }

    /// What fits on the line behind title and size.
    private var previewLimit: Int { writer.width.map { max($0 - 40, 20) } ?? Self.previewColumns }

    /// - Parameter fields: of a message of Protocol Buffers.
    private static func words(
        _ message: InnerMessage, _ fields: Bytes?, _ secrets: Secrets, isText: Bool, limit: Int,
        to out: inout LineBuffer
    ) {
        out.wire(message.title, limit: 60)
        out.text(" ")
        out.size(message.size)
        if message.isCompressed { out.text(", compressed") }
        if message.frameCount > 1 {
            out.text(" in ")
            out.number(message.frameCount)
            out.text(" frames")
        }
        if !message.closeMeaning.isEmpty {
            out.text(" (")
            out.wire(message.closeMeaning)
            out.text(")")
        }
        guard !message.bytes.isEmpty else { return }
        out.text("  ")
        // More than is shown is looked through, so that no secret is cut before it is known as one.
        let shown = message.bytes.slice(0..<min(message.bytes.count, limit * 8))
        if let fields {
            out.wire(secrets.content(fields), limit: limit)
        } else if isText {
            out.wire(secrets.content(shown), limit: limit)
        } else {
            out.wire(hexadecimal(shown, limit: min(limit / 3, 24)))
        }
    }

    private static func hexadecimal(_ bytes: Bytes, limit: Int) -> String {
        let shown = bytes.prefix(limit).map { Hex.text([$0]) }.joined(separator: " ")
        return bytes.count > limit ? shown + " …" : shown
    }
}
