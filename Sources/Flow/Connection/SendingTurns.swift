package import HTTPSemantics

/// In which order the streams of a client send what they have (RFC 9218 §10): the more urgent first; of those that are
/// as urgent, the ones of use only as a whole one behind another, and the ones of use in parts in turn with that.
package struct SendingTurns: Sendable {
    /// A stream that has something to send.
    package struct Stream: Sendable, Hashable {
        package let number: UInt32
        package let priority: ResponsePriority

        package init(_ number: UInt32, _ priority: ResponsePriority) {
            self.number = number
            self.priority = priority
        }
    }

    /// Who had the last turn.
    private var last: UInt32 = 0

    package init() {}

    /// Who sends next of those that wait, by its place among them; nil when nobody waits.
    package mutating func next(of waiting: [Stream]) -> Int? {
        guard let urgency = waiting.lazy.map(\.priority.urgency).min() else { return nil }
        // A whole one may be sent when no older one waits.
        let whole = waiting.lazy.filter { $0.priority.urgency == urgency && !$0.priority.isIncremental }
            .map(\.number).min()
        var first: (number: UInt32, place: Int)?
        var after: (number: UInt32, place: Int)?
        for (place, stream) in waiting.enumerated() where stream.priority.urgency == urgency {
            guard stream.priority.isIncremental || stream.number == whole else { continue }
            let number = stream.number
            if number < first?.number ?? .max { first = (number, place) }
            if number > last, number < after?.number ?? .max { after = (number, place) }
        }
        guard let chosen = after ?? first else { return nil }
        last = chosen.number
        return chosen.place
    }
}
