import Bytes
import HTTPSemantics
import Testing

@Suite struct URLFormsTests {
    /// RFC 3986 §6.2.2, §6.2.3 and RFC 9110 §4.2.3.
    @Test(
        arguments: [
            ("eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "example://a/b/c/%7Bfoo%7D"),
            ("http://example.com", "http://example.com/"),
            ("http://example.com:/", "http://example.com/"),
            ("http://example.com:80/", "http://example.com/"),
            ("http://example.com:8080/", "http://example.com:8080/"),
            ("https://example.com:80/", "https://example.com:80/"),
            ("http://EXAMPLE.com:/%7esmith/home.html", "http://example.com/~smith/home.html"),
            ("http://a/x%2fy?q=%c3%a9", "http://a/x%2Fy?q=%C3%A9"),
            ("http://[2001:DB8::1]:80", "http://[2001:db8::1]/"),
            ("/relative", "/relative"),
            // Malformed, and still no two of them become one: a digit that is decoded must not complete a triplet, a
            // port that goes must not leave another one, a path must not become an authority.
            ("http://a/%3%320", "http://a/%3%320"),
            ("http://a/%%31x", "http://a/%%31x"),
            ("http://a:80:80/", "http://a:80:80/"),
            ("http://a:80:/", "http://a:80:/"),
            ("x:/.//b", "x:/.//b"),
            ("x:/a/..//b", "x:/.//b"),
            ("http://%41%2e/", "http://a./"),
        ] as [(Bytes, Bytes)])
    func aURLHasOneNormalForm(url: Bytes, normal: Bytes) {
        #expect(URLReference(url).normalForm == normal)
        #expect(URLReference(normal).normalForm == normal)
    }

    /// RFC 3492 §7.1 (E, L, B), and two names everybody meets.
    @Test(
        arguments: [
            ("xn--Proprostnemluvesky-uyb24dma41a.example", "Pročprostěnemluvíčesky.example"),
            ("xn--3B-ww4c5e180e575a65lsy2b.example", "3年B組金八先生.example"),
            ("xn--ihqwcrb4cv8a8dqg056pqjye.example", "他们为什么不说中文.example"), ("xn--bcher-kva", "bücher"),
            ("www.xn--mnchen-3ya.de", "www.münchen.de"), ("www.XN--bcher-kva.example", "www.bücher.example"),
        ] as [(Bytes, String)])
    func namesInOtherScriptsAreDecoded(host: Bytes, text: String) {
        #expect(HostName.decoded(host)?.lowercased() == text.lowercased())
    }

    @Test(
        arguments: [
            "", "www.example", "xn--.example", "xn--99999999999.example", "xn--b.example", "a\u{0}.xn--bcher-kva",
        ]
            as [Bytes])
    func otherNamesAndMalformedOnesAreNotDecoded(host: Bytes) {
        #expect(HostName.decoded(host) == nil)
        #expect(HostName.decoded(Bytes(Array(repeating: host, count: 300).flatMap(\.array))) == nil)
    }

    @Test func aNameHasOneFormInASCII() {
        #expect(HostName.encoded("Bücher.example") == "xn--bcher-kva.example")
        #expect(HostName.encoded("example.org") == "example.org")
        #expect(HostName.encoded("a..b") == nil)
    }

    @Test func tripletsAreFoundAndClassified() {
        let octets = PercentOctet.list(in: "/%41%2F%25%20%c3%zz%4")
        #expect(octets.map(\.offset) == [1, 4, 7, 10, 13])
        #expect(octets.map(\.kind) == [.unreserved, .reserved, .percent, .excluded, .nonASCII])
        #expect(PercentOctet.list(in: "%41%41%41", limit: 2).count == 2)
    }

    @Test(
        arguments: [("/a%2520b", 2), ("/a%20b", nil), ("/100%25", nil), ("/%25zz", nil), ("%25%2541", 3)]
            as [(Bytes, Int?)])
    func encodingTwiceIsSeen(bytes: Bytes, place: Int?) {
        #expect(PercentOctet.doubleEncoding(in: bytes) == place)
    }

    /// What `encodeURIComponent`, `encodeURI` and a form make of it.
    @Test func theThreeEncodingsDifferInDelimitersAndSpace() {
        let text = Array("a&b=c d?é~*".utf8)
        #expect(TextEncoding.component.encode(text) == "a%26b%3Dc%20d%3F%C3%A9~%2A")
        #expect(TextEncoding.wholeURL.encode(text) == "a&b=c%20d?%C3%A9~*")
        #expect(TextEncoding.form.encode(text) == "a%26b%3Dc+d%3F%C3%A9%7E*")
    }
}
