/// What lives on a shard with a client's connection in its hands: a shard that stops waits for it.
protocol ShardResident: AnyObject {
    /// The proxy stops. What is idle ends at once; with `force` everything does.
    func shutDown(force: Bool)
}
