import Bytes
import Explain
package import Flow
import Registry

/// A connection of HTTP/2: what both sides announced, what passed on stream 0, and how it ended.
package struct ConnectionLines {
    private let record: ConnectionRecord
    private static let nameColumn = 16
    private static let wordsColumn = 32

    package init(_ record: ConnectionRecord) {
        self.record = record
    }

    package func write(to page: inout PageWriter) {
        let peer = record.leg == .client ? "client" : "server"
        let name = record.leg == .client ? "Client connection" : "Server connection"
        page.prose(Prose(stringLiteral: "\(name) \(record.number) · stream 0"), at: 2, ink: .strong)
        settings("The \(peer) announced", record.peerSettings, &page)
        settings("Hark announced", record.ownSettings, &page)
        for (frame, time) in record.frames { self.frame(frame, time, &page) }
        if record.frameCount > record.frames.count {
            page.prose(
                "… \(Quantity.count(record.frameCount - record.frames.count, "more frame")), counted and not kept.",
                at: 2, ink: .quiet)
        }
        for goAway in record.goAways { self.goAway(goAway, peer, &page) }
        lost(&page)
        let counts =
            "\(record.streams) streams; \(record.received.frames) frames of \(record.received.octets) bytes "
            + "came, \(record.sent.frames) of \(record.sent.octets) bytes went."
        page.prose(Prose(stringLiteral: counts), at: 2)
        if let ended = record.endedAt {
            let after = Quantity.duration(ended.microseconds(since: record.openedAt))
            let why = record.end.isEmpty ? "" : ": " + record.end
            page.prose(Prose(stringLiteral: "It ended after \(after)\(why)"), at: 2)
        } else {
            page.prose("It had not ended when this was written.", at: 2, ink: .quiet)
        }
        page.newline()
    }

    private func settings(_ title: String, _ settings: [ConnectionRecord.Setting], _ page: inout PageWriter) {
        guard !settings.isEmpty else { return }
        page.prose(Prose(stringLiteral: title + ":"), at: 2, ink: .quiet)
        for setting in settings {
            let term = Vocabulary.settings[Int(setting.number)]
            let name = term?.name ?? "setting \(setting.number)"
            page.prose(
                Prose(stringLiteral: "\(name) = \(setting.value)" + (term.map { ", which \($0.text)" } ?? "")), at: 4)
        }
    }

    private func frame(_ frame: StreamFrame, _ time: Instant, _ page: inout PageWriter) {
        page.pad(to: 2)
        // As with exchanges, → goes towards the server.
        let goesToServer = frame.isSent == (record.leg == .upstream)
        page.raw(.strong) { $0.text(goesToServer ? "→ " : "← ") }
        page.raw(.quiet) { out in
            out.duration(nanoseconds: time > record.openedAt ? time.nanoseconds - record.openedAt.nanoseconds : 0)
        }
        page.pad(to: Self.nameColumn)
        page.raw { $0.wire(frame.name) }
        let words = frame.flagNames + [Quantity.bytes(frame.size)] + FrameWords.words(of: frame)
        page.prose(
            Prose(stringLiteral: words.joined(separator: " · ")), at: Self.wordsColumn,
            ink: frame.quirks.isEmpty ? .quiet : .warning)
    }

    /// More are counted.
    private static let lostLimit = 12

    private func lost(_ page: inout PageWriter) {
        guard !record.lost.isEmpty else { return }
        let named = record.lost.prefix(Self.lostLimit).map { lost in
            "stream \(lost.stream)" + (lost.flow.map { " (#\($0.number))" } ?? "")
        }
        let more = record.lost.count > named.count ? " and \(record.lost.count - named.count) more" : ""
        page.prose(
            Prose(
                stringLiteral:
                    "Left behind by it, and free to be sent again: \(named.joined(separator: ", "))\(more)."), at: 2,
            ink: .warning)
    }

    private func goAway(_ goAway: ConnectionRecord.GoAway, _ peer: String, _ page: inout PageWriter) {
        let term = Vocabulary.errorCodes[Int(goAway.code)]
        let code = term.map { "\($0.name): \($0.text)" } ?? "code \(goAway.code)"
        let last =
            goAway.last == 0x7FFF_FFFF ? "no stream is ruled out yet" : "no stream above \(goAway.last) was looked at"
        page.prose(
            Prose(stringLiteral: "GOAWAY by \(goAway.isSent ? "Hark" : "the \(peer)"); \(last). \(code)"), at: 2,
            ink: goAway.code == 0 ? .normal : .warning)
        if !goAway.debug.isEmpty { page.wire([("It says: ", .quiet), (goAway.debug, .notice)], at: 4) }
    }
}
