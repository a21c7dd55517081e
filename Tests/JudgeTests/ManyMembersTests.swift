import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics
import HTTPWire
import Judge
import Testing

/// One field with a hundred thousand members is no more work, and no more notes, than one with a thousand.
@Suite struct ManyMembersTests {
    private static func record(_ field: String) -> FlowRecord {
        var record = FlowRecord(id: FlowID(1), openedAt: Instant(nanoseconds: 0))
        record.requestHead = RecordedHead.request("GET / HTTP/1.1\r\nHost: a.test\r\n\r\n").head
        record.responseHead =
            RecordedHead.response(
                Bytes("HTTP/1.1 200 OK\r\nDate: Sun, 01 Mar 2026 12:00:00 GMT\r\n\(field)\r\n\r\n"), to: .get
            ).head
        return record
    }

    @Test(arguments: [
        "Cache-Control: \(String(repeating: "a,", count: 100_000))", "Vary: \(String(repeating: "a,", count: 100_000))",
        "Content-Encoding: \(String(repeating: "a,", count: 100_000))",
        "Set-Cookie: \(String(repeating: "a=b;", count: 50_000))",
        "Set-Cookie: a=b\(String(repeating: ";path", count: 50_000))",
        "Link: \(String(repeating: "<a>,", count: 50_000))", "Allow: \(String(repeating: "A,", count: 50_000))",
        "WWW-Authenticate: \(String(repeating: "Basic,", count: 50_000))",
        "Cache-Control: \(String(repeating: "max-age=1,", count: 25_000))",
        "Server-Timing: \(String(repeating: "a;dur=x,", count: 25_000))",
        "Content-Security-Policy: \(String(repeating: "default-src 'none';", count: 12_000))",
    ])
    func notesAreBounded(field: String) {
        let findings = Checks.findings(of: Self.record(field))
        let counts = Dictionary(grouping: findings, by: \.check.code).mapValues(\.count)
        #expect(counts.values.allSatisfy { $0 <= Findings.mostOfOne }, "\(counts)")
    }

    @Test func whatIsNotListedIsCounted() throws {
        let findings = Checks.findings(of: Self.record("Set-Cookie: a=b\(String(repeating: "; x=1", count: 500))"))
        let repeated = findings.filter { $0.check.code == "cookie-attribute-repeated" }
        #expect(repeated.count == Findings.mostOfOne)
        let last = try #require(repeated.last)
        #expect(last.more == 499 - Findings.mostOfOne)
        #expect(last.text.text.hasSuffix("\(last.more) more like it are not listed."))
        #expect(repeated.dropLast().allSatisfy { $0.more == 0 && !$0.note.text.text.contains("not listed") })
    }

    @Test func whatWasNotReadIsSaid() {
        func codes(_ count: Int) -> [String] {
            Checks.findings(of: Self.record("Cache-Control: \(String(repeating: "a,", count: count))no-store"))
                .map(\.check.code)
        }
        #expect(codes(FieldList.mostMembers).contains("cache-control-too-long"))
        #expect(!codes(FieldList.mostMembers).contains("cache-no-store"))
        #expect(!codes(FieldList.mostMembers - 1).contains("cache-control-too-long"))
        #expect(codes(FieldList.mostMembers - 1).contains("cache-no-store"))
    }

    @Test func listsAreReadSoFar() {
        let head = Self.record("Cache-Control: a\(String(repeating: ", b", count: 5_000))\r\nCache-Control: c")
            .responseHead
        let control = CacheControl(head?.fields ?? .none)
        #expect(control.directives.count == FieldList.mostMembers && control.isCut)
        var seen = 0
        let isAll = FieldList.forEachMember(of: "a,, \"b,c\" ,d", separator: ASCII.comma, most: 3) { _ in seen += 1 }
        #expect(isAll && seen == 3)
        #expect(!FieldList.forEachMember(of: "a,b,c,d", separator: ASCII.comma, most: 3) { _ in })
        #expect(FieldList.forEachMember(of: "a,b,c,,", separator: ASCII.comma, most: 3) { _ in })
    }
}
