import Bytes
import FilterTestKit
import Flow
import Formats
import HTTPModel
import Testing

@testable import Filter
@testable import Fleet

/// What is shipped of a flow: its row, its record, its bodies, and nothing that was to be left out.
@Suite struct FleetFlowTests {
    private func make(
        _ record: FlowRecord, _ policy: ShippingPolicy = ShippingPolicy(), _ context: FlowContext = FlowContext(),
        key: Bytes? = nil
    ) throws -> FleetFlow {
        try FleetFlow(
            JudgedFlow(record), context, policy, redactor: key.map { Redactor(key: $0, isShared: true) },
            reader: FilterReader())
    }

    private func text(_ flow: FleetFlow, _ name: String) -> Bytes? {
        let texts = FleetColumn.all.filter { $0.kind == .text }
        return texts.firstIndex { $0.name == name }.flatMap { flow.texts[$0] }
    }

    /// Every byte that leaves the process of a flow.
    private func everything(_ flow: FleetFlow) -> Bytes {
        var all: [UInt8] = flow.line.array
        for text in flow.texts { if let text { all.append(contentsOf: text) } }
        for fact in flow.facts?.facts ?? [] { all.append(contentsOf: fact.value) }
        for body in [flow.request, flow.response] { if let body { all.append(contentsOf: body.bytes) } }
        for text in flow.searched ?? [] { all.append(contentsOf: text) }
        return Bytes(all)
    }

    private let secrets = MadeFlow.make(
        """
        POST http://shop.example.com/a?token=sup3rs3cretvalue1&page=2 HTTP/1.1
        Host: shop.example.com
        Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlIQ
        Cookie: session=0a1b2c3d4e5f60718293
        Content-Type: application/json
        """, body: #"{"password": "correct horse 77"}"#,
        "HTTP/1.1 200 OK\nContent-Type: text/plain\nSet-Cookie: session=ffeeddccbbaa99887766",
        content: String(repeating: "your token is sup3rs3cretvalue1. ", count: 400))

