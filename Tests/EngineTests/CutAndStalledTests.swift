import Bytes
import Engine
import Filter
import Flow
import HTTPModel
import HTTPWire
import Rules
import TestKit
import Testing

/// Messages that a rule ends behind so many bytes, or leaves unfinished: what passed before arrives, and nothing else.
@Suite struct CutAndStalledTests {
    private static func digits(_ count: Int) -> String {
        String(String(repeating: "0123456789", count: count / 10 + 1).prefix(count))
    }

    // MARK: - Requests that are cut off

    /// An origin that never answers: what came until the end of its connection, and how that ended.
    private static func sink(_ seen: Handover<(text: String, end: RawConnection.End)>) throws -> ScriptedOrigin {
        try ScriptedOrigin { connection, _ in seen.put(try connection.receiveToEnd()) }
    }

    @Test(arguments: [0, 1, 7, 9, 1_000, 700_000])
    func theBytesBeforeTheCutReachTheServer(count: Int) async throws {
        let seen = Handover<(text: String, end: RawConnection.End)>()
        let origin = try Self.sink(seen)
        let body = Self.digits(count + max(3, count / 4))
        try await withEngine(RuledProxy.proxy("c: do cut-request after \(count)", to: origin)) { engine in
            let client = try engine.connect()
            // All at once: the head, what passes, and what is cut off may come in one turn.
            try client.send(
                "POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
            let (text, end) = try seen.take("what the server got")
            let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
            #expect(parts.first?.hasPrefix("POST / HTTP/1.1\r\n") == true)
            #expect(parts.last.map { $0 == body.prefix(count) } == true, "\(parts.last?.count ?? 0) of \(count)")
            #expect(end == .closed)
            #expect(try client.receiveHead().hasPrefix("HTTP/1.1 403 "))
            let flow = try engine.finished(1)[0]
            #expect(flow.outcome?.code == .refusedByRule && flow.outcome?.by == .proxy)
            #expect(flow.outcome?.detail == "a rule cut the request off after \(count) bytes")
        }
    }

    @Test func chunksAreCutWithinTheirContentAndNoEndFollows() async throws {
        let seen = Handover<(text: String, end: RawConnection.End)>()
        let origin = try Self.sink(seen)
        try await withEngine(RuledProxy.proxy("c: do cut-request after 6", to: origin)) { engine in
            let client = try engine.connect()
            try client.send(
                "POST / HTTP/1.1\r\nHost: a.test\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "4\r\n0123\r\n6\r\n456789\r\n0\r\n\r\n")
            let text = try seen.take("what the server got").text
            #expect(text.hasSuffix("\r\n\r\n4\r\n0123\r\n6\r\n45"), "\(text)")
        }
    }

    @Test func aRequestThatIsShorterIsNotCut() async throws {
        let origin = try ScriptedOrigin(answering: reply("whole"))
        try await withEngine(RuledProxy.proxy("c: do cut-request after 11", to: origin)) { engine in
            let client = try engine.connect()
            try client.send("POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 10\r\n\r\n0123456789")
            #expect(try client.receiveResponse().body == "whole")
            #expect(try engine.finished(1)[0].outcome == .complete)
        }
    }

    @Test(arguments: [0, 1, 7, 200_000])
    func theBytesBeforeTheCutReachAServersStream(count: Int) async throws {
        let seen = Handover<HTTP2Peer.Message>()
        let origin = try ScriptedOrigin { raw, _ in
            let peer = HTTP2Peer(.server, raw)
            try peer.wait("a reset") { peer.opened.first.flatMap { peer.messages[$0]?.reset } != nil }
            seen.put(peer.messages[peer.opened[0]] ?? HTTP2Peer.Message())
        }
        let body = Self.digits(count + 3)
        try await withEngine(RuledProxy.proxy("c: do cut-request after \(count)", to: origin, speaking: .http20)) {
            engine in
            let client = try engine.connect()
            try client.send(
                "POST /up HTTP/1.1\r\nHost: a.test\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
            let message = try seen.take("what the server got")
            #expect(message.fields.contains(":path: /up"))
            #expect(message.text == body.prefix(count))
            #expect(message.reset == .cancel && !message.hasEnded)
            #expect(try client.receiveHead().hasPrefix("HTTP/1.1 403 "))
            let flow = try engine.finished(1)[0]
            #expect(flow.outcome?.code == .refusedByRule)
            // What went before the cut is in the record too.
            #expect(flow.response.stream != nil)
        }
    }

    /// A reset at once would take with it what waits for a window.
    @Test func theCutWaitsForTheWindowOfTheServer() async throws {
        let (stands, opens) = (Handover<Int>(), Handover<Void>())
        let seen = Handover<HTTP2Peer.Message>()
        var limits = HTTP2Limits()
        limits.streamWindow = 100
        let origin = try ScriptedOrigin { [limits] raw, _ in
            let peer = HTTP2Peer(.server, raw, limits: limits)
            peer.consumes = false
            // With the answer of the first one the settings are known.
            try peer.respond(200, on: peer.nextRequest().stream)
            try peer.wait("the window to be used up") {
                peer.opened.count > 1 && peer.messages[peer.opened[1]]?.body.count == 100
            }
            let stream = peer.opened[1]
            try peer.ping()
            try Failure.unless(peer.messages[stream]?.reset == nil, "it was reset before its bytes had gone")
            stands.put(peer.messages[stream]?.body.count ?? 0)
            _ = try opens.take("the test to go on")
            peer.consumes = true
            peer.wire.consumed(100, on: stream)
            try peer.flush()
            try peer.wait("a reset") { peer.messages[stream]?.reset != nil }
            seen.put(peer.messages[stream] ?? HTTP2Peer.Message())
        }
        let body = Self.digits(1_000)
        let rule = "c: when method = POST do cut-request after 250"
        try await withEngine(RuledProxy.proxy(rule, to: origin, speaking: .http20)) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            #expect(try client.message(on: client.request(scheme: "http")).status == "200")
            _ = try client.request(method: "POST", scheme: "http", body: body)
            #expect(try stands.take("as much as the window lets in") == 100)
            #expect(engine.flows.map(\.isFinished) == [true, false])
            opens.put(())
            let message = try seen.take("what the server got")
            #expect(message.text == body.prefix(250))
            #expect(message.reset == .cancel && !message.hasEnded)
            #expect(try engine.finished(2)[1].outcome?.code == .refusedByRule)
        }
        #expect(origin.problems.isEmpty)
    }

    /// One stream's cut is none of the others' of its connection.
    @Test func otherStreamsOfTheServersConnectionGoOn() async throws {
        let origin = try ScriptedOrigin { raw, _ in
            let peer = HTTP2Peer(.server, raw)
            try peer.wait("both requests") {
                peer.opened.count == 2
                    && peer.opened.allSatisfy {
                        peer.messages[$0]?.reset != nil || peer.messages[$0]?.hasEnded == true
                    }
            }
            for stream in peer.opened where peer.messages[stream]?.hasEnded == true {
                try peer.respond(200, on: stream, body: peer.messages[stream]?.text)
            }
            try? peer.wait("the end") { false }
        }
        try await withEngine(
            RuledProxy.proxy("c: when path = /cut do cut-request after 4", to: origin, speaking: .http20)
        ) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            let cut = try client.request("/cut", method: "POST", scheme: "http", body: "0123456789")
            let whole = try client.request("/whole", method: "POST", scheme: "http", body: "0123456789")
            #expect(try client.message(on: cut).status == "403")
            #expect(try client.message(on: whole).text == "0123456789")
        }
        #expect(origin.connectionCount == 1 && origin.problems.isEmpty)
    }

    // MARK: - Responses that are cut off

    enum Framed: String, CaseIterable, Sendable {
        case length, chunks, close

        func response(_ body: String) -> String {
            switch self {
            case .length: "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
            case .chunks:
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(String(body.utf8.count, radix: 16))\r\n"
                    + body + "\r\n0\r\n\r\n"
            case .close: "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n\(body)"
            }
        }
    }

    @Test(arguments: Framed.allCases, [0, 4, 700_000])
    func theBytesBeforeTheCutReachTheClient(framed: Framed, count: Int) async throws {
        let body = Self.digits(count + 5)
        let origin = try ScriptedOrigin(answering: framed.response(body), closing: framed == .close)
        try await withEngine(RuledProxy.proxy("c: do cut-response after \(count)", to: origin)) { engine in
            let client = try engine.connect(receiveBuffer: 4_096)
            try client.send("GET / HTTP/1.1\r\nHost: a.test\r\n\r\n")
            _ = try client.receiveHead()
            if framed == .chunks { _ = try client.receive(through: "\r\n") }
            let (text, end) = try client.receiveToEnd()
            #expect(text == body.prefix(count), "\(text.count) of \(count)")
            // Where only the end of the connection says that it is whole, that must not look like one.
            #expect(end == (framed == .close ? .reset : .closed))
            #expect(try engine.finished(1)[0].outcome?.code == .refusedByRule)
        }
    }

    @Test(arguments: [0, 4, 200_000])
    func theBytesBeforeTheCutReachAClientsStream(count: Int) async throws {
        let body = Self.digits(count + 5)
        let origin = try ScriptedOrigin(answering: reply(body))
        try await withEngine(RuledProxy.proxy("c: do cut-response after \(count)", to: origin)) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            let message = try client.message(on: client.request(scheme: "http"))
            #expect(message.status == "200" && message.text == body.prefix(count))
            #expect(message.reset == .internalError && !message.hasEnded)
        }
    }

