/// How much a script may have, and how long it may take.
package struct ScriptLimits: Sendable, Hashable {
    /// Events that are written and not answered.
    package var pending = 1_024
    /// Bytes of them.
    package var pendingBytes = 64 << 20
    /// Events that wait to be written; more follow the policy for failures at once.
    package var waiting = 65_536
    /// Bytes of a line that is read.
    package var line = 32 << 20
    /// Characters of a line that it says.
    package var text = 4_096
    /// Lines of noise that are printed one by one.
    package var noise = 10
    /// Nanoseconds for one answer.
    package var timeout: UInt64 = 30_000_000_000
    /// Nanoseconds until it is ready.
    package var start: UInt64 = 10_000_000_000
    /// The largest body that comes with an event.
    package var body = 16 << 20

    package init() {}
}
