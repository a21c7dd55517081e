import Bytes
import HTTPSemantics
import Testing

/// The URL Standard's reading of texts that RFC 3986 reads otherwise, or calls malformed. Each case follows the steps
/// of its §4.4 (parser), §3.5 (hosts) and §1.3 (what is encoded where).
@Suite struct BrowserURLTests {
    private func read(_ text: String, at base: String? = nil) -> BrowserURL.Reading {
        var page: BrowserURL?
        if let base, case .url(let url) = BrowserURL.read(Bytes(base)) { page = url }
        return BrowserURL.read(Bytes(text), relativeTo: page)
    }

    private func text(_ text: String, at base: String? = nil) -> String? {
        if case .url(let url) = read(text, at: base) { url.text.text } else { nil }
    }

    @Test(arguments: [
        ("http://example.com", "http://example.com/"),
        ("HTTP://EXAMPLE.com:80/a", "http://example.com/a"),
        ("https://h:0443/", "https://h/"),
        ("http://h:/", "http://h/"),
        // Whatever number of slashes, of either kind.
        ("http:h/a", "http://h/a"), ("http:/h/a", "http://h/a"), ("http:////h/a", "http://h/a"),
        ("http:\\\\h\\a\\b", "http://h/a/b"),
        // Spaces and controls at the ends go, tabs and line ends everywhere.
        (" \u{1}http://h/a \n", "http://h/a"), ("ht\ntp://h\t/a\rb", "http://h/ab"),
        // Dots, also when they are encoded.
        ("http://h/a/./b/../c", "http://h/a/c"), ("http://h/a/%2e%2E/b", "http://h/b"),
        ("http://h/a/.%2e/..", "http://h/"), ("http://h/a/b/.", "http://h/a/b/"), ("http://h/...", "http://h/..."),
        ("http://h/%2e%2e%2e", "http://h/%2e%2e%2e"),
        // Encoded as each part asks; triplets and lone percent signs stay.
        ("http://h/a b\"<>`{}^|", "http://h/a%20b%22%3C%3E%60%7B%7D%5E|"),
        ("http://h/?a b'\"<>`{}|", "http://h/?a%20b%27%22%3C%3E`{}|"),
        ("http://h/#a b`\"<>{}", "http://h/#a%20b%60%22%3C%3E{}"),
        ("http://h/%zz%7e%2F", "http://h/%zz%7e%2F"), ("http://h/ä?ü", "http://h/%C3%A4?%C3%BC"),
        // The last @ ends the credentials.
        ("http://a@b@h/", "http://a%40b@h/"), ("http://user:pa:ss@h/", "http://user:pa%3Ass@h/"),
        ("http://@h/", "http://h/"), ("http://:@h/", "http://h/"),
        // Numbers are addresses.
        ("http://127.1/", "http://127.0.0.1/"), ("http://0x7f.0.0.1/", "http://127.0.0.1/"),
        ("http://2130706433/", "http://127.0.0.1/"), ("http://017700000001/", "http://127.0.0.1/"),
        ("http://1.2.3.4./", "http://1.2.3.4/"), ("http://0x/", "http://0.0.0.0/"),
        ("http://[::1]:8080/", "http://[::1]:8080/"), ("http://[0:0:1:0:0:0:0:AB]/", "http://[0:0:1::ab]/"),
        ("http://[::ffff:1.2.3.4]/", "http://[::ffff:102:304]/"), ("http://[1:0::]/", "http://[1::]/"),
        // Names in other scripts, and names that are encoded.
        ("http://B\u{FC}cher.example/", "http://xn--bcher-kva.example/"),
        ("http://ex%61mple.com/", "http://example.com/"),
    ])
    func isReadAsTheStandardSays(written: String, url: String) {
        #expect(text(written) == url)
    }

