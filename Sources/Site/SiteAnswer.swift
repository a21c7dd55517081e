package import Bytes

/// What goes back on the wire: raw bytes, pauses, and perhaps the end of the connection.
///
/// Made by a site, carried out by whoever serves it. The connection stays open after the last step unless that is
/// `close`. When the client goes away, the remaining steps are dropped.
package struct SiteAnswer: Sendable, Hashable {
    package enum Step: Sendable, Hashable {
        /// These bytes, as they are.
        case send(Bytes)
        /// Nothing for so long; never more than `longestWait`.
        case wait(milliseconds: Int)
        /// The end of the connection, after all bytes before it have been sent. Always the last step.
        case close
    }

    /// No single pause is longer, whatever a query asked for.
    package static let longestWait = 10_000

    package let steps: [Step]

    /// All bytes that are sent, one after the other.
    package var bytes: Bytes {
        var all: [UInt8] = []
        for case .send(let bytes) in steps {
            all.append(contentsOf: bytes)
        }
        return Bytes(all)
    }

    /// Whether the connection ends with this answer.
    package var closes: Bool {
        steps.contains(.close)
    }
}
