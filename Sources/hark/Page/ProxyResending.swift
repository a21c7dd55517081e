import ArgumentParser
import Engine
import Flow
import Page
import Reactor
import Site
import Store
import Workbench

/// Sends requests again for the page of a proxy: what comes of them is recorded with what passes. Safe to use from
/// anywhere.
final class ProxyResending: PageSender {
    private let configuration: ProxyConfiguration
    private let counters: Counters
    private let recorder: Recorder
    private let numbering: Numbering
    private let bodyLimit: Int
    private let tls: TLSWiring
    /// The addresses of this process, known once it listens.
    private let own: @Sendable () -> [SocketAddress]

    init(
        _ configuration: ProxyConfiguration, _ counters: Counters, _ recorder: Recorder, _ numbering: Numbering,
        bodyLimit: Int, tls: TLSWiring, own: @escaping @Sendable () -> [SocketAddress]
    ) {
        self.configuration = configuration
        self.counters = counters
        self.recorder = recorder
        self.numbering = numbering
        self.bodyLimit = bodyLimit
        self.tls = tls
        self.own = own
    }

    func send(_ order: PageSending, _ done: @escaping @Sendable (Result<UInt64?, PageError>) -> Void) {
        let destination: Destination
        do {
            guard let found = try order.server.map({ try SendingOptions.server($0) }) ?? order.request.destination
            else {
                return done(.failure(Self.refusal("The recording does not contain the server; give one in 'to'.")))
            }
            destination = found
        } catch {
            return done(
                .failure(Self.refusal("'to' is not a server (expected https://HOST, http://HOST:PORT or HOST:PORT).")))
        }
        Task.detached { done(await self.send(order, to: destination)) }
    }

    private func send(_ order: PageSending, to destination: Destination) async -> Result<UInt64?, PageError> {
        var configuration = configuration
        configuration.listeners = []
        configuration.reserved = own
        // A person waits for it.
        configuration.timeouts.responseHead = .seconds(30)
        configuration.timeouts.body = .seconds(60)
        var sites: [String: any LocalSite] = [:]
        for host in SecureHost.all { sites[host.name] = DemonstrationSite() }
        let (recorder, limit) = (recorder, bodyLimit)
        do {
            let sender = try await Sender(
                configuration, counters: counters,
                events: FlowOutlet(
                    submit: { recorder.submit($0) }, isFull: { recorder.isFull }, bodyLimit: limit),
                sites: sites, tls: tls.service, diagnostics: Diagnostics.say)
            var sending = Sending(order.request.bytes, to: destination)
            sending.repeats = order.request.original
            sending.mayReachThisMachine = order.mayReachThisMachine
            let sent = await sender.send(sending)
            await sender.stop()
            if [.loop, .clientNotAllowed].contains(sent.outcome.code) {
                return .failure(Self.refusal(sent.outcome.text))
            }
            return .success(numbering.number(sent.flow).number)
        } catch {
            return .failure(PageError(503, .session, "Cannot send: \(error)"))
        }
    }

    private static func refusal(_ text: String) -> PageError { PageError(422, .message, text) }
}
