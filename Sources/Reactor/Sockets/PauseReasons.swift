/// Why a socket is not read: reading goes on when none is left.
///
/// Each party that may stop reading has a reason of its own, so that none can undo what another asked for.
package struct PauseReasons: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Those who get what is read are congested.
    package static let congested = PauseReasons(rawValue: 1)
    /// Those who keep flows have too much waiting.
    package static let recorderFull = PauseReasons(rawValue: 2)
    /// More messages have come than can be answered now.
    package static let pipelined = PauseReasons(rawValue: 4)
    /// Somebody has yet to decide about the message.
    package static let held = PauseReasons(rawValue: 8)
    /// The connection is between two owners.
    package static let handover = PauseReasons(rawValue: 16)

    /// Those of whoever owns the socket for now: they end with its ownership.
    package static let ofOwner: PauseReasons = [.congested, .pipelined, .held, .handover]
    /// Those of an exchange that can go on. (A list written where it is used would be put together each time.)
    package static let ofExchange: PauseReasons = [.congested, .held]

    package static let all = PauseReasons(rawValue: .max)
}
