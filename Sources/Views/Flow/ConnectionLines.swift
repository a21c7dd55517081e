import Bytes
import Explain
package import Flow

/// A connection of HTTP/2: what both sides announced, what passed on stream 0, and how it ended.
package struct ConnectionLines {
    private let record: ConnectionRecord
    private static let nameColumn = 16
    private static let wordsColumn = 32

    package init(_ record: ConnectionRecord) {
        self.record = record
    }

    package func write(to page: inout PageWriter) {
        let words = ConnectionWords(record)
        page.prose(Prose(stringLiteral: words.title), at: 2, ink: .strong)
        for side in words.announced {
            page.prose(Prose(stringLiteral: side.title + ":"), at: 2, ink: .quiet)
            for setting in side.settings {
                let meaning = setting.meaning.map { ", which \($0)" } ?? ""
                page.prose(Prose(stringLiteral: "\(setting.name) = \(setting.value)\(meaning)"), at: 4)
            }
        }
        for (frame, time) in record.frames { self.frame(frame, time, &page) }
        for remark in words.remarks {
            page.prose(Prose(stringLiteral: remark.text), at: 2, ink: Self.ink(remark.level))
            if !remark.said.isEmpty { page.wire([("Its text: ", .quiet), (remark.said, .notice)], at: 4) }
        }
        page.newline()
    }

    private static func ink(_ level: ConnectionWords.Remark.Level) -> Ink {
        switch level {
        case .quiet: .quiet
        case .normal: .normal
        case .warning: .warning
        }
    }

    private func frame(_ frame: StreamFrame, _ time: Instant, _ page: inout PageWriter) {
        page.pad(to: 2)
        page.raw(.strong) { $0.text(record.goesToServer(frame) ? "→ " : "← ") }
        page.raw(.quiet) { out in
            out.duration(nanoseconds: time > record.openedAt ? time.nanoseconds - record.openedAt.nanoseconds : 0)
        }
        page.pad(to: Self.nameColumn)
        page.raw { $0.wire(frame.name) }
        page.prose(
            Prose(stringLiteral: FrameWords.line(of: frame)), at: Self.wordsColumn,
            ink: frame.quirks.isEmpty ? .quiet : .warning)
    }
}
