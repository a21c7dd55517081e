import Bytes
import Flow
import HTTPModel
import HTTPWire
import TestKit
import Testing

/// RFC 9110 §6.5.1: what has to be known before the content may not come behind it.
@Suite struct TrailerEditsTests {
    private static func section(_ lines: String) throws -> FieldSection {
        let text = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\(lines)\r\n"
        return try #require(WireTrace(of: [Array(text.utf8)], WireScenario(.response)).trailers.first)
    }

    private static func sent(_ section: FieldSection, dropsAll: Bool = false) throws -> (Bytes, [String]) {
        let edits = TrailerEdits(section, dropsAll: dropsAll).edits
        let specs = edits.map { edit in
            if case .owed(let spec, _) = edit.reason { spec.description } else { "a rule" }
        }
        return (try HeadEncoder.apply(edits.map(\.action), to: section), specs)
    }

    @Test(arguments: [
        "Content-Length: 99", "Transfer-Encoding: chunked", "Host: evil", "Set-Cookie: a=b", "Cookie: a=b",
        "Authorization: Basic x", "Connection: close", "Content-Type: text/html", "Content-Encoding: gzip",
        "Content-Range: bytes 0-1/2", "If-Match: *", "IF-RANGE: x", "Range: bytes=0-", "Location: /", "Trailer: x",
        "Cache-Control: no-store", "Expect: 100-continue",
    ])
    func whatAReaderOfTheHeadWouldObeyIsRemoved(line: String) throws {
        let (sent, specs) = try Self.sent(Self.section("A: b\r\n\(line)\r\nC: d\r\n"))
        #expect(sent == "A: b\r\nC: d\r\n\r\n")
        #expect(specs == ["RFC 9110 §6.5.1"])
        // And alone.
        #expect(try Self.sent(Self.section("\(line)\r\n")).0 == "\r\n")
    }

    @Test(arguments: ["ETag: \"x\"", "Server-Timing: a", "Digest: x", "X-Host: a", "Content-Digest: x", "If: x"])
    func whatMayComeLateIsLeftAlone(line: String) throws {
        let section = try Self.section("\(line)\r\n")
        let (sent, specs) = try Self.sent(section)
        #expect(sent == section.raw)
        #expect(specs.isEmpty)
    }

    @Test func anHTTP10ClientGetsNone() throws {
        let (_, specs) = try Self.sent(Self.section("A: b\r\nHost: x\r\n"), dropsAll: true)
        #expect(specs == ["RFC 9112 §7.1.2", "RFC 9112 §7.1.2"])
        #expect(try Self.sent(Self.section(""), dropsAll: true).1.isEmpty)
    }
}
