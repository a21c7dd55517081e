internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPWire
internal import Reactor
internal import Rules

/// Passes the proxies of a way, one after the other: TLS with who speaks it, then what a `HopNegotiation` says, until
/// the leg leads to what comes after them.
///
/// Owned by the leg it listens to; runs on its shard's loop. Calls `completion` once, unless cancelled. A leg that it
/// fails on is closed.
final class HopPassage {
    typealias Completion = (Result<PlainStream, Failure>) -> Void

    /// What the way ended with.
    struct Failure: Error {
        let outcome: Outcome
    }

    private let route: Route
    private let shard: ShardState
    private let completion: Completion
    /// Those that are asked about a CONNECT to one of the proxies.
    private let scripts: () -> ConnectionScripts?
    private var asked: ConnectionScripts?
    private var leg: PlainStream
    /// How many proxies are passed.
    private var passed = 0
    private var negotiation: HopNegotiation?
    private var timer: LoopTimer?
    private var isOver = false

    /// What a proxy may have said and not finished.
    private static let inputLimit = 64 << 10

    /// - Parameters:
    ///   - leg: connected to the first proxy, nobody's yet.
    ///   - scripts: makes those that are asked about each CONNECT.
    init(
        _ route: Route, on leg: PlainStream, shard: ShardState,
        asking scripts: @escaping () -> ConnectionScripts? = { nil }, _ completion: @escaping Completion
    ) {
        self.scripts = scripts
        self.route = route
        self.leg = leg
        self.shard = shard
        self.completion = completion
    }

    func begin() {
        timer = LoopTimer(on: shard.loop) { [unowned self] in
            let time = shard.configuration.timeouts.connect.inSeconds
            fail(.upstreamProxyTimedOut, "\(proxy) did not answer within \(time)")
        }
        approach()
    }

    func cancel() {
        guard !isOver else { return }
        over()
        leg.close()
    }

    private var hop: Route.Hop { route.hops[passed] }
    private var proxy: UpstreamProxy { hop.proxy }

    /// What the proxy is to lead to.
    private var target: Destination {
        passed + 1 < route.hops.count ? route.hops[passed + 1].proxy.server : route.destination
    }

    // MARK: - One proxy

    private func approach() {
        guard proxy.server.isSecure else { return ask() }
        guard let service = shard.tls else { return fail(.upstreamProxyFailed, "\(proxy): TLS is not available") }
        timer?.disarm()
        let handshake = ServerHandshake(service, proxy.server, offering: .http1, on: leg, shard: shard)
        handshake.begin { [self] _, failure in
            guard !isOver else { return leg.close() }
            guard let failure else { return ask() }
            fail(.upstreamProxyFailed, "\(proxy): \(failure.text)")
        }
    }

    private func ask() {
        switch hop {
        case .forward: return succeed()
        case .connect(let proxy):
            if let scripts = scripts() { return ask(scripts, about: proxy) }
            negotiation = connect(proxy, [])
        case .socks5(let proxy):
            let user = proxy.credentials.map { ($0.user, $0.password) }
            negotiation = .socks5(SOCKS5Negotiation(to: target.host, port: target.port, as: user))
        }
        negotiate()
    }

    private func connect(_ proxy: UpstreamProxy, _ fields: [RuleAnswer.Field]) -> HopNegotiation {
        // Those that a script gives take the place of the user's.
        let hasCredentials = fields.contains { $0.name.equalsIgnoringCase("proxy-authorization") }
        let lines = fields.filter { !$0.name.equalsIgnoringCase("host") }.map { field in
            Bytes(field.name.array + Array(": ".utf8) + field.value.array + Array("\r\n".utf8))
        }
        return .connect(
            ConnectNegotiation(
                to: Bytes(target.description), credentials: hasCredentials ? nil : proxy.credentials?.line,
                others: lines))
    }

    /// They have a time limit of their own.
    private func ask(_ scripts: ConnectionScripts, about proxy: UpstreamProxy) {
        timer?.disarm()
        asked = scripts
        scripts.ask(about: ConnectionScripts.Course(asking: proxy, for: target)) { [weak self] end in
            guard let self, !isOver else { return }
            asked = nil
            switch end {
            case .goOn(let course), .tunnel(let course):
                negotiation = connect(proxy, course.fields)
                negotiate()
            case .drop(let reason): fail(.refusedByRule, reason, by: .proxy, .refused)
            case .fail(let reason): fail(.scriptFailed, reason, by: .proxy, .refused)
            case .respond: break
            }
        }
    }

    private func negotiate() {
        timer?.arm(after: shard.deadlines.connect)
        leg.inputLimit = Self.inputLimit
        do throws(HopFailure) {
            guard let opening = try negotiation?.opening() else { return }
            leg.send(opening)
        } catch {
            return fail(error)
        }
        leg.delegate = self
        leg.resume(.ofOwner)
    }

    private func read() {
        while !isOver, negotiation != nil {
            let input = leg.input.withSpan { Bytes(copying: $0) }
            do throws(HopFailure) {
                switch try negotiation?.read(input) {
                case .more, nil: return
                case .send(let bytes, let consumed):
                    leg.input.consume(consumed)
                    leg.send(bytes)
                case .open(let consumed):
                    leg.input.consume(consumed)
                    return pass()
                }
            } catch {
                return fail(error)
            }
        }
    }

    /// The leg leads to what comes next.
    private func pass() {
        negotiation = nil
        leg.delegate = nil
        timer?.disarm()
        if leg.layer != nil {
            do throws(SocketError) {
                leg = try LegBridge.begin(behind: leg, shard: shard)
            } catch {
                return fail(.resourcesExhausted, "\(error)", by: .proxy)
            }
        }
        guard passed + 1 < route.hops.count else { return succeed() }
        passed += 1
        approach()
    }

    // MARK: - The end

    private func over() {
        isOver = true
        asked?.close()
        asked = nil
        timer?.invalidate()
        timer = nil
    }

    private func succeed() {
        over()
        completion(.success(leg))
    }

    private func fail(_ failure: HopFailure) {
        let code: Outcome.Code =
            switch failure {
            case .refused, .reply: failure.isAboutCredentials ? .upstreamProxyCredentials : .upstreamProxyRefused
            case .noCommonMethod, .credentialsRefused: .upstreamProxyCredentials
            case .malformed, .notSOCKS, .malformedReply, .tooLong: .upstreamProxyFailed
            }
        fail(code, "\(proxy), asked for \(target): \(failure.text)")
    }

    private func fail(
        _ code: Outcome.Code, _ detail: String, by party: Outcome.Party = .upstream, _ kind: Outcome.Kind = .failed
    ) {
        guard !isOver else { return }
        over()
        leg.delegate = nil
        leg.closeAfterFlush()
        completion(.failure(Failure(outcome: Outcome(kind, by: party, code, detail: detail))))
    }
}

extension HopPassage: PlainStreamDelegate {
    func streamDidReceive(_ leg: PlainStream) { read() }

    func streamDidReachEnd(_ leg: PlainStream) {
        read()
        guard !isOver, negotiation != nil else { return }
        fail(.upstreamProxyFailed, "\(proxy), asked for \(target): it closed the connection without an answer")
    }

    func streamDidDrain(_ leg: PlainStream) {}

    func streamDidFail(_ leg: PlainStream, _ failure: StreamFailure) {
        fail(.upstreamProxyFailed, "\(proxy), asked for \(target): \(failure.text)")
    }
}
