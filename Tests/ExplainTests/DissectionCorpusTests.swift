import Bytes
import Explain
import Flow
import TestKit
import Testing

/// Cases of llhttp, read where they lie.
@Suite(.enabled(if: Corpora.arePresent, "the corpora are not beside the package (HARK_CORPORA)"))
struct DissectionCorpusTests {
    /// The parts that llhttp finds in a target are the spans of ours.
    @Test func targetsHaveThePartsThatLlhttpFinds() throws {
        var compared = 0
        for item in try Corpora.cases("url_llhttp") {
            let raw = try #require(item.bytes("raw_b64"))
            let expected = try #require(item.object("expected"))
            let input = Bytes(Array("GET ".utf8) + raw.array + Array(" HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
            let reading = MessageReader().read(input)
            #expect(Tiling.faults(in: reading, of: input).isEmpty, "\(item.id)")
            let spans = reading.messages.first?.spans ?? []
            guard expected.string("outcome") == "accept", let url = expected.object("url") else {
                #expect(Tiling.leaves(spans).contains { $0.isMalformed }, "\(item.id)")
                continue
            }
            let target = try #require(span("request-target", in: spans))
            func text(_ rule: String) -> String? { span(rule, in: [target]).map { input.slice($0.range).text } }
            #expect(text("scheme") == url.string("schema"), "\(item.id)")
            #expect(text("authority") == url.string("host"), "\(item.id)")
            #expect((text("absolute-path") ?? text("path-abempty")) == url.string("path"), "\(item.id)")
            #expect(text("query") == url.string("query"), "\(item.id)")
            #expect(text("fragment") == url.string("fragment"), "\(item.id)")
            compared += 1
        }
        #expect(compared > 10)
    }

    /// What llhttp refuses, and we do, is named at the byte where our decoder stops; every case is tiled.
    @Test func whatIsRefusedIsNamedAtItsByte() throws {
        var refused = 0
        for item in try Corpora.cases("http1_llhttp") {
            let input = try #require(item.bytes("raw_with_host_b64") ?? item.bytes("raw_b64"))
            let kind: MessageKind = item.string("side") == "request" ? .request : .response
            for reader in [MessageReader(kind: kind), MessageReader(kind: kind, acceptingLineFeeds: false)] {
                let reading = reader.read(input)
                #expect(Tiling.faults(in: reading, of: input).isEmpty, "\(item.id)")
                if reading.messages.contains(where: { $0.error != nil }) { refused += 1 }
            }
        }
        #expect(refused > 100)
    }
}
