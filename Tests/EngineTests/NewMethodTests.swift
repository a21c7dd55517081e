import Engine
import TestKit
import Testing

/// RFC 9110 §8.6: with some methods a server expects to be told that there is no content.
@Suite struct NewMethodTests {
    @Test(arguments: [
        ("set-method POST", "GET", "", ["Content-Length: 0"]),
        ("set-method PATCH", "DELETE", "", ["Content-Length: 0"]),
        ("set-method DELETE", "GET", "", []), ("set-method DELETE", "POST", "", []), ("set-path /b", "POST", "", []),
        // It has content, or says already that there is none.
        ("set-method PUT", "POST", "Content-Length: 2\r\n\r\nab", ["Content-Length: 2"]),
        ("set-method PUT", "POST", "Content-Length: 0\r\n\r\n", ["Content-Length: 0"]),
        ("set-method PUT", "POST", "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", ["Transfer-Encoding: chunked"]),
        // Who means it has the last word on framing.
        ("raw set-method POST", "GET", "", []),
        ("set-method POST, raw set-request-header \"X: 1\"", "GET", "", []),
    ])
    func aNewMethodIsFramedAsItsServerExpects(
        action: String, method: String, rest: String, framing: [String]
    ) async throws {
        let seen = Handover<String>()
        let origin = try ScriptedOrigin { connection, _ in
            seen.put(try connection.receiveHead())
            try connection.send(reply("", "Connection: close"))
        }
        try await withEngine(RuledProxy.proxy("m: do \(action)", to: origin)) { engine in
            let client = try engine.connect()
            try client.send("\(method) /a HTTP/1.1\r\nHost: a.test\r\n" + (rest.isEmpty ? "\r\n" : rest))
            let lines = try seen.take("what the server got").split(separator: "\r\n").map(String.init)
            #expect(lines.filter { $0.hasPrefix("Content-Length") || $0.hasPrefix("Transfer-") } == framing, "\(lines)")
        }
    }
}
