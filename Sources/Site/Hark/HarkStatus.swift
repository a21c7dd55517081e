/// What Hark tells about itself at `http://hark.test/`: counts and addresses, nothing that was recorded.
///
/// A snapshot, taken by the engine whenever the page is asked for.
package struct HarkStatus: Sendable, Hashable {
    package struct Listener: Sendable, Hashable {
        /// `127.0.0.1:8888` or `[::1]:8888`.
        package var address: String
        /// The server it stands in for, or nil for a forward proxy.
        package var reverse: String?

        package init(address: String, reverse: String? = nil) {
            self.address = address
            self.reverse = reverse
        }
    }

    /// One count with the words for it, in the order in which they are shown.
    package struct Counter: Sendable, Hashable {
        /// The key in `status.json`: `exchanges`.
        package var name: String
        /// For people: `exchanges since the start`.
        package var label: String
        package var value: UInt64

        package init(_ name: String, _ label: String, _ value: UInt64) {
            self.name = name
            self.label = label
            self.value = value
        }
    }

    package var version: String
    package var uptimeSeconds: Int64
    package var listeners: [Listener]
    package var counters: [Counter]

    package init(version: String, uptimeSeconds: Int64, listeners: [Listener], counters: [Counter]) {
        self.version = version
        self.uptimeSeconds = uptimeSeconds
        self.listeners = listeners
        self.counters = counters
    }
}
