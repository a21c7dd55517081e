import Bytes
import Flow
import HTTPModel
import HTTPWire

@testable import Engine
@testable import Reactor

/// A client and a server of HTTP/2, and the engine between them, on a loop that turns only when the test says so. The
/// server answers each request as soon as it is whole.
final class HandDrivenStreams {
    let client: HTTP2ClientConnection
    let server: HTTP2ServerConnection
    private let peers: (client: HandDrivenWire, server: HandDrivenWire)
    private let hand: HandDrivenLoop
    private let shard: ShardState

    /// - Parameters:
    ///   - answer: octets of content in each answer.
    ///   - window: what the client lets the engine send at first, and keeps at that.
    init(_ timeouts: Timeouts, answer: Int = 0, window: Int? = nil) throws {
        hand = try HandDrivenLoop()
        let loop = hand.loop
        var configuration = ProxyConfiguration()
        configuration.timeouts = timeouts
        configuration.upstreamHTTP2 = true
        shard = try hand.shard(configuration, flows: nil)
        let (nearClient, farClient) = try StreamSocket.pair(on: loop)
        let (nearServer, farServer) = try StreamSocket.pair(on: loop)
        var limits = HTTP2Limits()
        if let window { (limits.streamWindow, limits.largestStreamWindow) = (window, window) }
        peers = (
            HandDrivenWire(.client, farClient, limits: limits), HandDrivenWire(.server, farServer, answer: answer)
        )
        let destination = Destination(host: "origin.test", port: 80)
        server = HTTP2ServerConnection(
            shard: shard, leg: PlainStream(nearServer, on: loop), route: Route(destination), address: "here",
            isLocal: false, tls: nil)
        client = HTTP2ClientConnection(
            shard: shard, leg: PlainStream(nearClient, on: loop), origin: .byHand,
            policy: ForwardingPolicy(mode: .reverse(destination, preserveHost: true)))
        server.begin()
        client.begin()
    }

    /// So many requests at once, and their answers.
    func exchange(_ count: Int) {
        for _ in 0..<count { peers.client.ask() }
        settle()
    }

    /// How many requests have come to the server, and how many answers to the client.
    var requests: Int { peers.server.ended }
    var answers: Int { peers.client.ended }
    /// Octets of content that have come to the client.
    var content: Int { peers.client.content }

    /// The client has taken what has come, so that more may come.
    func takeContent() {
        peers.client.takeContent()
        settle()
    }

    /// The client was told of the end.
    var clientIsToLeave: Bool { peers.client.isToLeave }
    var now: UInt64 { hand.now }

    func settle() {
        hand.settle { progress }
    }

    private var progress: UInt64 { UInt64(peers.client.received + peers.server.received) }

    func pass(_ time: Duration, since moment: UInt64) {
        hand.pass(time, since: moment)
        settle()
    }
}

/// The other end of one of the engine's sockets, which speaks HTTP/2.
private final class HandDrivenWire: StreamSocketDelegate {
    private let socket: StreamSocket
    private var wire: HTTP2Connection
    private(set) var received = 0
    /// Messages that came to their ends.
    private(set) var ended = 0
    private(set) var isToLeave = false
    private(set) var content = 0
    /// What came and was not taken, on each stream.
    private var untaken: [UInt32: Int] = [:]
    private let answer: Int
    /// What is left of answers.
    private var left: [UInt32: Int] = [:]

    init(
        _ role: HTTP2Connection.Role, _ socket: StreamSocket, limits: HTTP2Limits = HTTP2Limits(), answer: Int = 0
    ) {
        self.socket = socket
        self.answer = answer
        wire = HTTP2Connection(role: role, limits: limits)
        socket.delegate = self
        flush()
    }

    func takeContent() {
        for (stream, count) in untaken { wire.consumed(count, on: stream) }
        untaken = [:]
        flush()
    }

    func ask() {
        let fields: [(Bytes, Bytes)] = [
            (":method", "GET"), (":scheme", "http"), (":authority", "origin.test"), (":path", "/"),
        ]
        _ = wire.openStream(OutgoingFields(fields.map { HPACKField($0.0, $0.1) }), method: .get, ends: true)
        flush()
    }

    private func flush() {
        socket.send(wire.takeOutput())
    }

    func socketDidReceive(_ socket: StreamSocket) {
        received += socket.input.count
        var events: [HTTP2Event] = []
        while true {
            let taken = socket.input.withSpan { wire.receive($0, at: 0, into: &events) }
            guard taken > 0 else { break }
            socket.input.consume(taken)
        }
        for event in events {
            switch event {
            case .goAway: isToLeave = true
            case .content(let stream, let range):
                content += range.count
                untaken[stream, default: 0] += range.count
            case .ended(let stream):
                ended += 1
                if wire.role == .server { respond(on: stream) } else { wire.release(stream) }
            default: break
            }
        }
        goOn()
        flush()
    }

    private func respond(on stream: UInt32) {
        wire.sendFields([HPACKField(":status", "200")], on: stream, ends: answer == 0)
        left[stream] = answer
    }

    /// As much of the answers as the windows let out.
    private func goOn() {
        for (stream, count) in left {
            var rest = count
            var goes = true
            while goes, rest > 0 {
                let octets = [UInt8](repeating: 120, count: min(rest, 64 << 10))
                let sent = wire.sendData(octets.span, on: stream, ends: octets.count == rest)
                rest -= sent
                goes = sent == octets.count
            }
            left[stream] = rest == 0 ? nil : rest
            if rest == 0 { wire.release(stream) }
        }
    }

    func socketDidReachEnd(_ socket: StreamSocket) {}
    func socketDidDrain(_ socket: StreamSocket) {}
    func socketDidFail(_ socket: StreamSocket, _ code: Int32) {
        socket.close()
    }
}
