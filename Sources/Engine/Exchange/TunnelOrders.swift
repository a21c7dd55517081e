internal import Flow

/// What scripts say of the CONNECT of an exchange.
struct TunnelOrders {
    /// While they are asked.
    var scripts: ConnectionScripts?
    /// The way that they chose; nil: the one that the request asks for.
    var route: Route?
    /// What is inside passes unread.
    var isRelayed = false

    /// Nobody needs the answer any more.
    mutating func close() {
        scripts?.close()
        scripts = nil
    }
}
