import Bytes
import HTTPModel
import HTTPWire
import TestKit
import Testing

@testable import Store

/// The short way to User-Agent says what the head says, or nothing.
@Suite struct AgentLineTests {
    private func find(_ head: String) -> Bytes?? { Bytes(head).withUnsafeBytes { AgentLine.find($0) } }

    @Test func aPlainHeadIsNotTakenApart() {
        #expect(
            find("GET / HTTP/1.1\r\nHost: a\r\nuser-AGENT: \t curl/8 x \t\r\nAccept: */*\r\n\r\n") == .some("curl/8 x"))
        #expect(find("GET / HTTP/1.1\r\nUser-Agent:\r\nUser-Agent: second\r\n\r\n") == .some(""))
        #expect(find("GET / HTTP/1.1\r\nUser-Agents: no\r\nX-User-Agent: no\r\n\r\n") == .some(nil))
    }

    @Test(arguments: [
        "", "GET / HTTP/1.1\r\nUser-Agent: a", "GET / HTTP/1.1\nUser-Agent: a\n\n",
        "GET / HTTP/1.1\r\nUser-Agent: a\r\n folded\r\n\r\n", "GET / HTTP/1.1\r\nUser-Agent : a\r\n\r\n",
        "GET / HTTP/1.1\r\nno name\r\nUser-Agent: a\r\n\r\n", "GET / HTTP/1.1\r\nUser-Agent: a\rb\r\n\r\n",
        "\r\nGET / HTTP/1.1\r\nUser-Agent: a\r\n\r\n", "GET / HTTP/1.1\r\n\r\nUser-Agent: a\r\n\r\n",
    ])
    func whatIsOutOfTheOrdinaryIsLeftToTheParser(head: String) {
        #expect(find(head) == nil)
    }

    /// Heads put together and spoiled at random.
    @Test func bothWaysAgree() {
        var random = SeededGenerator(seed: 11)
        let parts = [
            "User-Agent: curl/8", "user-agent:\tb ", "Host: a", "X:", ":", " ", "\t", "\r\n", "\r", "\n", "\r\n\r\n",
            "é", "\0",
            "User-Agent ", "name", ": value", "\r\nUser-Agent: c/1 (d)\r\n",
        ]
        var plain = 0
        for _ in 0..<3_000 {
            var head = "GET / HTTP/1.1\r\n"
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                head += parts.randomElement(using: &random) ?? ""
                if Bool.random(using: &random) { head += "\r\n" }
            }
            head += "\r\n"
            guard case .some(let agent) = find(head) else { continue }
            plain += 1
            #expect(
                agent == RecordedHead.request(Bytes(head)).head.fields.first(.userAgent), "\(head.debugDescription)")
        }
        #expect(plain > 300)
    }
}
