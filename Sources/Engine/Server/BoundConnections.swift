internal import Flow

/// Servers' connections that belong to one client alone. Owned by its connection; runs on its shard's loop.
final class BoundConnections {
    /// It authenticated this client as a whole (NTLM, Negotiate); it serves no one else.
    private var pinned: HTTP1ServerConnection?
    /// CONNECT made it, for the first request inside.
    private var prepared: HTTP1ServerConnection?

    func pin(_ connection: HTTP1ServerConnection) {
        pinned?.close()
        pinned = connection
    }

    func prepare(_ connection: HTTP1ServerConnection) {
        prepared = connection
    }

    /// One to this server, if there is one; its server may have closed it meanwhile, as nobody watches over it but this
    /// client.
    func take(for route: Route) -> HTTP1ServerConnection? {
        if let prepared {
            self.prepared = nil
            if prepared.isUsable, prepared.route == route { return prepared }
            prepared.close()
        }
        if let pinned, pinned.route == route {
            self.pinned = nil
            if pinned.isUsable { return pinned }
            pinned.close()
        }
        return nil
    }

    /// Whether the one to this server has carried no request yet.
    func hasNew(for route: Route) -> Bool {
        guard let prepared, prepared.isUsable, prepared.route == route else { return false }
        return !prepared.hasServed
    }

    /// What was prepared, for who takes the client over.
    func takePrepared() -> HTTP1ServerConnection? {
        defer { prepared = nil }
        return prepared
    }

    func close() {
        pinned?.close()
        pinned = nil
        prepared?.close()
        prepared = nil
    }
}
