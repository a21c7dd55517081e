package import Bytes
import Explain
import Flow

/// Reads raw messages, requests and responses in the order they came. A function of the bytes.
package enum RawMessages {
    /// - Parameter now: seconds since 1970, for messages without a Date.
    package static func read(_ file: Bytes, now: Int64) -> RecordedFile {
        let text = PastedText(file)
        let input = ExplainedInput(raw: text.bytes, .init(now: now))
        var recording = RecordedFile(flows: input.exchanges.map(\.withoutAssumedHost))
        var log = DamageLog()
        if let opening = text.opening { log.add(0, opening, "Reading began at the first start line.") }
        for message in input.messages where message.surplus > 0 && !message.isRebuilt {
            log.add(
                text.place(of: message.base + message.explanation.range.upperBound),
                "\(message.surplus) bytes here follow the end of a message.", "They were left out.")
        }
        if !input.rest.isEmpty {
            log.add(
                text.place(of: input.rest.lowerBound), "\(input.rest.count) bytes here are not a message.",
                "They were left out.")
        }
        recording.damage = log.finish(file)
        return recording
    }
}

extension FlowRecord {
    /// A host that was made up to reason with belongs in no list of flows.
    fileprivate var withoutAssumedHost: FlowRecord {
        guard provenance(of: .host) == .assumed else { return self }
        var flow = self
        flow.apply(FlowEvent(flow: id, time: openedAt, fact: .told(.url(Bytes()))))
        return flow
    }
}
