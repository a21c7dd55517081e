package import Bytes

/// What is known of the body of a message that waits for a decision.
package enum HeldBody: Sendable, Hashable {
    /// The message has none.
    case absent
    /// Nothing of it was read; nil: its size is unknown.
    case unread(size: UInt64?)
    /// All of it is here, without its codings.
    case read(Bytes)
    /// It cannot be edited: a sentence says why.
    case passing(String)
}
