import Bytes
import HTTPSemantics
import HTTPWire
import Testing

@testable import Site

/// The WebSockets of the demo site: when a connection becomes one, what is said there, and how it ends.
@Suite struct SocketPageTests {
    private static let key = "dGhlIHNhbXBsZSBub25jZQ=="

    private func decide(_ target: String, _ lines: String...) -> SiteDecision {
        DemonstrationSite().receive(
            makeRequest(
                lines: ["GET \(target) HTTP/1.1", "Host: demo.hark.test", "Upgrade: websocket"] + lines))
    }

    private func open(_ target: String) throws -> (head: String, steps: SiteAnswer, SocketConversation) {
        let decision = decide(target, "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: \(Self.key)")
        guard case .converse(let answer, let conversation as SocketConversation) = decision else {
            throw NoSocket()
        }
        return (answer.bytes.text, answer, conversation)
    }

    private struct NoSocket: Error {}

    /// As a client sends it.
    private func masked(_ first: UInt8, _ payload: [UInt8]) -> Bytes {
        let mask: [UInt8] = [9, 8, 7, 6]
        return Bytes([first, 0x80 | UInt8(payload.count)] + mask + payload.enumerated().map { $1 ^ mask[$0 % 4] })
    }

    @Test func theHandshakeIsAnsweredAsTheStandardSays() throws {
        let head = try open("/socket").head
        #expect(head.hasPrefix("HTTP/1.1 101 Switching Protocols\r\n"))
        #expect(head.contains("\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"))
    }

    @Test(arguments: [
        ["Sec-WebSocket-Version: 13"], ["Sec-WebSocket-Version: 8", "Sec-WebSocket-Key: \(key)"],
        ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: short"],
    ])
    func aRequestThatIsNoHandshakeGetsAPage(lines: [String]) throws {
        let request = makeRequest(
            lines: ["GET /socket HTTP/1.1", "Host: demo.hark.test", "Upgrade: websocket"] + lines)
        guard case .answer(let answer) = DemonstrationSite().receive(request) else { throw NoSocket() }
        #expect(answer.bytes.text.hasPrefix("HTTP/1.1 200 "))
    }

    @Test func theEchoSendsBackWhatItGets() throws {
        var echo = try open("/socket").2
        let text = masked(0x81, Array("hello".utf8))
        #expect(echo.take(text) == SiteReply(Bytes([0x81, 5] + Array("hello".utf8))))
        // However it is cut.
        var slow = try open("/socket").2
        var output: [UInt8] = []
        for byte in text { output.append(contentsOf: slow.take(Bytes([byte])).bytes) }
        #expect(output == [0x81, 5] + Array("hello".utf8))
        #expect(echo.take(masked(0x89, [1, 2])).bytes == Bytes([0x8A, 2, 1, 2]))
        #expect(echo.take(masked(0x88, [0x03, 0xE9])) == SiteReply(Bytes([0x88, 2, 0x03, 0xE9]), ends: true))
    }

    @Test func whatBreaksTheRulesIsClosedWithItsCode() throws {
        var echo = try open("/socket").2
        let reply = echo.take(Bytes([0x81, 0x01, 0x61]))
        #expect(reply.ends)
        #expect(reply.bytes.prefix(1).elementsEqual([0x88]) && reply.bytes[2] == 0x03 && reply.bytes[3] == 0xEA)
        // Nothing is said after.
        #expect(echo.take(masked(0x81, [0x61])).bytes.isEmpty)
    }

    @Test func theChatEndsWithBye() throws {
        let (head, _, chat) = try open("/socket/chat")
        #expect(head.contains("Say something"))
        var chatting = chat
        #expect(!chatting.take(masked(0x81, Array("hi".utf8))).ends)
        let end = chatting.take(masked(0x81, Array("Bye".utf8)))
        #expect(end.ends && end.bytes.text.contains("You said bye."))
    }

    @Test func theClockSpeaksByItselfAndCloses() throws {
        let (_, answer, _) = try open("/socket/clock?count=3&every=99999999")
        #expect(answer.bytes.text.contains("tick 3 of 3"))
        #expect(answer.closes)
        #expect(
            answer.steps.allSatisfy {
                if case .wait(let time) = $0 { time <= SiteAnswer.longestWait } else { true }
            })
    }

    @Test func otherPathsHaveNoSocket() {
        for target in ["/", "/socket/none", "/events"] {
            let decision = decide(target, "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: \(Self.key)")
            if case .converse = decision { Issue.record("\(target) became a WebSocket") }
        }
    }
}
