import Bytes
import Foundation
import HTTPSemantics
import TestKit
import Testing

@Suite struct URLReferenceTests {
    /// RFC 3986 §5.4.1 and §5.4.2, the strict reading of the last.
    @Test(
        arguments: [
            ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
            ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
            (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"),
            ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
            ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
            ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"),
            ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
            ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
            ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
            ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
            ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
            ("g#s/./x", "http://a/b/c/g#s/./x"), ("g#s/../x", "http://a/b/c/g#s/../x"), ("http:g", "http:g"),
        ] as [(Bytes, Bytes)])
    func resolvesTheExamplesOfTheRFC(reference: Bytes, expected: Bytes) {
        let base = URLReference("http://a/b/c/d;p?q")
        #expect(URLReference(reference).resolved(against: base).raw == expected)
    }

    @Test func aBaseWithoutAPathGetsASlash() {
        #expect(URLReference("g").resolved(against: URLReference("http://a")).raw == "http://a/g")
    }

    /// WHATWG URL §4.5 step 3; RFC 3986 §3.3 forbids the path that §5.2.4 would leave.
    @Test(
        arguments: [
            ("/.//b", "x:/.//b"), ("/a/..//b", "x:/.//b"), ("y:/.//b", "y:/.//b"), ("//h/.//b", "x://h//b"),
        ] as [(Bytes, Bytes)])
    func aPathIsNeverTakenForAnAuthority(reference: Bytes, expected: Bytes) {
        #expect(URLReference(reference).resolved(against: URLReference("x:/")).raw == expected)
    }

    @Test func manyDotSegmentsTakeLinearTimeAndNoStack() {
        let climbing = (0..<100_000).flatMap { _ in Array("/..".utf8) }
        let base = URLReference("x:")
        // §5.2.4 steps 2A and 2D leave nothing of segments without a slash before them; 2C leaves the root.
        #expect(URLReference(Bytes(Array("..".utf8) + climbing)).resolved(against: base).raw == "x:")
        #expect(URLReference(Bytes(climbing)).resolved(against: base).raw == "x:/")
    }

    /// RFC 3986 §1.1.2 and §3, with the parts the generic syntax names.
    @Test func takesAURLApart() {
        let url = URLReference("foo://user:pw@example.com:8042/over/there?name=ferret#nose")
        #expect(url.bytes(url.scheme) == "foo")
        #expect(url.bytes(url.userinfo) == "user:pw")
        #expect(url.bytes(url.host) == "example.com")
        #expect(url.bytes(url.port) == "8042")
        #expect(url.bytes(url.path) == "/over/there")
        #expect(url.bytes(url.query) == "name=ferret")
        #expect(url.bytes(url.fragment) == "nose")
        #expect(url.effectivePort == 8042)
        #expect(url.firstDefect == nil)
    }

    @Test(
        arguments: [
            ("ldap://[2001:db8::7]/c=GB?objectClass?one", "[2001:db8::7]", nil), ("http://[::1]:80/", "[::1]", "80"),
            ("http://a:/", "a", ""), ("http://a@b@c/", "c", nil), ("http://a:x/", "a", "x"), ("//h", "h", nil),
            ("http://[::1/", "[::1", nil),
        ] as [(Bytes, Bytes, Bytes?)])
    func findsHostAndPort(url: Bytes, host: Bytes, port: Bytes?) {
        let parts = URLReference(url)
        #expect(parts.bytes(parts.host) == host)
        #expect(parts.bytes(parts.port) == port)
    }

    @Test(
        arguments: [
            ("http://a/b c", .unencoded, 10), ("http://a/%zz", .malformedPercent, 9),
            ("http://a/%4", .malformedPercent, 9),
            ("http://a:99999/", .malformedPort, 9), ("http://a:x/", .malformedPort, 9), ("http:///x", .missingHost, 7),
            ("http://[zz]/", .malformedAddress, 7), ("1a:b", .colonInFirstSegment, 2), ("/a\"b", .unencoded, 2),
        ] as [(Bytes, URLDefect.Kind, Int)])
    func namesTheFirstDefect(url: Bytes, kind: URLDefect.Kind, offset: Int) {
        let defect = URLReference(url).firstDefect
        #expect(defect?.kind == kind)
        #expect(defect?.offset == offset)
    }

    /// RFC 3986 wants these encoded and the URL Standard (§1.3) does not: PHP, Rails and jQuery rely on it.
    @Test(
        arguments: [
            ("/?id[]=1", 4), ("/list?filter[name][]=a&b", 12), ("/?a=1|2", 5), ("/?f={x}", 4), ("/?a^b", 3),
            ("/?a`b", 3), ("/?a\\b", 3), ("/a[1]", 2), ("/a|b", 2), ("http://h/x?a]", 12), ("/a#b#c", 4),
            ("http://u@h/#{a}", 12),
        ] as [(Bytes, Int)])
    func leavesWhatBrowsersLeave(url: Bytes, offset: Int) {
        let url = URLReference(url)
        #expect(url.firstDefect == nil)
        #expect(url.firstDefect { $0 == .leftUnencoded }?.offset == offset)
    }

    @Test(
        arguments: [
            ("/?a=\"b\"", .unencoded, 4), ("/?a[]=<b>", .unencoded, 6), ("/a{b}", .unencoded, 2),
            ("/a^b", .unencoded, 2), ("/a`b", .unencoded, 2), ("/a\\b", .unencoded, 2), ("/?ü", .unencoded, 2),
            ("/[ü", .unencoded, 2), ("/?a[]=%zz", .malformedPercent, 6), ("http://a[b/?c[]", .unencoded, 8),
            ("http://a[]@h/", .unencoded, 8), ("http://h:x/?a[]", .malformedPort, 9),
        ] as [(Bytes, URLDefect.Kind, Int)])
    func namesWhatBrowsersDoNotLeave(url: Bytes, kind: URLDefect.Kind, offset: Int) {
        let defect = URLReference(url).firstDefect
        #expect(defect?.kind == kind && defect?.offset == offset)
    }

    /// Each visible character in path and query, beside what the model of a browser makes of it.
    @Test func whatIsLeftIsWhatBrowsersLeave() {
        for byte in UInt8(ascii: "!")...UInt8(ascii: "~") where !"#%/?\\".utf8.contains(byte) {
            for place in ["", "?"] {
                let raw = Bytes(Array("http://h/\(place)a".utf8) + [byte] + Array("b".utf8))
                guard case .url(let read) = BrowserURL.read(raw) else {
                    Issue.record("\(raw)")
                    continue
                }
                let url = URLReference(raw)
                guard url.firstDefect({ _ in true }) != nil else { continue }
                #expect((url.firstDefect == nil) == (read.text == raw), "\(raw)")
            }
        }
    }

    struct Corpus: Decodable {
        struct Case: Decodable {
            struct Expected: Decodable {
                struct Parts: Decodable {
                    let schema, host, path, query, fragment: String?
                }
                let outcome: String
                let url: Parts
            }
            let id: String
            let raw: String
            let expected: Expected

            enum CodingKeys: String, CodingKey {
                case id
                case raw = "raw_b64"
                case expected
            }
        }
        let cases: [Case]
    }

    /// Where RFC 3986 says otherwise than that parser: a scheme without `//` is a URL, and `%` in an address has to be
    /// `%25` (RFC 6874).
    private static let differences: Set<Bytes> = ["schema:/path?query=value#schema", "http://[fe80::a%eth0]/"]

    @Test(.enabled(if: Corpora.isThere("url_llhttp"), "the corpus is not on this machine"))
    func agreesWithTheCorpus() throws {
        let corpus = try #require(try Corpora.load("url_llhttp", as: Corpus.self))
        #expect(corpus.cases.count == 21)
        for entry in corpus.cases {
            let raw = Bytes(Array(try #require(Data(base64Encoded: entry.raw))))
            let url = URLReference(raw)
            let isAccepted = (url.firstDefect == nil) != Self.differences.contains(raw)
            #expect(isAccepted == (entry.expected.outcome == "accept"), "\(entry.id) \(raw)")
            guard entry.expected.outcome == "accept" else { continue }
            #expect(url.bytes(url.scheme)?.text == entry.expected.url.schema, "\(raw)")
            #expect(url.bytes(url.authority)?.text == entry.expected.url.host, "\(raw)")
            #expect(url.bytes(url.path)?.text == entry.expected.url.path, "\(raw)")
            #expect(url.bytes(url.query)?.text == entry.expected.url.query, "\(raw)")
            #expect(url.bytes(url.fragment)?.text == entry.expected.url.fragment, "\(raw)")
        }
    }

    @Test(
        arguments: [
            ("a%20b", false, "a b"), ("a+b", false, "a+b"), ("a+b%2B", true, "a b+"), ("%", false, "%"),
            ("%4", false, "%4"), ("%zz%41", false, "%zzA"), ("%25 41", false, "% 41"),
        ] as [(Bytes, Bool, Bytes)])
    func decodesPercentSigns(text: Bytes, plusIsSpace: Bool, expected: Bytes) {
        #expect(PercentCoding.decode(text, plusIsSpace: plusIsSpace) == expected)
    }

    @Test func readsQueryPairs() {
        let pairs = PercentCoding.pairs("a=1&b&&c=x+y%26=z&=v")
        #expect(pairs.map(\.name) == ["a", "b", "c", ""])
        #expect(pairs.map(\.value) == ["1", nil, "x y&=z", "v"])
    }

    @Test func anyBytesCanBeTakenApart() {
        var state: UInt64 = 1
        let signs = Array(":/?#[]@%.a1\u{1B}".utf8) + [0x00, 0xFF]
        for _ in 0..<20_000 {
            var bytes: [UInt8] = []
            for _ in 0..<12 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                bytes.append(signs[Int(state >> 33) % signs.count])
            }
            let url = URLReference(Bytes(bytes))
            // Nothing is lost: the path begins where scheme and authority end, query and fragment follow.
            let end = url.fragment?.upperBound ?? url.query?.upperBound ?? url.path.upperBound
            #expect(end == bytes.count)
            _ = url.firstDefect
            _ = url.resolved(against: URLReference("http://h/p"))
        }
    }
}
