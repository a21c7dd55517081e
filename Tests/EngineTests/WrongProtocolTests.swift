import Bytes
import Engine
import Flow
import Foundation
import TestKit
import Testing

/// Who speaks something else than a port does, or than a server should, is told at the first byte.
@Suite(.timeLimit(.minutes(10))) struct WrongProtocolTests {
    @Test(
        arguments: [
            ([5], [5, 0xFF], "SOCKS 5"), ([5, 1, 0], [5, 0xFF], "SOCKS 5"), ([5, 2, 0, 2], [5, 0xFF], "SOCKS 5"),
            ([4, 1, 0, 80, 127, 0, 0, 1, 0], [0, 0x5B, 0, 0, 0, 0, 0, 0], "SOCKS 4"),
            ([4], [0, 0x5B, 0, 0, 0, 0, 0, 0], "SOCKS 4"),
        ] as [([UInt8], [UInt8], String)])
    func aClientOfSOCKSIsAnsweredAtOnce(greeting: [UInt8], answer: [UInt8], name: String) async throws {
        try await withEngine { host in
            let client = try host.connect()
            try client.send(greeting)
            #expect(try client.receive(exactly: answer.count) == answer)
            let flow = try #require(try host.finished(1).first)
            #expect(flow.outcome?.kind == .refused && flow.outcome?.code == .wrongProtocol)
            #expect(
                flow.outcome?.text.contains(name) == true && flow.outcome?.text.contains("--listen socks5://") == true)
        }
    }

    /// Without an authority there is no TLS, whatever the ClientHello has in it: no line end is waited for.
    @Test(
        arguments: [
            [0x16, 3, 1, 0, 0xFF], [0, 0, 0, 8], [3], [0x10, 0x20], [0xFF], Array("AMQP\u{0}".utf8),
            Array("get:a".utf8),
        ] as [[UInt8]])
    func whatNoRequestBeginsWithIsRefusedAtOnce(bytes: [UInt8]) async throws {
        try await withEngine { host in
            let client = try host.connect()
            try client.send(bytes)
            #expect(try client.receiveResponse().status == "HTTP/1.1 400 Bad Request")
            let isTLS = bytes[0] == 0x16
            #expect(try host.finished(1).first?.outcome?.code == (isTLS ? .wrongProtocol : .malformedRequest))
        }
    }

    @Test func aRequestAtAPortOfSOCKSIsAnsweredInHTTP() async throws {
        try await withEngine(.with { $0.listeners[0].manner = .socks5 }) { host in
            let client = try host.connect()
            try client.get("http://a.example/")
            let answer = try client.receiveResponse()
            #expect(answer.status == "HTTP/1.1 400 Bad Request" && answer.body.contains("this port speaks SOCKS 5"))
            let old = try host.connect()
            try old.send([4, 1, 0, 80, 127, 0, 0, 1, 0])
            #expect(try old.receive(exactly: 2) == [0, 0x5B])
            #expect(try host.finished(2).allSatisfy { $0.outcome?.code == .wrongProtocol })
        }
    }

    /// A second request is the decoder's to judge: the port's protocol was found.
    @Test func behindARequestNothingIsAGreeting() async throws {
        let origin = try ScriptedOrigin(answering: reply("here"))
        try await withEngine { host in
            let client = try host.connect()
            try client.get(origin.url)
            #expect(try client.receiveResponse().body == "here")
            try client.send([5, 1, 0])
            #expect(try client.receiveResponse().status == "HTTP/1.1 400 Bad Request")
            #expect(try host.finished(2).last?.outcome?.code == .malformedRequest)
        }
    }

    /// The server stays and waits, and has sent no line end.
    @Test(arguments: [
        "S", "SSH-2.0-x", "220", "\u{0}\u{0}\u{12}\u{4}\u{0}\u{0}\u{0}\u{0}\u{0}", "\u{15}", "<html>", "ICY 200 OK",
        "HTTQ", "HTTP 200",
    ])
    func aServerThatSpeaksSomethingElseIsNotWaitedFor(beginning: String) async throws {
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            try connection.send(Array(beginning.unicodeScalars.map { UInt8($0.value) }))
            _ = try? connection.receiveToEnd()
        }
        try await withEngine { host in
            let client = try host.connect()
            try client.get(origin.url)
            #expect(try client.receiveResponse().status == "HTTP/1.1 502 Bad Gateway")
            #expect(try host.finished(1).first?.outcome?.code == .malformedResponse)
        }
    }

    /// Slow is not wrong.
    @Test(arguments: [1, 2, 3, 5, 8])
    func aStatusLineInPiecesIsWaitedFor(count: Int) async throws {
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            let bytes = Array(reply("slow").utf8)
            try connection.send(Array(bytes[..<count]))
            try pauseForPiece()
            try connection.send(Array(bytes[count...]))
            _ = try? connection.receiveToEnd()
        }
        try await withEngine { host in
            let client = try host.connect()
            try client.get(origin.url)
            #expect(try client.receiveResponse().body == "slow")
        }
    }
}

/// Long enough for the first piece to arrive alone.
private func pauseForPiece() throws {
    usleep(50_000)
}
