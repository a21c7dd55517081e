import Bytes
import HTTPModel
import HTTPWire
import TestKit
import Testing

/// RFC 9112 §9.3.
@Suite struct ConnectionReuseTests {
    @Test(
        arguments: [
            ("HTTP/1.1", "", .http11, true),
            ("HTTP/1.1", "Connection: close\r\n", .closeOption, false),
            ("HTTP/1.1", "Connection: CLOSE\r\n", .closeOption, false),
            ("HTTP/1.1", "Connection: keep-alive, close\r\n", .closeOption, false),
            ("HTTP/1.1", "Connection: x\r\nConnection: y ,close\r\n", .closeOption, false),
            ("HTTP/1.1", "Connection: closed\r\n", .http11, true),
            ("HTTP/1.1", "Connection: xclose, close-x\r\n", .http11, true),
            ("HTTP/1.1", "Proxy-Connection: close\r\n", .http11, true),
            ("HTTP/1.0", "", .http10, false),
            ("HTTP/1.0", "Connection: Keep-Alive\r\n", .keepAliveOption, true),
            ("HTTP/1.0", "Connection: keep-alive, close\r\n", .closeOption, false),
            ("HTTP/1.0", "Keep-Alive: timeout=5\r\n", .http10, false),
        ] as [(String, String, ConnectionReuse.Reason, Bool)])
    func versionAndOptionsDecide(version: String, fields: String, reason: ConnectionReuse.Reason, persists: Bool) throws
    {
        let asked = request(Bytes("GET / \(version)\r\nHost: a\r\n\(fields)\r\n"))
        let head = try #require(asked.requestHeads.first)
        let persistence = ConnectionReuse(head, try #require(asked.framings.first), toProxy: false)
        #expect(persistence == ConnectionReuse(reason))
        #expect(persistence.isPersistent == persists)

        let answered = response(Bytes("\(version) 200 OK\r\nContent-Length: 0\r\n\(fields)\r\n"))
        let answer = try #require(answered.responseHeads.first)
        #expect(ConnectionReuse(answer, try #require(answered.framings.first)) == ConnectionReuse(reason))
    }

    // RFC 9112 §9.3: a proxy must not keep a connection with an HTTP/1.0 client.
    @Test func aProxyKeepsNoConnectionWithHTTP10() throws {
        let trace = request("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        let head = try #require(trace.requestHeads.first)
        let persistence = ConnectionReuse(head, try #require(trace.framings.first), toProxy: true)
        #expect(persistence.reason == .http10ToProxy)
        #expect(!persistence.isPersistent)
    }

    @Test func whatTheCloseEndsCannotGoOn() throws {
        let trace = response("HTTP/1.1 200 OK\r\nConnection: keep-alive\r\n\r\n")
        let head = try #require(trace.responseHeads.first)
        #expect(ConnectionReuse(head, try #require(trace.framings.first)) == ConnectionReuse(.closeDelimited))
        #expect(!ConnectionReuse(.closeDelimited).isPersistent)
        #expect(ConnectionReuse(head, Framing(.tunnel, rule: 2)) == ConnectionReuse(.tunnel))
        #expect(!ConnectionReuse(.tunnel).isPersistent)
    }

    /// RFC 9112 §5.2: a fold is white space for every reader of the same line.
    @Test func anOptionBeforeAFoldIsOne() throws {
        let head = try #require(
            response("HTTP/1.1 204 \r\nConnection: close\r\n , foo\r\n\r\n").responseHeads.first)
        #expect(head.fields.hasConnectionOption("close"))
        #expect(head.fields.hasConnectionOption("foo"))
        #expect(!head.fields.hasConnectionOption("fo"))
        #expect(head.fields.members(.connection) == ["close", "foo"])
    }
}
