import Bytes
import Flow
import HTTPModel
import HTTPWire
import Testing

@testable import Rules

/// What somebody writes in place of a held head, and what becomes of it.
@Suite struct HeldEditTests {
    private static let list =
        ":method: GET\r\n:scheme: https\r\n:authority: a.test\r\n:path: /a?b=1\r\naccept: */*\r\ncookie: c=1\r\n\r\n"
    private static let lines = "GET /a?b=1 HTTP/1.1\r\nHost: a.test\r\nAccept: */*\r\n\r\n"
    private static let status = ":status: 200\r\nserver: s\r\ncontent-length: 3\r\n\r\n"

    /// The lines that go out: to a server, or to a client of HTTP/2.
    private static func edited(
        _ head: String, _ change: (String, String), _ kind: MessageKind = .request
    ) throws -> [String] {
        let section = RecordedHead.section(Bytes(head), hasStartLine: !head.hasPrefix(":"))
        let alteration = try HeldEdit.alteration(kind, section, to: Bytes(head.replacing(change.0, with: change.1)))
        let sent: Bytes
        switch kind {
        case .request:
            let request = RecordedHead.request(Bytes(head)).head
            let edits = ForwardingPolicy().edits(
                request, along: Route(Destination(host: "a.test", port: 443)), rules: alteration.headers,
                line: alteration.requestLine, version: request.version)
            sent = try OutgoingFields(section, edits.count) { edits[$0].action }.lines
        case .response:
            let response = try #require(RecordedHead.response(Bytes(head), to: .get).head)
            let edits = ResponseEdits(
                response, framing: Framing(.length(3), rule: 0), closes: false, clientVersion: response.version,
                rules: alteration.headers, line: alteration.statusLine
            ).edits
            sent = try OutgoingFields(section, edits.count) { edits[$0].action }.lines
        }
        return sent.text.split(separator: "\r\n").map(String.init)
    }

    private static func refusal(
        _ head: String, _ change: (String, String), _ kind: MessageKind = .request
    ) -> HeldEdit.Refusal? {
        let section = RecordedHead.section(Bytes(head), hasStartLine: !head.hasPrefix(":"))
        do throws(HeldEdit.Refusal) {
            _ = try HeldEdit.alteration(kind, section, to: Bytes(head.replacing(change.0, with: change.1)))
            return nil
        } catch {
            return error
        }
    }

    /// What was asked for as an extended CONNECT (RFC 8441) can be edited as one; nothing else becomes one.
    @Test func anExtendedConnectStaysOne() throws {
        let list =
            ":method: CONNECT\r\n:protocol: websocket\r\n:scheme: https\r\n:authority: a.test\r\n:path: /a\r\n"
            + "origin: https://a.test\r\n\r\n"
        let lines = try Self.edited(list, ("origin: https://a.test", "origin: https://b.test"))
        #expect(lines.contains("origin: https://b.test") && lines.contains(":protocol: websocket"))
        #expect(Self.refusal(list, (":protocol: websocket", ":protocol: other")) != nil)
        #expect(Self.refusal(list, (":protocol: websocket\r\n", "")) != nil)
        #expect(Self.refusal(Self.list, (":method: GET", ":method: CONNECT\r\n:protocol: websocket")) != nil)
    }

    @Test func aListGoesOutAsItIsWritten() throws {
        let base = [
            ":method: GET", ":scheme: https", ":authority: a.test", ":path: /a?b=1", "accept: */*", "cookie: c=1",
        ]
        func with(_ place: Int, _ line: String) -> [String] {
            var lines = base
            lines[place] = line
            return lines
        }
        #expect(try Self.edited(Self.list, ("", "")) == base)
        #expect(try Self.edited(Self.list, (": GET", ": PUT")) == with(0, ":method: PUT"))
        #expect(try Self.edited(Self.list, ("/a?b=1", "/c")) == with(3, ":path: /c"))
        #expect(try Self.edited(Self.list, ("a.test", "b.test:81")) == with(2, ":authority: b.test:81"))
        #expect(try Self.edited(Self.list, ("cookie: c=1\r\n", "")) == Array(base.dropLast()))
        #expect(
            try Self.edited(Self.list, ("accept: */*", "accept: text/html\r\nx: 1")).sorted()
                == (with(4, "accept: text/html") + ["x: 1"]).sorted())
    }

    @Test func anAnswersListGoesOutAsItIsWritten() throws {
        #expect(
            try Self.edited(Self.status, (": 200", ": 404"), .response)
                == [":status: 404", "server: s", "content-length: 3"])
        #expect(
            try Self.edited(Self.status, ("server: s", "server: t"), .response)
                == [":status: 200", "content-length: 3", "server: t"])
        // What says where it ends stays as it is.
        #expect(
            try Self.edited(Self.status, ("length: 3", "length: 4"), .response)
                == [":status: 200", "server: s", "content-length: 3"])
    }

    /// What is no list of fields is refused with its place.
    @Test(arguments: [
        ("accept: */*", "Accept: */*", "Accept"), ("accept: */*", "accept */*", "accept */*"),
        ("accept: */*", "connection: close", "connection"), ("accept: */*", ":x: 1", ":x"),
        (":path: /a?b=1", ":path: a", "a\r\naccept"), (":path: /a?b=1\r\n", "", ""),
        (":method: GET", ":method: G T", " T\r\n"), ("accept: */*", "accept: a\u{1}b", "\u{1}"),
        (":scheme: https", ":scheme: http", "http\r\n"),
        ("accept: */*\r\n", "accept: */*\r\n:method: PUT\r\n", ":method: PUT"),
        (":method: GET\r\n", "GET / HTTP/1.1\r\n", ""),
    ])
    func whatIsNoListIsRefusedWhereItIsNone(old: String, new: String, at: String) throws {
        let refusal = try #require(Self.refusal(Self.list, (old, new)), "\(new)")
        #expect(!refusal.text.isEmpty)
        let text = Self.list.replacing(old, with: new)
        guard !at.isEmpty else { return }
        let place = try #require(text.firstRange(of: at)).lowerBound
        #expect(refusal.offset == text.utf8.distance(from: text.startIndex, to: place), "\(refusal.text)")
    }

    @Test func linesAndListsAreNotMistakenForEachOther() {
        #expect(Self.refusal(Self.lines, ("GET /a?b=1 HTTP/1.1", ":method: GET"))?.offset == 0)
        #expect(Self.refusal(Self.list, (":method: GET\r\n", ""))?.text.isEmpty == false)
    }
}
