package import Bytes
package import Flow

/// A message of a WebSocket as scripts see it: after the rules, and after the scripts before them.
package struct ScriptMessage: Sendable, Hashable {
    /// Who sent it.
    package let from: MessageKind
    let isText: Bool
    package var bytes: Bytes

    /// More than this is not put in the place of a message.
    static let limit = 16 << 20

    package init(from: MessageKind, isText: Bool, bytes: Bytes) {
        (self.from, self.isText, self.bytes) = (from, isText, bytes)
    }
}
