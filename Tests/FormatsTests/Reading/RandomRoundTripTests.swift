import Bytes
import Flow
import HTTPModel
import RecordTestKit
import TestKit
import Testing

@testable import Formats

/// Whatever a record has in it: written, read and written again, it is the same entry.
///
/// What an entry does not carry, so that it differs in the record read back: times finer than a microsecond, reasons of
/// edits as values (they come back as told changes), the ClientHello of flows inside of a tunnel (it stands once, with
/// the CONNECT), and of which message quirks were left out.
@Suite struct RandomRoundTripTests {
    @Test(arguments: 0..<200)
    func anyRecordReadsBackAsTheSameEntry(seed: UInt64) throws {
        var maker = RandomStory(seed: seed)
        var record = maker.story().finished(bodyLimit: maker.bool() ? 16 << 20 : 40)
        if maker.bool() { record.repeats = RepeatedFlow(FlowID(seed + 7), run: maker.bool() ? RunID(seed << 40) : nil) }
        let line = record.entryLine
        let file = LogReader.read(Bytes(line + [0x0A]))
        #expect(file.damage.map(\.text) == [])
        let back = try #require(file.flows.first)
        #expect(String(decoding: back.entryLine, as: UTF8.self) == String(decoding: line, as: UTF8.self))
        #expect(back.requestHead?.raw == record.requestHead?.raw)
        #expect(back.responseHead?.raw == record.responseHead?.raw)
        #expect(back.response.trailers?.raw == record.response.trailers?.raw)
        #expect(back.response.chunks.map(\.chunk) == record.response.chunks.map(\.chunk))
        #expect(back.interim.map(\.head.raw) == record.interim.map(\.head.raw))
        #expect(back.changes ?? [] == record.changes ?? [])
        #expect(back.upstreamTLS?.certificates == record.upstreamTLS?.certificates)
        #expect(back.upstreamTLS?.agreement == record.upstreamTLS?.agreement)
        #expect(back.upstreamTLS?.failure == record.upstreamTLS?.failure)
        #expect(back.clientTLS?.offer?.cipherSuites == record.clientTLS?.offer?.cipherSuites)
        #expect(back.clientTLS?.offer?.serverName == record.clientTLS?.offer?.serverName)
        #expect(back.outcome == record.outcome)
        #expect(back.repeats == record.repeats)
    }

    /// Each flow has handshakes of its own here, so that none may be told for another's.
    @Test func whatWasWrittenOfHandshakesBeforeChangesNoEntry() {
        let handshakes = WrittenHandshakes()
        for seed: UInt64 in 0..<60 {
            var maker = RandomStory(seed: seed)
            let record = maker.story().finished()
            for _ in 0..<2 {
                var writer = JSONWriter()
                HAREntry.write(record, HARAdditions(handshakes: handshakes), to: &writer)
                #expect(writer.withBytes { Array($0) } == record.entryLine, "seed \(seed)")
            }
        }
    }
}

/// Makes stories of any kind, the same for the same seed.
private struct RandomStory {
    private var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    mutating func bool() -> Bool { Bool.random(using: &random) }

