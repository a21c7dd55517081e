package import Flow
package import Messages

/// Shows bodies in ways of its own, as the addons of a script may. Safe to use from anywhere.
package protocol PageBodyViews: Sendable {
    /// A recorded body laid out; nil where no view of these wants it. It may take a moment.
    func view(of flow: UInt64, _ kind: MessageKind) -> BodyView?
}
