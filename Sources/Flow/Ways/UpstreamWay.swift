/// Which proxies a server is asked through, and which servers straight. What `--upstream-proxy` says.
package struct UpstreamWay: Sendable, Hashable {
    /// nil: every server is asked straight.
    package let proxy: UpstreamProxy?
    package let exceptions: [ProxyException]

    package static let straight = UpstreamWay(nil)

    package init(_ proxy: UpstreamProxy?, except exceptions: [ProxyException] = []) {
        self.proxy = proxy
        self.exceptions = exceptions
    }

    /// The proxies on the way to this server.
    ///
    /// Hark's own names are no one else's. What is on this machine is asked straight, since for a proxy elsewhere these
    /// names and addresses mean itself; a proxy on this machine is asked for it as for anything.
    package func hops(to server: Destination, isTunnel: Bool) -> [Route.Hop] {
        guard let proxy, !server.isBuiltIn, !server.isOnThisMachine || proxy.server.isOnThisMachine,
            !exceptions.contains(where: { $0.covers(server) })
        else { return [] }
        return [proxy.hop(to: server, isTunnel: isTunnel)]
    }
}