    @Test func noCredentialLeavesTheProcess() throws {
        var context = FlowContext()
        context.comment = "it was sup3rs3cretvalue1"
        context.tags = ["sup3rs3cretvalue1"]
        let flow = try make(
            secrets, ShippingPolicy(bodies: .all), context, key: Bytes([UInt8](repeating: 7, count: 32)))
        let shipped = everything(flow)
        for secret in [
            "sup3rs3cretvalue1", "eyJzdWIiOiIxIn0", "0a1b2c3d4e5f60718293", "correct horse 77", "ffeeddccbbaa99887766",
        ] {
            #expect(!shipped.contains(Bytes(secret), foldsCase: true), "\(secret)")
        }
        #expect(shipped.contains("[secret ", foldsCase: false))
        // What is no credential stays.
        #expect(
            text(flow, "host") == "shop.example.com"
                && text(flow, "query")?.contains("page=2", foldsCase: false) == true)
        let exact = everything(try make(secrets, ShippingPolicy(bodies: .all), context))
        #expect(exact.contains("correct horse 77", foldsCase: false))
    }

    /// Proxies that have one key make the same tags, others do not.
    @Test func tagsFollowTheKey() throws {
        func query(_ byte: UInt8) throws -> Bytes? {
            text(try make(secrets, key: Bytes([UInt8](repeating: byte, count: 32))), "query")
        }
        #expect(try query(1) == query(1))
        #expect(try query(1) != query(2))
        #expect(try query(1)?.text.contains(/%5Bsecret%20[0-9a-f]{16}%5D/) == true)
    }

    @Test(arguments: [ShippingPolicy.Bodies.none, .text, .all])
    func bodiesAreShippedByPolicy(bodies: ShippingPolicy.Bodies) throws {
        func shipped(_ type: String, _ coding: String = "") throws -> Bool {
            let flow = MadeFlow.make(
                "GET http://a.test/ HTTP/1.1\nHost: a.test", "HTTP/1.1 200 OK\nContent-Type: \(type)\(coding)",
                content: "body-of-the-flow")
            let made = try make(flow, ShippingPolicy(bodies: bodies))
            let isThere = made.line.contains("body-of-the-flow", foldsCase: false)
            // What was cut says so.
            #expect(made.line.contains("\"_truncated\":true", foldsCase: false) != isThere)
            return isThere
        }
        #expect(try shipped("text/plain") == (bodies != .none))
        #expect(try shipped("image/png") == (bodies == .all))
        // Nobody can look for credentials in what cannot be decoded.
        let unknown = MadeFlow.make(
            "GET http://a.test/ HTTP/1.1\nHost: a.test",
            "HTTP/1.1 200 OK\nContent-Type: text/plain\nContent-Encoding: x-own", content: "body-of-the-flow")
        let made = try make(unknown, ShippingPolicy(bodies: bodies))
        #expect(
            (made.line.contains("Ym9keS1vZi10aGUtZmxvdw", foldsCase: false)
                || made.line.contains("body-of-the-flow", foldsCase: false)) == (bodies == .all))
    }

    @Test func aLargeBodyIsCutAndOneOfAveragesStandsBesideTheRecord() throws {
        let content = String(repeating: "0123456789", count: 2_000)
        let flow = MadeFlow.make(content: content)
        let whole = try make(flow)
        #expect(whole.response?.bytes == Bytes(content) && whole.line.count < 10_000)
        let cut = try make(flow, ShippingPolicy(bodyLimit: 15_000))
        #expect(cut.response?.bytes == Bytes(String(content.prefix(15_000))))
        #expect(cut.line.contains("\"_truncated\":true", foldsCase: false))
        // Smaller ones stay in the record.
        let small = try make(MadeFlow.make(content: String(content.prefix(4_096))))
        #expect(small.response == nil && small.line.contains("0123456789", foldsCase: false))
        #expect(whole.response == (try make(flow)).response)
    }

    /// PostgreSQL takes no NUL and nothing that is not UTF-8; the record has every byte.
    @Test(arguments: ["/a\u{0}b", "/\u{FF}"])
    func aValueThatPostgreSQLRefusesIsReplacedAndTheRowSaysSo(path: String) throws {
        let raw: [UInt8] =
            path.contains("\0") ? Array(path.utf8) : [UInt8(ascii: "/"), 0xFF]
        let flow = MadeFlow.make { $0.toldURL = Bytes(Array("http://a.test".utf8) + raw) }
        let made = try make(flow)
        for text in made.texts.compactMap({ $0 }) {
            #expect(!text.contains(0) && String(validating: text, as: UTF8.self) != nil)
        }
        #expect(!(try make(MadeFlow.make())).isLossy)
    }

    @Test func anIndexedValueIsCutWithinACharacter() throws {
        let cut = StorableText.cut(Bytes(String(repeating: "\u{e9}", count: 200)), 255)
        #expect(cut == Bytes(String(repeating: "\u{e9}", count: 127)))
        let host = String(repeating: "a", count: 300)
        let made = try make(MadeFlow.make("GET http://\(host)/ HTTP/1.1\nHost: \(host)"))
        #expect(text(made, "host") == Bytes(String(host.prefix(255))) && made.isLossy)
    }

    @Test(arguments: [
        ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", true),
        ("cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what", true),
        ("ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", false),
        ("00-00000000000000000000000000000000-00f067aa0ba902b7-01", false),
        ("00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b7-01", false), ("", false), ("00", false),
        ("00-4bf92f3577b34da6a3ce929d0e0e47zz-00f067aa0ba902b7-01", false),
    ])
    func aTraceIsThatOfAValidTraceparent(value: String, isValid: Bool) throws {
        let made = try make(MadeFlow.make("GET http://a.test/ HTTP/1.1\nHost: a.test\ntraceparent: \(value)"))
        #expect((made.trace != nil) == isValid)
        if isValid { #expect(Hex.text(made.trace ?? Bytes()) == "4bf92f3577b34da6a3ce929d0e0e4736") }
    }

    // MARK: Packs

    @Test func packsHaveSixtyFourRecordsOfOneDay() throws {
        let flows = try (1...130 as ClosedRange<UInt64>).map { number in
            try make(MadeFlow.make(number: number, at: MadeFlow.noon + (number > 100 ? 86_400_000_000 : 0)))
        }
        let packs = RecordPack.packs(of: flows)
        #expect(packs.map(\.flows.count) == [64, 36, 30])
        #expect(packs.map(\.day.text) == ["2026-11-21", "2026-11-21", "2026-11-22"])
        #expect(Set(packs.map(\.number)).count == 3)
        for pack in packs {
            let lines = try #require(ZstdFrame.decompress(pack.records))
            #expect(lines.split(separator: ASCII.lineFeed).map { Bytes(Array($0)) } == pack.flows.map(\.line))
        }
        // The same records are the same pack.
        #expect(RecordPack.packs(of: flows).map(\.number) == packs.map(\.number))
    }

    @Test func aFrameThatIsNoneOrLiesIsNotRead() throws {
        let frame = try #require(ZstdFrame.compress("some text, some text, some text"))
        #expect(ZstdFrame.decompress(frame) == "some text, some text, some text")
        for end in 0..<frame.count { #expect(ZstdFrame.decompress(frame.slice(0..<end)) == nil) }
        #expect(ZstdFrame.decompress("no frame at all") == nil)
        // A header that promises 2^62 bytes (RFC 8878 section 3.1.1.1.4).
        let lying: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0xE0, 0, 0, 0, 0, 0, 0, 0, 0x40, 1, 0, 0]
        #expect(ZstdFrame.decompress(Bytes(lying)) == nil)
    }

    /// Flows with the same values share a list, whatever the order in which these were found.
    @Test func listsAreNamedByWhatTheyHave() throws {
        let one = try make(MadeFlow.make("GET http://a.test/1 HTTP/1.1\nHost: a.test"))
        let other = try make(MadeFlow.make("GET http://a.test/2 HTTP/1.1\nHost: a.test", number: 2))
        var context = FlowContext()
        context.tags = ["b", "a"]
        let tagged = try make(MadeFlow.make(), ShippingPolicy(), context)
        #expect(one.facts?.id == other.facts?.id)
        #expect(tagged.facts?.id != one.facts?.id)
        #expect(tagged.facts?.facts.filter { $0.kind == "tag" }.map(\.value) == ["a", "b"])
    }
}
