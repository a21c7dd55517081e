/// Which proxies a server is asked through, and which servers straight. What `--upstream-proxy` and `--pac` say.
package struct UpstreamWay: Sendable, Hashable {
    /// nil: every server is asked straight, unless a script says otherwise.
    package let proxy: UpstreamProxy?
    package let exceptions: [ProxyException]
    /// Who is to be asked about each server, in place of `proxy`.
    package let script: (any ProxyScript)?
    /// What the script's proxies are shown.
    private let credentials: ShownCredentials?

    package static let straight = UpstreamWay(nil)

    package init(_ proxy: UpstreamProxy?, except exceptions: [ProxyException] = []) {
        self.proxy = proxy
        self.exceptions = exceptions
        script = nil
        credentials = nil
    }

    /// - Parameter credentials: what every proxy that the script names is shown.
    package init(
        by script: any ProxyScript, showing credentials: ShownCredentials?, except exceptions: [ProxyException] = []
    ) {
        proxy = nil
        self.exceptions = exceptions
        self.script = script
        self.credentials = credentials
    }

    package static func == (left: UpstreamWay, right: UpstreamWay) -> Bool {
        left.proxy == right.proxy && left.exceptions == right.exceptions && left.script === right.script
            && left.credentials == right.credentials
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(proxy)
        hasher.combine(exceptions)
    }

    /// The proxies on the way to this server, as far as no script has to be asked.
    ///
    /// Hark's own names are no one else's. What is on this machine is asked straight, since for a proxy elsewhere these
    /// names and addresses mean itself; a proxy on this machine is asked for it as for anything.
    package func hops(to server: Destination, isTunnel: Bool) -> [Route.Hop] {
        guard let proxy, !isExcepted(server) else { return [] }
        return hops(to: server, through: proxy, isTunnel: isTunnel)
    }

    private func hops(to server: Destination, through proxy: UpstreamProxy, isTunnel: Bool) -> [Route.Hop] {
        guard !server.isOnThisMachine || proxy.server.isOnThisMachine else { return [] }
        return [proxy.hop(to: server, isTunnel: isTunnel)]
    }

    private func isExcepted(_ server: Destination) -> Bool {
        server.isBuiltIn || exceptions.contains { $0.covers(server) }
    }

    /// Who has to be asked for the way to this server.
    package func script(for server: Destination) -> (any ProxyScript)? {
        script.flatMap { isExcepted(server) ? nil : $0 }
    }

    /// The ways that a script has named, in its order, each once.
    package func routes(_ choices: [ProxyChoice], to server: Destination, isTunnel: Bool) -> [Route] {
        var routes: [Route] = []
        for choice in choices {
            let hops: [Route.Hop] =
                switch choice {
                case .direct: []
                case .proxy(let proxy):
                    hops(to: server, through: proxy.showing(credentials), isTunnel: isTunnel)
                }
            let route = Route(through: hops, to: server)
            if !routes.contains(route) { routes.append(route) }
        }
        return routes
    }
}
