/// Why a loop is entered. Handed by Dispatch to the closure of `EventLoop.start`, and by that to `EventLoop.perform`.
package enum LoopWake: Sendable {
    /// The epoll descriptor has events.
    case poll
    /// The loop's Dispatch timer fired.
    case timer
    /// A source of one socket fired (back end with sources per socket).
    case ready(Registration, Readiness)
    /// Posted work has just run on the loop, or the loop asked to be continued.
    case posted
}

/// What a descriptor is ready for.
package struct Readiness: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let readable = Readiness(rawValue: 1)
    package static let writable = Readiness(rawValue: 2)
    /// The peer has closed or reset: reading goes on until the end of the stream, however short a read was.
    package static let hangUp = Readiness(rawValue: 4)
    /// The system reports an error, or the end of both directions.
    package static let broken = Readiness(rawValue: 8)
}

/// Names a descriptor's place in a loop's table and the use of that place, so that an event which was under way when
/// the descriptor was closed cannot reach the next one that took its number.
package struct Registration: Sendable, Hashable {
    let index: UInt32
    let generation: UInt32

    init(index: UInt32, generation: UInt32) {
        self.index = index
        self.generation = generation
    }

    init(rawValue: UInt64) {
        index = UInt32(truncatingIfNeeded: rawValue)
        generation = UInt32(truncatingIfNeeded: rawValue >> 32)
    }

    var rawValue: UInt64 { UInt64(generation) << 32 | UInt64(index) }
}
