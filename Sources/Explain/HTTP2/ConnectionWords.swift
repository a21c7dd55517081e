package import Bytes
package import Flow
import Registry

/// A connection of HTTP/2 in words: what both sides announced, and what became of it.
package struct ConnectionWords: Sendable {
    /// What one side announced.
    package struct Announced: Sendable {
        /// Who it was.
        package let title: String
        /// The newest value of each, with what it means where that is known.
        package let settings: [(name: String, value: UInt32, meaning: String?)]
    }

    /// A sentence about it.
    package struct Remark: Sendable {
        /// How much it matters.
        package enum Level: String, Sendable {
            case quiet, normal, warning
        }

        package let text: String
        package let level: Level
        /// What the other side wrote beside it, as it came.
        package var said = Bytes()
    }

    /// `Client connection 1 · stream 0`.
    package let title: String
    /// What was announced; sides that announced nothing are left out.
    package let announced: [Announced]
    /// In the order in which one wants to know.
    package let remarks: [Remark]

    package init(_ record: ConnectionRecord) {
        let peer = record.leg == .client ? "client" : "server"
        title = (record.leg == .client ? "Client" : "Server") + " connection \(record.number) · stream 0"
        announced = [("The \(peer) announced", record.peerSettings), ("Hark announced", record.ownSettings)]
            .filter { !$0.1.isEmpty }
            .map { title, settings in Announced(title: title, settings: settings.map(Self.setting)) }
        remarks =
            Self.left(record) + record.goAways.map { Self.remark($0, peer) } + Self.lost(record)
            + [Self.totals(record), Self.end(record)]
    }

    private static func setting(_ setting: ConnectionRecord.Setting) -> (String, UInt32, String?) {
        let term = Vocabulary.settings[Int(setting.number)]
        return (term?.name ?? "setting \(setting.number)", setting.value, term?.text)
    }

    private static func left(_ record: ConnectionRecord) -> [Remark] {
        let left = record.frameCount - record.frames.count
        guard left > 0 else { return [] }
        return [Remark(text: "… \(Quantity.count(left, "more frame")), counted but not stored.", level: .quiet)]
    }

    private static func remark(_ goAway: ConnectionRecord.GoAway, _ peer: String) -> Remark {
        let term = Vocabulary.errorCodes[Int(goAway.code)]
        let code = term.map { "\($0.name): \($0.text)" } ?? "code \(goAway.code)"
        let last =
            goAway.last == 0x7FFF_FFFF
            ? """
            all streams may still be processed
            """ : "no stream above \(goAway.last) was processed"
        return Remark(
            text: "GOAWAY by \(goAway.isSent ? "Hark" : "the \(peer)"); \(last). \(code)",
            level: goAway.code == 0 ? .normal : .warning, said: goAway.debug)
    }

    /// More are counted.
    private static let lostLimit = 12

    private static func lost(_ record: ConnectionRecord) -> [Remark] {
        guard !record.lost.isEmpty else { return [] }
        let named = record.lost.prefix(lostLimit).map { lost in
            "stream \(lost.stream)" + (lost.flow.map { " (#\($0.number))" } ?? "")
        }
        let more = record.lost.count > named.count ? " and \(record.lost.count - named.count) more" : ""
        let list = named.joined(separator: ", ") + more
        return [Remark(text: "Not processed, so they can be sent again: \(list).", level: .warning)]
    }

    private static func totals(_ record: ConnectionRecord) -> Remark {
        Remark(
            text: """
                \(record.streams) streams; received \(record.received.frames) frames of \(record.received.octets) \
                bytes, sent \(record.sent.frames) of \(record.sent.octets) bytes.
                """, level: .normal)
    }

    private static func end(_ record: ConnectionRecord) -> Remark {
        guard let ended = record.endedAt else {
            return Remark(text: "It was still open when this was recorded.", level: .quiet)
        }
        let after = Quantity.duration(ended.microseconds(since: record.openedAt))
        return Remark(text: "It ended after \(after)" + (record.end.isEmpty ? "" : ": " + record.end), level: .normal)
    }
}
