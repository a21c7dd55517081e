import Bytes
import Explain
package import Flow
import HTTPModel
package import Messages

/// The messages inside of an exchange, one after the other: when, which way, what, and its content laid out.
package struct MessageTable {
    private let record: FlowRecord
    private let options: LayoutOptions
    private let limit: Int
    private let whole: String
    private static let contentColumn = 4
    /// Lines of a message where only some are shown.
    private static let shortLines = 3

    /// - Parameters:
    ///   - limit: of messages that are shown.
    ///   - whole: what shows the others.
    package init(
        _ record: FlowRecord, options: LayoutOptions, limit: Int = .max, whole: String = "--messages"
    ) {
        self.record = record
        self.options = options
        self.limit = limit
        self.whole = whole
    }

    /// - Parameter wraps: for a terminal; else each line stays one.
    package func write(to page: inout PageWriter, wraps: Bool) {
        let inner = InnerContent.messages(of: record)
        if inner.isEmpty { page.prose("There are none.", at: 2, ink: .quiet) }
        for message in inner.list.prefix(limit) { write(message, to: &page, wraps) }
        let left = inner.list.count - min(limit, inner.list.count)
        if left > 0 {
            page.prose("… \(Quantity.count(left, "more message")): \(whole) shows them.", at: 2, ink: .quiet)
        }
        if inner.omitted > 0 {
            page.prose(
                """
                … \(Quantity.count(inner.omitted, "more message")), counted but not stored.
                """, at: 2, ink: .quiet)
        }
        for end in inner.ends {
            let side = end.from == .request ? "client" : "server"
            let due: Prose = end.closeCode.map { " The required reply is a close with \($0)." } ?? ""
            page.prose(
                """
                The \(side)'s messages were read up to byte \(end.offset). \(end.text)\(due)
                """, at: 2, ink: .warning)
        }
        page.newline()
    }

    private func write(_ message: InnerMessage, to page: inout PageWriter, _ wraps: Bool) {
        page.pad(to: 2)
        page.raw(message.isControl ? .quiet : .strong) { $0.text(message.from == .request ? "→" : "←") }
        page.pad(to: 4)
        let opened = record.openedAt
        page.raw(message.isControl ? .quiet : .normal) { out in
            out.wire(message.title, limit: 60)
            out.text(" ")
            out.size(message.size)
            if !message.closeMeaning.isEmpty { out.wire(" (\(message.closeMeaning))") }
        }
        page.raw(.quiet) { out in
            out.text("  after ")
            out.duration(nanoseconds: message.time > opened ? message.time.nanoseconds - opened.nanoseconds : 0)
            if message.isCompressed { out.text(", compressed") }
            if message.frameCount > 1 {
                out.text(", ")
                out.number(message.frameCount)
                out.text(" frames")
            }
        }
        page.newline()
        guard !message.bytes.isEmpty else { return }
        let view = BodyView(message, of: record, options: options)
        BodyLines(view).write(
            to: &page, at: Self.contentColumn, wraps: wraps, limit: limit == .max ? .max : Self.shortLines,
            more: whole)
    }
}
