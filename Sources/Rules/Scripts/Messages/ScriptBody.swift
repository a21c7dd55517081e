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

    /// Whether a verdict can have another body in its place.
    package enum Replacing: Sendable, Hashable {
        case allowed
        /// Why not: a clause.
        case refused(String)
    }

    /// - Parameters:
    ///   - isWanted: the script asked for the body.
    ///   - isThere: the message has one.
    package func replacing(isWanted: Bool, isThere: Bool) -> Replacing {
        guard isWanted else {
            return .refused("the event came without a body to replace (subscribe with \"body\": true)")
        }
        switch self {
        case .omitted(let reason): return .refused("the body was omitted (\(reason.rawValue)) and cannot be replaced")
        case .absent: return .refused("the message has no body that could be replaced")
        case .content: return isThere ? .allowed : .refused("the message has no body that could be replaced")
        }
    }

    /// Content of this type has no end that one could wait for.
    package static func isStream(_ type: Bytes) -> Bool {
        ["text/event-stream", "application/grpc", "multipart/x-mixed-replace"].contains {
            type.lowercased.starts(with: $0.utf8)
        }
    }
}
