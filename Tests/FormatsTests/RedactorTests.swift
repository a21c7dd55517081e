import Bytes
import Flow
import HTTPModel
import HTTPWire
import Testing

@testable import Formats

/// A record without its secrets, and what is said of them.
@Suite struct RedactorTests {
    private func record(_ request: String, _ content: String, type: String = "application/json", id: UInt64 = 1)
        -> FlowRecord
    {
        var record = FlowRecord(id: FlowID(id), openedAt: Instant(nanoseconds: 1))
        let head = Bytes("POST http://a.test/?\(request)Content-Type: \(type)\r\n\r\n")
        record.requestHead = RecordedHead.request(head).head
        record.request.content = FlowRecord.Content(bytes: Bytes(content), size: UInt64(content.utf8.count))
        record.request.sent = head
        record.outcome = .complete
        return record
    }

    private func redactor() -> Redactor { Redactor(key: Bytes([UInt8](repeating: 7, count: 32))) }

    @Test func headAndBodyHaveTagsAndSizesStay() throws {
        let original = record("token=abc HTTP/1.1\r\nAuthorization: Bearer xyz\r\n", #"{"password":"p"}"#)
        let (clean, places) = redactor().redacted(original)
        let raw = try #require(clean.requestHead?.raw.text)
        #expect(raw.contains("/?token=%5Bsecret%20") && raw.contains("Authorization: Bearer [secret "))
        #expect(clean.requestHead?.fields.lines.count == 2 && clean.requestHead?.method == .post)
        #expect(clean.request.sent?.text == raw)
        #expect(clean.request.content.bytes?.text.hasPrefix(#"{"password":"[secret "#) == true)
        #expect(clean.request.content.size == 16 && places.request.headSize == original.requestHead?.raw.count)
        #expect(places.request.state == .replaced(isDecoded: false))
        #expect(places.counts.map(\.place) == ["URL", "request Authorization", "request body"])
        #expect(places.total == 3)
    }

    /// In a field block a secret is in the Huffman code, or a number: the block goes with it, and stays without one.
    /// What was redacted once is the same the second time, also what is said about it, until more is known.
    @Test func whatIsRememberedIsAsIfRedactedAgain() throws {
        let original = record("token=abcd HTTP/1.1\r\nAuthorization: Bearer xyz9\r\n", #"{"password":"pass"}"#)
        let redactor = redactor()
        let clean = redactor.redacted(original).record
        let remembered = redactor.remembered(clean)
        let said = redactor.redacted(text: "the token abcd was sent").text
        #expect(!said.contains("abcd"))
        _ = redactor.redacted(record("a=b HTTP/1.1\r\nAccept: */*\r\n", ""))
        let again = try #require(redactor.again(remembered))
        #expect(again.requestHead == clean.requestHead && again.request.content.bytes == clean.request.content.bytes)
        #expect(redactor.redacted(text: "the token abcd was sent").text == said)
        // Another flow tells of a secret, which this one may repeat.
        _ = redactor.redacted(record("token=Zx8Qw3Lk9Tn4Vb7Yp2Rm HTTP/1.1\r\n", ""))
        #expect(redactor.again(remembered) == nil)
    }

    @Test func aFieldBlockWithASecretIsLeftOut() throws {
        let block = HeadBlock(bytes: Bytes([0x82, 0x86]), places: [])
        var original = record("token=abc HTTP/1.1\r\n", "")
        original.request.block = block
        original.request.sentBlock = Bytes([0x83])
        let clean = redactor().redacted(original).0
        #expect(clean.request.block == nil && clean.request.sentBlock == nil)

        var plain = record("a HTTP/1.1\r\n", "")
        plain.request.block = block
        plain.request.sentBlock = Bytes([0x83])
        let kept = redactor().redacted(plain).0
        #expect(kept.request.block == block && kept.request.sentBlock == Bytes([0x83]))

        var malformed = plain
        malformed.requestHead = nil
        malformed.request.malformedHead = ":method: GET\r\nauthorization: Bearer xyz\r\n\r\n"
        #expect(redactor().redacted(malformed).0.request.block == nil)
    }

    @Test func aListOfFieldsStaysOne() throws {
        var original = record("a HTTP/1.1\r\n", "")
        let head: Bytes =
            ":method: GET\r\n:scheme: https\r\n:authority: a.test\r\n:path: /?token=abc\r\nx-api-key: abc\r\n\r\n"
        original.requestHead = RecordedHead.request(head).head
        original.request.sent = head
        let clean = redactor().redacted(original).record
        let raw = try #require(clean.requestHead?.raw.text)
        #expect(raw.contains(":path: /?token=%5Bsecret%20") && !raw.contains("abc"))
        #expect(clean.requestHead?.version == .http20 && clean.requestHead?.fields.lines.count == 5)
        #expect(clean.requestHead?.targetBytes.text.hasPrefix("/?token=%5Bsecret") == true)
        #expect(clean.request.sent?.text.contains("abc") == false)
    }

    @Test func nothingIsTouchedWhereThereIsNoSecret() {
        let original = record("a=b HTTP/1.1\r\nAccept: */*\r\n", #"{"user":"ann"}"#)
        let (clean, places) = redactor().redacted(original)
        #expect(clean.requestHead == original.requestHead && places.isEmpty)
        #expect(clean.request.content.bytes == original.request.content.bytes)
    }

    @Test func tagsAreEqualForEqualSecretsInAllFlowsAndInAllSpellings() throws {
        let redactor = redactor()
        let first = redactor.redacted(
            record("a HTTP/1.1\r\nX-Api-Key: ab%cd\r\n", "password=ab%25cd", type: "application/x-www-form-urlencoded")
        ).record
        let second = redactor.redacted(
            record("password=ab%25cd HTTP/1.1\r\nX-Api-Key: other\r\n", #"{"password":"ab%cd"}"#, id: 2)
        ).record
        func tags(_ text: String?) -> [String] {
            (text ?? "").matches(of: /secret(?:%20|\+| )([0-9a-f]+)/).map { String($0.output.1) }
        }
        let all = tags(first.requestHead?.raw.text)
        let tag = try #require(all.first)
        #expect(tags(first.request.content.bytes?.text) == [tag])
        #expect(tags(second.request.content.bytes?.text) == [tag])
        #expect(tags(second.requestHead?.raw.text).first == tag)
        #expect(tags(second.requestHead?.raw.text).last != tag)
    }

    @Test func noTwoSecretsShareATag() {
        let redactor = redactor()
        var seen: Set<String> = []
        for number in 0..<2_000 {
            let clean = redactor.redacted(record("a HTTP/1.1\r\nX-Api-Key: k\(number)\r\n", "")).record
            seen.insert(clean.requestHead?.fields.values(named: "x-api-key").first?.text ?? "")
        }
        #expect(seen.count == 2_000)
    }

    @Test func whatWasFoundOnceIsFoundWhereNothingNamesIt() {
        let redactor = redactor()
        _ = redactor.redacted(record("a HTTP/1.1\r\nCookie: sid=abcd1234efgh\r\n", ""))
        let clean = redactor.redacted(
            record("a HTTP/1.1\r\nAccept: a\r\n", "you are abcd1234efgh, and no xabcd1234", type: "text/plain")
        ).record
        let text = clean.request.content.bytes?.text ?? ""
        #expect(!text.contains("abcd1234efgh") && text.hasPrefix("you are [secret ") && text.hasSuffix("no xabcd1234"))
    }

    @Test func aBodyThatCannotBeReadIsLeftOut() {
        for fields in ["Content-Encoding: compress\r\n", "Content-Encoding: gzip\r\n"] {
            let (clean, places) = redactor().redacted(record("a HTTP/1.1\r\n\(fields)", "no such coding"))
            #expect(clean.request.content.bytes == nil && clean.request.content.size == 14)
            guard case .leftOut = places.request.state else {
                Issue.record("left in: \(fields)")
                continue
            }
        }
        let coded = redactor().redacted(record("a HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n", "x")).record
        #expect(coded.request.content.bytes == nil)
        let chunked = redactor().redacted(record("a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n", "x")).record
        #expect(chunked.request.content.bytes == "x")
        let called = redactor().redacted(record("a HTTP/1.1\r\n", "token=abcdefgh1234", type: "image/png")).record
        #expect(called.request.content.bytes?.text.contains("abcdefgh1234") == false)
        let wide = redactor().redacted(record("a HTTP/1.1\r\n", "x", type: "text/plain; charset=UTF-16LE")).record
        #expect(wide.request.content.bytes == nil)
    }

    @Test(arguments: [[0x1F, 0x8B, 8, 0], [0x28, 0xB5, 0x2F, 0xFD], [0x50, 0x4B, 3, 4]] as [[UInt8]])
    func whatIsCompressedAndDoesNotSayItIsLeftOut(mark: [UInt8]) {
        var original = record("a HTTP/1.1\r\n", "")
        original.request.content = FlowRecord.Content(bytes: Bytes(mark + [1, 2, 3]), size: UInt64(mark.count + 3))
        let (clean, places) = redactor().redacted(original)
        #expect(clean.request.content.bytes == nil && places.request.state == .leftOut(why: "it is compressed"))
    }

    @Test func onlyATagIsLeftAsItIs() {
        func clean(_ value: String) -> String? {
            redactor().redacted(record("a HTTP/1.1\r\n", #"{"password":"\#(value)"}"#)).record.request.content.bytes?
                .text
        }
        #expect(clean("[secret 3f2a]") == #"{"password":"[secret 3f2a]"}"#)
        for value in ["[secret hunter2", "[secret 3f2a] hunter2", "[secret ]", "[secret hunter]", "[secret 3F2A]"] {
            #expect(clean(value)?.contains(value) == false, "\(value)")
        }
    }

    /// A session's number with a name before it is found again in a page; names of hosts and the like are not.
    @Test(arguments: [
        ("ada.11936983684481f0", true), ("user.ab12cd34", true), ("www.example.test", false),
        ("192.168.100.200", false), ("2026.11.26", false), ("release-1.20.3-rc1", false), ("app.min.js", false),
    ])
    func aTokenBehindADotIsKnownAgain(value: String, isKnown: Bool) {
        let clean = redactor().redacted(
            record("a HTTP/1.1\r\nCookie: session=\(value)\r\n", "hello \(value)!", type: "text/plain")
        ).record
        #expect(clean.requestHead?.raw.text.contains(value) == false)
        #expect((clean.request.content.bytes?.text.contains(value) == false) == isKnown)
    }

    @Test func manyThatBeginAlikeAreAllKnown() {
        var known = KnownSecrets()
        let values = (0..<20_000).map { Bytes("eyJhbGciOiJIUzI1NiJ9.payload\($0).Signature\($0)") }
        for value in values { known.add(value) }
        for value in [values[0], values[9_999], values[19_999]] {
            var found: [Secret] = []
            known.find(in: Bytes(Array("see ".utf8) + value.array + Array(", ok".utf8)), into: &found)
            #expect(found.map(\.range) == [4..<4 + value.count])
        }
    }

    @Test func ofSecretsInOneAnotherTheWholeIsFound() {
        var known = KnownSecrets()
        for value in ["efgh5678", "abcd1234", "abcd1234efgh5678", "5678ijkl90"] as [Bytes] { known.add(value) }
        var found: [Secret] = []
        known.find(in: "x abcd1234efgh5678ijkl90 abcd1234", into: &found)
        #expect(found.map(\.range) == [2..<24, 25..<33])
    }

    @Test func whatIsSaidOfAFlowHasItsSecretsReplacedToo() {
        let redactor = redactor()
        _ = redactor.redacted(record("a HTTP/1.1\r\nCookie: sid=short\r\n", ""))
        #expect(redactor.redacted(text: "short").text.hasPrefix("[secret "))
        #expect(!redactor.redacted(text: "the cookie is short.").text.contains("short"))
        #expect(redactor.redacted(text: "nothing here") == "nothing here")
    }

    @Test func changesOnTheWayAreReplacedToo() {
        var original = record("a HTTP/1.1\r\nAccept: a\r\n", "")
        original.request.edits = [
            Change(.add("X-Api-Key: addedKey123"), .rule("--add-request-header 'X-Api-Key: addedKey123'")),
            Change(.replaceStartLine("GET /?token=abc HTTP/1.1"), .rule("--x")),
        ]
        original.toldChanges = [
            FlowRecord.ChangedLine(
                message: .request, action: .replaced, line: "Cookie: a=secretA1", replacement: "Cookie: a=secretB2",
                reason: "--set-request-header 'Cookie: a=secretB2'")
        ]
        let clean = redactor().redacted(original).record
        let said = "\(clean.request.edits) \(clean.toldChanges ?? [])"
        for secret in ["addedKey123", "token=abc", "secretA1", "secretB2"] {
            #expect(!said.contains(secret), "\(secret)")
        }
    }

    @Test func offsetsFollowWhatWasReplaced() {
        let edits = [RedactedPlaces.Edit(range: 10..<14, count: 10), RedactedPlaces.Edit(range: 20..<40, count: 10)]
        #expect([0, 9, 10, 14, 19, 20, 30, 40, 50].map { edits.moved($0) } == [0, 9, 10, 20, 25, 26, 26, 36, 46])
        #expect(edits.moved(12..<16) == 10..<22)
    }
}
