package import Flow

/// What was replaced in one flow: how often and where, never what.
package struct RedactedPlaces: Sendable {
    /// By place (`request Authorization`), in the order in which they were found.
    package private(set) var counts: [(place: String, count: Int)] = []
    /// What became of the two bodies.
    package var request = Content()
    package var response = Content()

    /// One message: its sizes as they were, as what stands there now is longer or shorter.
    package struct Content: Sendable {
        package var state = State.untouched
        /// Bytes of the head as it came; nil when it is as it was.
        package var headSize: Int?
        /// Bytes of the content with its codings taken off; nil when nobody did.
        package var decodedSize: Int?
        /// What stood where in the head, to tell other places in it.
        package var edits: [Edit] = []
    }

    package enum State: Sendable, Hashable {
        case untouched
        /// Secrets in it were replaced; `isDecoded`: its codings were taken off for that, and stay off.
        case replaced(isDecoded: Bool)
        /// It could not be looked into, so that it is not there at all.
        case leftOut(why: String)
    }

    /// One replacement in a head.
    package struct Edit: Sendable, Hashable {
        package let range: Range<Int>
        package let count: Int
    }

    /// Whether nothing was replaced, nor left out.
    package var isEmpty: Bool { counts.isEmpty && request.state == .untouched && response.state == .untouched }

    /// How many secrets were replaced.
    package var total: Int { counts.reduce(0) { $0 + $1.count } }

    package subscript(kind: MessageKind) -> Content {
        get {
            switch kind {
            case .request: request
            case .response: response
            }
        }
        set {
            switch kind {
            case .request: request = newValue
            case .response: response = newValue
            }
        }
    }

    package mutating func add(_ place: String, _ number: Int) {
        guard number > 0 else { return }
        if let index = counts.firstIndex(where: { $0.place == place }) {
            counts[index].count += number
        } else {
            counts.append((place, number))
        }
    }

    package mutating func add(_ other: RedactedPlaces) {
        for (place, count) in other.counts { add(place, count) }
    }
}

extension [RedactedPlaces.Edit] {
    /// Where an offset of a head is, now that parts of it were replaced.
    package func moved(_ offset: Int) -> Int {
        var shift = 0
        for edit in self {
            if edit.range.lowerBound >= offset { break }
            if offset < edit.range.upperBound { return edit.range.lowerBound + shift }
            shift += edit.count - edit.range.count
        }
        return offset + shift
    }

    package func moved(_ range: Range<Int>) -> Range<Int> {
        let start = moved(range.lowerBound)
        return start..<Swift.max(start, moved(range.upperBound))
    }
}