    private mutating func one<Element>(of elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &random)]
    }

    mutating func story() -> Story {
        var story = Story(UInt64.random(in: 1...1000, using: &random))
        let method = one(of: ["GET", "POST", "HEAD", "PUT"])
        let sends = method == "POST" || method == "PUT"
        let content = sends ? body() : ""
        let length = sends ? "Content-Length: \(content.count)\r\n" : ""
        let head = requestHead(
            "\(method) http://a.example/x?q=1 HTTP/1.1\r\nHost: a.example\r\n\(length)X-Y:  z\r\n\r\n")
        if bool() { story.at(0, .handshakeEnded(facts(.client))) }
        let framing = sends ? Framing(.length(UInt64(content.count)), rule: 6) : Framing(.none, rule: 7)
        story.at(0, .requestHeadReceived(head, framing))
        if !content.isEmpty { story.content(5, .request, content) }
        story.at(10, .messageEnded(.request, wireSize: UInt64(content.count)))
        story.connects(reused: bool())
        if bool() { story.at(6_000, .handshakeEnded(facts(.upstream))) }
        let edits =
            bool() ? [Change(.remove(line: 1), .rule("--remove-request-header X-Y")), Change(.add("A: b"), added)] : []
        story.at(7_000, .requestForwarded(sent: head.raw, edits: edits))
        if bool() { interim(&story) }
        if bool() { story.at(9_000, .quirkFound(.response, Quirk(.bytesAfterLastMessage, offset: 3, length: 2))) }
        answer(&story, hasContent: method != "HEAD")
        return story
    }

    private var added: Change.Reason { .owed(spec: "RFC 9110 §7.6.3", text: "a proxy says that it was there") }

    private mutating func body() -> Bytes {
        one(of: [
            "", "abc", "text with \u{1F600} and \"quotes\"\n", Bytes([0, 1, 2, 0xFF]),
            Bytes(String(repeating: "long ", count: 50)),
        ])
    }

    private mutating func interim(_ story: inout Story) {
        let head = responseHead("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
        story.at(8_000, .interimReceived(head))
        if bool() {
            story.at(8_000, .interimDropped(index: 0, .owed(spec: "RFC 9110 §15.2", text: "HTTP/1.0 has none")))
        } else {
            let edits = [Change(.replace(line: 0, with: "Link: </b>"), .rule("--set-response-header Link"))]
            story.at(8_000, .interimForwarded(index: 0, sent: head.raw, edits: edits))
        }
    }

    private mutating func answer(_ story: inout Story, hasContent: Bool) {
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            story.at(20_000, .finished(Outcome(.failed, by: .upstream, .emptyResponse, detail: "it said nothing")))
        case 1 where hasContent: chunked(&story)
        default:
            let content = hasContent ? body() : ""
            let head = responseHead("HTTP/1.1 200 OK\r\nContent-Length: \(content.count)\r\nSet-Cookie: a=b\r\n\r\n")
            let framing = hasContent ? Framing(.length(UInt64(content.count)), rule: 6) : Framing(.none, rule: 1)
            story.at(27_500, .responseHeadReceived(head, framing))
            story.at(27_500, .responseForwarded(sent: head.raw, edits: bool() ? [Change(.remove(line: 1), added)] : []))
            if !content.isEmpty { story.content(28_000, .response, content) }
            story.at(30_000, .messageEnded(.response, wireSize: UInt64(content.count)))
            story.at(30_100, .finished(.complete))
        }
    }

    private mutating func chunked(_ story: inout Story) {
        let head = responseHead("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        story.at(20_000, .responseHeadReceived(head, Framing(.chunked, rule: 4)))
        story.at(20_000, .responseForwarded(sent: head.raw, edits: []))
        var offset: UInt64 = 0
        for _ in 0..<Int.random(in: 0..<4, using: &random) {
            let line: Bytes = one(of: ["a", "A", "000a", "0A;x=y", "a ;q=\"1\""])
            guard let chunk = Chunk(offset: offset, line: line) else { continue }
            story.at(21_000, .chunkStarted(.response, chunk))
            story.content(21_000, .response, "0123456789")
            offset += UInt64(line.count) + 14
        }
        let last: Bytes = one(of: ["0", "000", "0;end"])
        if let chunk = Chunk(offset: offset, line: last) { story.at(22_000, .chunkStarted(.response, chunk)) }
        offset += UInt64(last.count) + 2
        if bool() {
            let text = "X-Sum:9\r\nX-Other:   1\r\n\r\n"
            story.at(22_000, .trailersReceived(.response, trailers(text)))
            if bool() {
                story.at(22_000, .trailersForwarded(.response, sent: "", edits: [Change(.remove(line: 0), added)]))
            }
            offset += UInt64(text.utf8.count)
        } else {
            offset += 2
        }
        story.at(22_000, .messageEnded(.response, wireSize: offset))
        story.at(22_100, .finished(.complete))
    }

    private mutating func facts(_ leg: TLSLeg) -> TLSFacts {
        let agreement = TLSFacts.Agreement(
            version: "TLS 1.3", cipher: "TLS_AES_128_GCM_SHA256", group: bool() ? "x25519" : nil,
            applicationProtocol: bool() ? "http/1.1" : nil, serverName: "a.example", isResumed: bool())
        let certificate = CertificateFacts(
            subject: "CN=a.example", issuer: "CN=Test", names: ["a.example", "*.a.example"], notBefore: 1_600_000_000,
            notAfter: 1_900_000_000, key: "EC P-256", signature: "ecdsa-with-SHA256", fingerprint: "ab", serial: "01")
        let offer = TLSFacts.Offer(
            serverName: bool() ? "a.example" : nil, serverNameProblem: bool() ? "it is an address" : nil,
            protocols: bool() ? ["h2", "http/1.1"] : nil, versions: ["TLS 1.3", "TLS 1.2"], cipherSuites: [4865, 4866],
            extensions: [0, 43], fingerprint: "t13d0202h2_0_0", message: "")
        let failure = TLSFacts.Failure(code: "certificateUnknown", text: "It does not trust it.", alert: "unknown_ca")
        return TLSFacts(
            leg, offer: leg == .client ? offer : nil, agreement: bool() ? agreement : nil,
            certificates: leg == .upstream ? [certificate] : [], isVerified: leg == .upstream ? bool() : nil,
            toleratedProblem: bool() ? "it has no key usage" : nil, failure: bool() ? failure : nil,
            duration: UInt64.random(in: 0...9, using: &random) * 1_000_000)
    }
}
