import Bytes
import Flow
import HTTPModel
import TestKit
import Testing

@testable import Engine
@testable import Reactor

/// A client of a `transparent://` listener that turns out to be Hark itself only when its server is there: its
/// connection was accepted before the call that began it had entered its near end.
@Suite(.timeLimit(.minutes(10))) struct TransparentLoopTests {
    /// A client that a packet filter led here, on a loop that turns by hand. Where it meant to go somebody listens.
    private final class Scene {
        private static let nearEnd = SocketAddress(.v4(0xC000_0201), port: 40_000)

        private let hand: HandDrivenLoop
        let shard: ShardState
        let client: HandDrivenPeer
        private let near: StreamSocket
        private let published = HandDrivenFlows()
        private let meant: SocketAddress
        private let entrance: TunnelEntrance

        init(to port: UInt16, opensTLS: Bool) throws {
            hand = try HandDrivenLoop()
            let loop = hand.loop
            shard = try hand.shard(
                ProxyConfiguration(), tls: opensTLS ? TLSLab.shared.get().service() : nil, flows: published)
            let (near, far) = try StreamSocket.pair(on: loop)
            self.near = near
            client = HandDrivenPeer(far)
            meant = SocketAddress.loopback4(port: port)
            var origin = ClientOrigin(
                number: 1, listener: "transparent://127.0.0.1:8081", peer: Self.nearEnd, address: "192.0.2.1:40000",
                isLocal: true)
            origin.meant = meant
            entrance = TunnelEntrance(
                shard: shard, leg: PlainStream(near, on: loop), origin: origin, policy: ForwardingPolicy(),
                greeting: .silence)
            try #require(shard.loopDetail(for: origin) == nil)
            // A name that is not looked up.
            try #require(entrance.begin(to: Destination(host: "localhost", port: port)))
        }

        func becomesHarksOwn() {
            hand.loop.ownConnections.insert(Self.nearEnd, to: meant)
        }

        func turn(_ what: String, until holds: () -> Bool) throws {
            try eventually(what) {
                hand.turn()
                return holds()
            }
        }

        var flows: [FlowRecord] { published.flows }
        var isClosed: Bool { near.isClosed }
    }

    private static func listener(_ seen: Handover<String>) throws -> ScriptedOrigin {
        try ScriptedOrigin { connection, _ in seen.put(try connection.receiveToEnd().text) }
    }

    @Test func whoTurnsOutToBeHarkIsNotRelayed() throws {
        let seen = Handover<String>()
        let origin = try Self.listener(seen)
        let scene = try Scene(to: origin.port, opensTLS: false)
        scene.client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        scene.becomesHarksOwn()
        try scene.turn("its end") { scene.isClosed }
        #expect(scene.flows.map { $0.outcome?.code } == [.loop])
        #expect(scene.flows[0].outcome?.by == .client)
        #expect(scene.flows[0].outcome?.detail.contains("is Hark's own connection to") == true)
        #expect(try seen.take("what the server got").isEmpty)
    }

    @Test func whoTurnsOutToBeHarkIsToldSoInsideWhereThatIsLookedInto() throws {
        let seen = Handover<String>()
        let origin = try Self.listener(seen)
        let scene = try Scene(to: origin.port, opensTLS: true)
        scene.client.want(1)
        scene.client.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        scene.becomesHarksOwn()
        try scene.turn("the answer inside") { scene.flows.count == 2 && scene.flows.allSatisfy(\.isFinished) }
        #expect(scene.flows[1].requestHead?.method == .get)
        #expect(scene.flows[1].outcome?.code == .loop)
        #expect(scene.flows[1].outcome?.detail.contains("is Hark's own connection to") == true)
        try scene.turn("its words") { scene.client.received > 0 }
        #expect(try seen.take("what the server got").isEmpty)
    }

    /// The same without it, so that the two above say something.
    @Test func anybodyElseIsRelayed() throws {
        let seen = Handover<String>()
        let origin = try ScriptedOrigin { connection, _ in seen.put(try connection.receiveHead()) }
        let scene = try Scene(to: origin.port, opensTLS: false)
        scene.client.want(1)
        scene.client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        try scene.turn("the end of the server") { scene.client.hasEnded }
        #expect(scene.flows.map { $0.outcome?.code } != [.loop])
        #expect(try seen.take("what the server got") == "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    }
}
