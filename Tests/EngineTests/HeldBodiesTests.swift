import Bytes
import Engine
import Flow
import HTTPModel
import Rules
import TestKit
import Testing

/// Bodies of held messages: read when somebody asks for them, and edited.
@Suite struct HeldBodiesTests {
    private static func configuration(_ kind: String, _ origin: ScriptedOrigin, bodyLimit: Int = 1 << 20) throws -> (
        ProxyConfiguration, HeldMessages
    ) {
        let configuration = try RuledProxy.proxy("look: do break \(kind)", to: origin, bodyLimit: bodyLimit)
        return (configuration, try #require(configuration.rules).held)
    }

    private static func waitForBody(_ held: HeldMessages) throws -> HeldMessages.Held {
        try eventually("its body is here") {
            if case .read = held.all.first?.body { true } else { false }
        }
        return try #require(held.all.first)
    }

    @Test func aRequestGoesOnWithAnotherBody() async throws {
        let origin = try RuledProxy.oldEcho()
        let (configuration, held) = try Self.configuration("request", origin)
        try await withEngine(configuration) { engine in
            let client = try engine.connect()
            try client.send("POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc")
            try eventually("it is held") { held.count == 1 }
            #expect(held.all[0].body == .unread(size: 3))
            #expect(held.decide(held.all[0].flow, .readBody))
            let message = try Self.waitForBody(held)
            #expect(message.body == .read("abc") && message.rule == "look")
            // Nothing went on meanwhile.
            #expect(origin.connectionCount == 0)
            let edit = try message.edit(to: "PUT /b HTTP/1.1\r\nHost: a.test\r\nContent-Length: 3\r\n\r\n")
            #expect(held.decide(message.flow, .edit(edit, content: "other")))
            let text = try client.receiveToEnd().text
            #expect(text.contains("PUT /b HTTP/1.1|") && text.contains("Content-Length: 5|"), "\(text)")
            #expect(text.hasSuffix("|other"), "\(text)")
            let acts = try engine.finished(1)[0].ruleActs
            #expect(acts.map(\.text) == ["The request was held.", "Edited by hand."])
        }
    }

    @Test func whatWasReadAndNotEditedGoesOnAsItCame() async throws {
        let origin = try RuledProxy.oldEcho()
        let (configuration, held) = try Self.configuration("request", origin)
        try await withEngine(configuration) { engine in
            let client = try engine.connect()
            let head = "POST / HTTP/1.1\r\nHost: a.test\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
            try client.send(head + "1\r\na\r\n2\r\nbc\r\n0\r\n\r\n")
            try eventually("it is held") { held.count == 1 }
            #expect(held.all[0].body == .unread(size: nil))
            #expect(held.decide(held.all[0].flow, .readBody))
            let message = try Self.waitForBody(held)
            #expect(message.body == .read("abc"))
            #expect(held.decide(message.flow, .send))
            let text = try client.receiveToEnd().text
            // Byte for byte: the chunks are those of the client.
            #expect(text.contains("POST / HTTP/1.1|") && text.hasSuffix("|1|a|2|bc|0||"), "\(text)")
            #expect(try engine.finished(1)[0].ruleActs.map(\.text) == ["The request was held.", "Forwarded by hand."])
        }
    }

    /// What was said of the bytes that came is not said of others.
    @Test func aResponseGoesOnWithAnotherBody() async throws {
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            try connection.send(
                "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nETag: \"1\"\r\nContent-MD5: abc\r\n"
                    + "Content-Encoding: identity\r\nConnection: close\r\n\r\nold")
        }
        let (configuration, held) = try Self.configuration("response", origin)
        try await withEngine(configuration) { engine in
            let client = try engine.connect()
            try client.send("GET / HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n")
            try eventually("it is held") { held.count == 1 }
            #expect(held.decide(held.all[0].flow, .readBody))
            let message = try Self.waitForBody(held)
            #expect(held.decide(message.flow, .edit(Alteration(), content: "longer")))
            let text = try client.receiveToEnd().text
            #expect(text.hasSuffix("\r\n\r\nlonger") && text.contains("Content-Length: 6\r\n"), "\(text)")
            #expect(text.contains("ETag: W/\"1\"") && !text.contains("Content-MD5"), "\(text)")
            #expect(!text.contains("Content-Encoding"), "\(text)")
        }
    }

