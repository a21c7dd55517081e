import Engine
import Flow
import HTTPModel
import HTTPWire
import Rules
import TestKit
import Testing

/// Clients that end their sides, or leave, while a rule holds their message.
@Suite struct HeldClientsTests {
    enum Leaving: String, CaseIterable, Sendable {
        /// It sends nothing more, and reads on.
        case halfClosed
        /// It is gone, which looks the same on the wire: the system knows.
        case closed
    }

    private static func held(_ configuration: ProxyConfiguration) throws -> HeldMessages {
        try #require(configuration.rules).held
    }

    @Test(arguments: Leaving.allCases, ["request", "response"])
    func whoEndedItsSideIsSaidToHave(leaving: Leaving, kind: String) async throws {
        let origin = try ScriptedOrigin(answering: reply("the answer"))
        let configuration = try RuledProxy.proxy("look: do break \(kind)", to: origin)
        let held = try Self.held(configuration)
        try await withEngine(configuration) { engine in
            let client = try engine.connect()
            try client.send("GET / HTTP/1.1\r\nHost: a.test\r\n\r\n")
            try eventually("it is held") { held.count == 1 }
            #expect(held.all[0].clientEndedAt == nil && held.endedCount == 0)
            guard leaving == .halfClosed else {
                client.close()
                // Nothing is held for nobody.
                try eventually("it is let go") { held.count == 0 }
                let outcome = try engine.finished(1)[0].outcome
                #expect(outcome?.kind == .aborted && outcome?.by == .client && outcome?.code == .clientClosed)
                return
            }
            client.shutdownSending()
            try eventually("it is said") { held.endedCount == 1 }
            let message = held.all[0]
            #expect(message.clientEndedAt.map { $0 >= message.since } == true)
            // Nobody has decided: both are held on.
            #expect(try engine.begun().isFinished == false)
            #expect(held.decide(message.flow, .send))
            #expect(try client.receiveToEnd().text.hasSuffix("\r\n\r\nthe answer"))
            #expect(try engine.finished(1)[0].outcome == .complete)
        }
    }

    /// Nobody can decide any more: what is held ends at once, and is not sent on.
    @Test(arguments: ["request", "response"])
    func whatIsHeldWhenTheProxyStopsEndsAtOnce(kind: String) async throws {
        let origin = try ScriptedOrigin(answering: reply("the answer"))
        let configuration = try RuledProxy.proxy("look: do break \(kind)", to: origin)
        let held = try Self.held(configuration)
        try await withEngine(configuration) { engine in
            let client = try engine.connect()
            try client.send("GET / HTTP/1.1\r\nHost: a.test\r\n\r\n")
            try eventually("it is held") { held.count == 1 }
            held.stop()
            #expect(try client.receiveHead().hasPrefix("HTTP/1.1 503 "))
            let flow = try engine.finished(1)[0]
            #expect(flow.outcome?.code == .shuttingDown && flow.status == 503)
            #expect(flow.ruleActs.last?.text == "The proxy was stopped before a decision.")
            #expect(held.count == 0)
            // And nothing more is held.
            let late = try engine.connect()
            try late.send("GET / HTTP/1.1\r\nHost: a.test\r\n\r\n")
            #expect(try late.receiveHead().hasPrefix("HTTP/1.1 503 "))
        }
        #expect(origin.connectionCount == (kind == "request" ? 0 : 2))
    }

    @Test(arguments: [(HeldDecision.send, "Forwarded by hand."), (.drop, "Dropped by hand.")])
    func theRecordSaysWhatWasDecided(decision: HeldDecision, text: String) async throws {
        let origin = try ScriptedOrigin(answering: reply("the answer"))
        let configuration = try RuledProxy.proxy("look: do break request", to: origin)
        let held = try Self.held(configuration)
        try await withEngine(configuration) { engine in
            let client = try engine.connect()
            try client.send("GET / HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n")
            try eventually("it is held") { held.count == 1 }
            #expect(held.decide(held.all[0].flow, decision))
            _ = try client.receiveToEnd()
            let acts = try engine.finished(1)[0].ruleActs
            #expect(acts.map(\.text) == ["The request was held.", text])
            #expect(acts.allSatisfy { $0.rule == "look" && $0.line == 1 })
        }
    }

    @Test func whoEndedItsSideBeforeItWasHeldIsSaidToHave() async throws {
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            try connection.send(reply("late"))
        }
        let configuration = try RuledProxy.proxy("look: do delay response 300ms, break response", to: origin)
        let held = try Self.held(configuration)
        try await withEngine(configuration) { engine in
            let client = try engine.connect()
            try client.send("GET / HTTP/1.1\r\nHost: a.test\r\n\r\n")
            client.shutdownSending()
            try eventually("it is held") { held.count == 1 }
            let message = held.all[0]
            #expect(message.clientEndedAt == message.since)
            #expect(held.decide(message.flow, .send))
            #expect(try client.receiveToEnd().text.hasSuffix("late"))
        }
    }

    /// Of a long body no more is read while its request is held, and its end is noticed nevertheless, once the system
    /// has all that came before it.
    @Test(arguments: [HeldDecision.send, .drop])
    func theEndBehindABodyThatIsNotReadIsNoticed(decision: HeldDecision) async throws {
        let seen = Handover<Int>()
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            seen.put(try connection.receive(exactly: 100_000).count)
            try connection.send(reply("taken"))
        }
        let configuration = try RuledProxy.proxy("look: do break request", to: origin)
        let held = try Self.held(configuration)
        try await withEngine(configuration) { engine in
            let client = try engine.connect()
            try client.send("POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 100000\r\n\r\n")
            try eventually("it is held") { held.count == 1 }
            try client.send([UInt8](repeating: 120, count: 100_000))
            client.shutdownSending()
            try eventually("it is said") { held.endedCount == 1 }
            #expect(held.decide(held.all[0].flow, decision))
            let text = try client.receiveToEnd().text
            if case .send = decision {
                #expect(try seen.take("what the server got") == 100_000)
                #expect(text.hasSuffix("taken"))
            } else {
                #expect(text.isEmpty && origin.connectionCount == 0)
            }
        }
    }

    /// A stream that is reset, or a connection that ends, has an end that means it: nothing is held any more.
    @Test(arguments: ["reset", "end"], ["request", "response"])
    func aStreamsClientThatLeavesTakesItsMessageAlong(how: String, kind: String) async throws {
        let origin = try RuledProxy.echo()
        let configuration = try RuledProxy.proxy("look: do break \(kind)", to: origin, speaking: .http20)
        let held = try Self.held(configuration)
        try await withEngine(configuration) { engine in
            let connection = try engine.connect()
            let peer = HTTP2Peer(.client, connection)
            let stream = try peer.request(scheme: "http")
            let other = try peer.request(scheme: "http")
            try eventually("both are held") { held.count == 2 }
            if how == "reset" {
                peer.wire.reset(stream, .cancel)
                try peer.flush()
                try eventually("one is let go") { held.count == 1 }
                try eventually("its flow has ended") { engine.flows.contains(where: \.isFinished) }
                #expect(engine.flows.filter(\.isFinished).map { $0.outcome?.code } == [.resetByClient])
                #expect(held.decide(held.all[0].flow, .send))
                #expect(try peer.message(on: other).status == "200")
            } else {
                connection.close()
                try eventually("both are let go") { held.count == 0 }
                let flows = try engine.finished(2)
                #expect(flows.allSatisfy { $0.outcome?.by == .client && $0.outcome?.kind == .aborted })
            }
            #expect(held.endedCount == 0)
        }
    }
}
