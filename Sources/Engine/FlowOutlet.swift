package import Flow

/// Where a shard's events go. Made by the executable, which knows who keeps and who shows them.
package struct FlowOutlet: Sendable {
    /// Takes one wake-up's events; called from any shard's loop.
    package let submit: @Sendable ([FlowEvent]) -> Void
    /// Takes a connection of HTTP/2 as it is now; called from any shard's loop.
    package let submitConnection: @Sendable (ConnectionRecord) -> Void
    /// Whether so much is waiting to be kept that no more should be read.
    package let isFull: @Sendable () -> Bool
    /// Whether half as much is, and so too when it is full: who brings the most is not to be read.
    package let isFilling: @Sendable () -> Bool
    /// How many bytes of a body anyone wants; 0: nobody wants any.
    package let bodyLimit: Int

    package init(
        submit: @escaping @Sendable ([FlowEvent]) -> Void,
        submitConnection: @escaping @Sendable (ConnectionRecord) -> Void = { _ in },
        isFull: @escaping @Sendable () -> Bool, isFilling: (@Sendable () -> Bool)? = nil, bodyLimit: Int
    ) {
        self.submit = submit
        self.submitConnection = submitConnection
        self.isFull = isFull
        self.isFilling = isFilling ?? isFull
        self.bodyLimit = bodyLimit
    }
}
