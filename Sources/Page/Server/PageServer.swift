package import Bytes
package import Reactor

/// Serves the page on a listener and a loop of its own. Started once, stopped once; safe to use from anywhere.
package final class PageServer: Sendable {
    /// Where it listens, with the port that was picked.
    package let address: SocketAddress
    private let loop: PageLoop

    private init(_ loop: PageLoop, at address: SocketAddress) {
        self.loop = loop
        self.address = address
    }

    /// What is served.
    package struct Contents: Sendable {
        let source: any PageSource
        let live: LiveFlows?
        let tools: PageTools
        let secret: @Sendable () -> [UInt8]
        let folder: (@Sendable () -> PageAssets)?
        let metrics: (@Sendable () -> Bytes)?
        let guests: PageGuests?
        let tls: PageTLS?

        /// - Parameters:
        ///   - live: what passes now; nil for what was recorded.
        ///   - secret: what tokens are made by; asked again now and then, as somebody may have forgotten it.
        ///   - folder: reads the page's files from a folder; nil: those of the program.
        ///   - metrics: what `/metrics` answers, which needs no token; nil: there is no such path.
        ///   - guests: who is let in by a password; nil: no one.
        ///   - tls: how TLS is spoken; nil: it is not.
        package init(
            _ source: any PageSource, live: LiveFlows?, tools: PageTools, secret: @escaping @Sendable () -> [UInt8],
            folder: (@Sendable () -> PageAssets)? = nil, metrics: (@Sendable () -> Bytes)? = nil,
            guests: PageGuests? = nil, tls: PageTLS? = nil
        ) {
            self.source = source
            self.live = live
            self.tools = tools
            self.secret = secret
            self.folder = folder
            self.metrics = metrics
            self.guests = guests
            self.tls = tls
        }
    }

    /// Listens, and serves from then on.
    ///
    /// - Parameter port: 0 picks one.
    package static func start(_ contents: Contents, on host: SocketAddress) async throws -> PageServer {
        let loop = try PageLoop()
        let address = try await loop.start(contents, on: host)
        return PageServer(loop, at: address)
    }

    /// A key for the URL: it works once, for ten minutes.
    package func makeKey() async -> String { await loop.makeKey() }

    /// Tells the tabs, and ends.
    package func stop() async { await loop.stop() }
}
