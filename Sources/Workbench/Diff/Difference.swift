package import Bytes
package import Flow

/// One thing in which two flows differ. A value.
package struct Difference: Sendable, Hashable {
    /// Where in a flow.
    package enum Part: Sendable, Hashable {
        /// The message is there on one side alone.
        case message
        case startLine, field, trailer, content
        /// A response before the answer, counted from 0; its lines.
        case interim(Int)
        /// How the flow ended.
        case outcome
    }

    /// What leads from the one flow to the other.
    package enum Action: String, Sendable {
        case added, removed, changed
        /// The same, in another place.
        case moved
        /// The same to whoever reads it, in other bytes: letter case of a name, `1.0` for `1`, white space, an escape.
        case respelled
    }

    package let message: MessageKind
    package let part: Part
    package let action: Action
    /// Which one: a field's name, the path of a value in JSON, `line 12`, `byte 4096`; empty where there is but one.
    package let path: Bytes
    /// What the one flow has; nil when it has nothing there. Of binary content it is hexadecimal.
    package let left: Bytes?
    /// What the other has.
    package let right: Bytes?
    /// Where it stands among the lines of its part, counted from 0; nil where nothing is counted, or nothing is there.
    package let leftPlace: Int?
    package let rightPlace: Int?
    /// It differs from one answer to the next although nothing else does: Date, and what is like it.
    package let isVolatile: Bool

    init(
        _ message: MessageKind, _ part: Part, _ action: Action, path: Bytes = Bytes(), left: Bytes? = nil,
        right: Bytes? = nil, places: (left: Int?, right: Int?) = (nil, nil), isVolatile: Bool = false
    ) {
        self.message = message
        self.part = part
        self.action = action
        self.path = path
        self.left = left
        self.right = right
        leftPlace = places.left
        rightPlace = places.right
        self.isVolatile = isVolatile
    }
}