    @Test(arguments: [
        ("Content-Length: 0\r\n", nil as String?), ("Content-Length: 2000\r\n", "longer than"),
        ("Transfer-Encoding: chunked\r\nContent-Type: text/event-stream\r\n", "a stream"),
    ])
    func whatCannotBeReadIsSaid(fields: String, reason: String?) async throws {
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            try connection.send("HTTP/1.1 200 OK\r\n\(fields)\r\n")
            _ = try? connection.receiveHead()
        }
        let (configuration, held) = try Self.configuration("response", origin, bodyLimit: 1_000)
        try await withEngine(configuration) { engine in
            let client = try engine.connect()
            try client.send("GET / HTTP/1.1\r\nHost: a.test\r\n\r\n")
            try eventually("it is held") { held.count == 1 }
            switch held.all[0].body {
            case .absent: #expect(reason == nil)
            case .passing(let text): #expect(reason.map(text.contains) == true, "\(text)")
            case .unread, .read: Issue.record("\(held.all[0].body)")
            }
            #expect(held.decide(held.all[0].flow, .drop))
        }
    }

    /// It cannot be held any more when it turns out to be too long, and passes as it came.
    @Test func aBodyThatTurnsOutTooLongPasses() async throws {
        let origin = try RuledProxy.oldEcho()
        let (configuration, held) = try Self.configuration("request", origin, bodyLimit: 1_000)
        try await withEngine(configuration) { engine in
            let client = try engine.connect()
            let head = "POST / HTTP/1.1\r\nHost: a.test\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
            try client.send(head)
            try eventually("it is held") { held.count == 1 }
            #expect(held.decide(held.all[0].flow, .readBody))
            let long = String(repeating: "x", count: 3_000)
            try client.send("bb8\r\n\(long)\r\n0\r\n\r\n")
            #expect(try client.receiveToEnd().text.contains(long))
            #expect(held.count == 0)
            #expect(try engine.finished(1)[0].ruleActs.last?.text.contains("passes unchanged") == true)
        }
    }

    @Test func aBodyThatCannotBeDecodedIsHeldAndNotEdited() async throws {
        let origin = try RuledProxy.oldEcho()
        let (configuration, held) = try Self.configuration("request", origin)
        try await withEngine(configuration) { engine in
            let client = try engine.connect()
            try client.send(
                "POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 3\r\nContent-Encoding: x\r\n"
                    + "Connection: close\r\n\r\nabc"
            )
            try eventually("it is held") { held.count == 1 }
            #expect(held.decide(held.all[0].flow, .readBody))
            try eventually("it is held again") {
                if case .passing(let text) = held.all.first?.body { text.contains("decoded") } else { false }
            }
            #expect(held.decide(held.all[0].flow, .send))
            #expect(try client.receiveToEnd().text.hasSuffix("|abc"))
        }
    }

    @Test func aClientThatLeavesWhileItsBodyIsReadLeavesNothingHeld() async throws {
        let origin = try RuledProxy.oldEcho()
        let (configuration, held) = try Self.configuration("request", origin)
        try await withEngine(configuration) { engine in
            let client = try engine.connect()
            try client.send("POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 3\r\n\r\na")
            try eventually("it is held") { held.count == 1 }
            #expect(held.decide(held.all[0].flow, .readBody))
            client.close()
            #expect(try engine.finished(1)[0].outcome?.by == .client)
            #expect(held.count == 0 && origin.connectionCount == 0)
        }
    }
}