    // MARK: - Responses that stall

    private static let stall = "s: when path = /s do stall-response after 4"

    /// - Parameter more: what the client sends behind its request.
    @Test(arguments: ["", "GET /next HTTP/1.1\r\nHost: a.test\r\n\r\n"])
    func whoLeavesAStalledResponseEndsIt(more: String) async throws {
        let left = Handover<RawConnection.End>()
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            try connection.send(reply("0123456789"))
            left.put(try connection.receiveToEnd().end)
        }
        try await withEngine(RuledProxy.proxy(Self.stall, to: origin)) { engine in
            let client = try engine.connect()
            try client.send("GET /s HTTP/1.1\r\nHost: a.test\r\n\r\n\(more)")
            _ = try client.receiveHead()
            #expect(try client.receive(exactly: 4) == Array("0123".utf8))
            #expect(try engine.begun().outcome == nil)
            // An orderly close, which is no reset: all that was sent was read.
            client.close()
            let flow = try engine.finished(1)[0]
            #expect(flow.outcome?.kind == .aborted && flow.outcome?.by == .client)
            #expect(flow.outcome?.code == .clientClosed)
            #expect(flow.outcome?.detail == "it closed its side while a rule stalled the response")
            #expect(flow.ruleActs.map(\.text) == ["The response stalls after 4 bytes."])
            _ = try left.take("the server is left too")
            #expect(engine.flows.count == 1)
        }
    }

    /// Who has sent all that he will may still wait for the response.
    @Test func whoHadEndedHisSideBeforeItStalledWaits() async throws {
        let answer = Handover<Void>()
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            _ = try answer.take("the client has ended its side")
            try connection.send(reply("0123456789"))
            _ = try? connection.receiveToEnd()
        }
        try await withEngine(RuledProxy.proxy(Self.stall, to: origin)) { engine in
            let client = try engine.connect()
            try client.send("GET /s HTTP/1.1\r\nHost: a.test\r\n\r\n")
            client.shutdownSending()
            try eventually("the request is on its way") { engine.flows.first?.upstream != nil }
            answer.put(())
            _ = try client.receiveHead()
            #expect(try client.receive(exactly: 4) == Array("0123".utf8))
            #expect(try engine.begun().outcome == nil)
            client.reset()
            #expect(try engine.finished(1)[0].outcome?.code == .clientClosed)
        }
    }

    /// It is nobody's fault but the rule's.
    @Test func aStallEndsWithTheTimeForABodyAndBlamesNoServer() async throws {
        let origin = try ScriptedOrigin(answering: reply("0123456789"))
        let configuration = try RuledProxy.proxy(Self.stall, to: origin) { $0.timeouts.body = .milliseconds(200) }
        try await withEngine(configuration) { engine in
            let client = try engine.connect()
            try client.send("GET /s HTTP/1.1\r\nHost: a.test\r\n\r\n")
            _ = try client.receiveHead()
            #expect(try client.receiveToEnd().text == "0123")
            let outcome = try engine.finished(1)[0].outcome
            #expect(outcome?.by == .proxy && outcome?.code == .refusedByRule)
            #expect(outcome?.detail == "a rule stalled the response, and the client waited for 0.2 s")
        }
    }

    @Test func aResponseThatIsShorterDoesNotStall() async throws {
        let origin = try ScriptedOrigin(answering: reply("012"))
        try await withEngine(RuledProxy.proxy(Self.stall, to: origin)) { engine in
            let client = try engine.connect()
            for _ in 0..<2 {
                try client.send("GET /s HTTP/1.1\r\nHost: a.test\r\n\r\n")
                #expect(try client.receiveResponse().body == "012")
            }
            #expect(try engine.finished(2).allSatisfy { $0.outcome == .complete })
        }
    }
}
