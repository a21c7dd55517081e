/// How fast bytes go, each way, and how long they take to arrive.
package struct ThrottleRate: Sendable, Hashable {
    /// `3g`; empty for one that was written out.
    package let name: String
    /// Bytes a second to the client, and from it.
    package let down: Int64
    package let up: Int64
    /// Microseconds, there and back.
    package let latency: Int64
    /// All connections of the rule share it.
    package let isShared: Bool

    package init(name: String, down: Int64, up: Int64, latency: Int64, isShared: Bool) {
        self.name = name
        self.down = down
        self.up = up
        self.latency = latency
        self.isShared = isShared
    }

    /// The same of what the client sends; nil where that is not slowed down.
    package var upwards: ThrottleRate? {
        up == .max ? nil : ThrottleRate(name: name, down: up, up: up, latency: latency, isShared: false)
    }
}