    @Test(
        arguments: [
            ("b", "http://h/a/b"), ("", "http://h/a/c?q"), ("?x", "http://h/a/c?x"), ("#f", "http://h/a/c?q#f"),
            ("/b", "http://h/b"), ("../../b", "http://h/b"), ("//i/b", "http://i/b"), ("\\\\i/b", "http://i/b"),
            ("/\\i/b", "http://i/b"), ("\\b", "http://h/b"), ("http:b", "http://h/a/b"), ("http:/b", "http://h/b"),
            ("http:\\\\i/b", "http://i/b"), ("https:i/b", "https://i/b"), ("/\t/i", "http://i/"),
            ("./%2e%2e/b", "http://h/b"),
            ("a:b@c", nil), ("//", nil), ("https://", nil),
        ] as [(String, String?)])
    func isReadRelativeToItsPage(written: String, url: String?) {
        #expect(text(written, at: "http://h/a/c?q") == url)
    }

    @Test(arguments: [
        ("http://", BrowserURL.Refusal.emptyHost), ("http:///", .emptyHost), ("http://@/", .emptyHost),
        ("http://:80/", .emptyHost), ("http://h:65536/", .port), ("http://h:8a/", .port), ("http://h:+1/", .port),
        ("http://a b/", .host), ("http://a<b/", .host), ("http://a%00b/", .host), ("http://a%2fb/", .host),
        ("http://[::1%25eth0]/", .host), ("http://[::1/", .host), ("http://[1:2]/", .host), ("http://[::1::]/", .host),
        ("http://[1.2.3.4]/", .host), ("http://[::1.2.3]/", .host), ("http://[12345::]/", .host),
        ("http://256.1.1.1/", .host), ("http://1.2.3.4.5/", .host), ("http://0x100000000/", .host),
        ("http://a.1/", .host), ("http://1..2/", .host), ("http://08/", .host),
        ("/a", .relative), ("a", .relative), ("", .relative), ("//h/", .relative),
    ])
    func leadsNowhere(written: String, refusal: BrowserURL.Refusal) {
        #expect(read(written) == .refused(refusal))
    }

    @Test(arguments: ["mailto:a@b", "data:,x", "javascript:x", "ftp://h/", "file:///a"])
    func otherSchemesAreLeftAlone(written: String) {
        #expect(read(written) == .otherScheme)
    }

    // MARK: - Against RFC 3986

    private func difference(_ text: String) -> BrowserURL.Difference? {
        guard case .url(let url) = read(text) else { return nil }
        return url.difference(from: URLReference(Bytes(text)))
    }

    @Test(arguments: [
        "http://h/", "http://h", "HTTP://H:80/a/../b", "https://h:443/a%7Eb?x=%41&y#f", "http://ex%61mple.com/",
        "http://B\u{FC}cher.example/a", "http://[0:0::1]/", "http://1.2.3.4/", "http://h/a b?c d", "http://u:p@h/a;b=1",
        "http://h./", "http://h/%2f%2e",
    ])
    func mostURLsMeanTheSameToBoth(text: String) {
        #expect(difference(text) == nil)
    }

    @Test(arguments: [
        ("http:/h/a", BrowserURL.Difference.server), ("http://h\\@i/", .server), ("http://127.1/", .server),
        ("http://0x7f000001/", .server), ("http:\\\\i/", .server), ("http://h\t.i/", .server),
        ("http://h/a\\b", .target), ("http://h/a/%2e%2e/b", .target), ("http://h/a\tb", .target),
    ])
    func whereTheyPartIsFound(text: String, difference: BrowserURL.Difference) {
        #expect(self.difference(text) == difference)
    }

    /// Whatever the bytes: an answer, and one that reads as itself.
    @Test func anyBytesAreReadAndWhatIsReadStays() {
        var state: UInt64 = 7
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let pieces = [
            "http", "s:", ":", "/", "//", "\\", "@", "?", "#", ".", "..", "%2e", "%", "[", "]", "::1", "0x7f", "1",
            "80",
            "a", "é", " ", "\t", "h.example", "xn--bcher-kva", "\u{0}", "|", "^",
        ]
        for _ in 0..<4000 {
            let text = Bytes("http:" + (0..<next(9)).map { _ in pieces[next(pieces.count)] }.joined())
            guard case .url(let url) = BrowserURL.read(text) else { continue }
            #expect(BrowserURL.read(url.text) == .url(url), "\(text)")
            #expect(url.path.first == ASCII.slash)
            #expect(!url.text.contains { $0 <= ASCII.space || $0 >= ASCII.delete })
        }
    }
}
