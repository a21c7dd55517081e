package import Bytes

/// A body in an event.
package enum ScriptBody: Sendable, Hashable {
    /// The script has not asked for it: the event has no such member.
    case absent
    /// Without its content codings.
    case content(Bytes)
    case omitted(Omission)

    package enum Omission: String, Sendable, Hashable {
        /// Longer than a body may be that is changed.
        case size
        /// An event stream.
        case stream
        /// It cannot be decoded.
        case coding
        /// Another event had it, or no script asked for it then.
        case earlier
    }
}
