import Bytes
import Explain
import Flow
import Testing

/// What single values mean: the words that carry it, and the words that would be false of it.
@Suite struct ValueWordsTests {
    private func words(_ name: Bytes, _ value: Bytes, _ kind: MessageKind = .response) -> String {
        var texts: [String] = []
        func walk(_ span: Span) {
            texts.append(span.text)
            for child in span.children { walk(child) }
        }
        for span in FieldValue.dissect(name: name, value: value, at: 0, in: kind) { walk(span) }
        return texts.joined(separator: "\n")
    }

    private func flaws(_ name: Bytes, _ value: Bytes) -> Int {
        FieldValue.dissect(name: name, value: value, at: 0, in: .response).reduce(0) {
            $0 + $1.malformedLeaves.count
        }
    }

    /// Syntax in place of meaning: "The token same-origin."
    @Test(
        arguments: [
            ("Sec-Fetch-Site", "none", "typed"), ("Sec-Fetch-Site", "cross-site", "another site"),
            ("Sec-Fetch-Mode", "navigate", "navigation"), ("Sec-Fetch-Mode", "no-cors", "cannot read it"),
            ("Sec-Fetch-Dest", "empty", "fetch()"), ("Sec-Fetch-User", "?1", "click"),
            ("Cross-Origin-Opener-Policy", "same-origin", "can refer to its window"),
            ("Cross-Origin-Embedder-Policy", "require-corp; report-to=\"a\"", "only resources that allow it"),
            ("Origin-Agent-Cluster", "?1", "hint"), ("Permissions-Policy", "camera=()", "No page can use camera"),
            ("Permissions-Policy", "camera=(self)", "this origin"), ("Permissions-Policy", "camera=*", "Every page"),
            ("Permissions-Policy", "camera=(self \"https://b.example\")", "this origin, https://b.example"),
            ("Clear-Site-Data", "\"cookies\"", "HttpOnly"), ("Clear-Site-Data", "\"cache\"", "its cache"),
            ("Sec-CH-UA", "\"Chromium\";v=\"121\"", "version 121"),
            ("Reporting-Endpoints", "main=\"/r\"", "Reports for main go to /r"),
            ("Signature-Input", "s=(\"@method\");created=1", "covers"),
            ("Cache-Status", "edge; hit; ttl=30", "edge answered from its stored responses"),
            ("Cache-Status", "edge; fwd=stale; stored", "forwarded the request"),
            ("Cache-Status", "edge; hit; ttl=-5", "stale for 5"),
            ("RateLimit", "\"default\";r=0;t=50", "renewed in 50 seconds"),
            ("RateLimit-Policy", "\"burst\";q=100;w=60", "100 in 60 seconds"),
            ("Deprecation", "@1688169599", "Deprecated as of 2023-06-30"), ("Deprecation", "true", "older drafts"),
        ] as [(Bytes, Bytes, String)])
    func aValueSaysWhatItDoes(name: Bytes, value: Bytes, expected: String) {
        #expect(words(name, value).contains(expected), "\(words(name, value))")
    }

    @Test func whatBrowsersDoNotKnowIsGivenNoMeaning() {
        #expect(words("Clear-Site-Data", "\"cookie\"").contains("not a type of data"))
        #expect(!words("Sec-Fetch-Site", "no-site").contains("typed"))
        #expect(!words("Cache-Status", "edge; fwd=uri-miss").contains("answered from"))
        #expect(!words("Permissions-Policy", "camera=()").contains("this origin can"))
    }

    // MARK: - Content-Security-Policy

    @Test func eachDirectiveHasASentence() {
        let text = words(
            "Content-Security-Policy",
            "default-src 'self'; img-src * data:; object-src 'none'; frame-ancestors 'none'; upgrade-insecure-requests")
        for sentence in [
            "All content without a directive of its own may come from: the page's own origin.",
            "Images may come from: any address, data: URLs.", "Plug-in content may come from: nowhere.",
            "The page may be shown in frames of: nowhere.", "The browser loads the page's http links over https.",
        ] { #expect(text.contains(sentence), "\(sentence)") }
    }

    /// An empty list of sources is 'none' (CSP3 §2.3.1), and a name that CSP has not has no effect.
    @Test func mistakesInAPolicyAreNotExplainedAway() {
        #expect(words("Content-Security-Policy", "img-src").contains("Images may come from: nowhere."))
        #expect(words("Content-Security-Policy", "defalut-src 'self'").contains("not a directive that Hark knows"))
        let unquoted = words("Content-Security-Policy", "script-src self")
        #expect(unquoted.contains("quotes are missing") && !unquoted.contains("the page's own origin"))
    }

    // MARK: - Fields of which one value decides

    @Test(
        arguments: [
            "max-age=31536000; max-age=0", "includeSubDomains", "max-age=1; includeSubDomains; INCLUDESUBDOMAINS",
        ] as [Bytes])
    func anInvalidTransportPolicyHasNoEffect(value: Bytes) {
        let text = words("Strict-Transport-Security", value)
        #expect(text.contains("No effect"))
        #expect(!text.contains("use only TLS") && !text.contains("forget"))
    }

    /// Browsers look for a second max-age or includeSubDomains only.
    @Test func aValidTransportPolicyHas() {
        #expect(words("Strict-Transport-Security", "max-age=1; preload; PRELOAD").contains("use only TLS"))
        #expect(words("Strict-Transport-Security", "max-age=60; includeSubDomains").contains("use only TLS"))
        #expect(words("Strict-Transport-Security", "max-age=0").contains("to forget"))
    }

    @Test func frameOptionsThatDifferAllowNoFrame() {
        let differ = words("X-Frame-Options", "SAMEORIGIN, DENY")
        #expect(differ.contains("in every frame") && !differ.contains("Only pages of the same origin"))
        // Said twice it is the same.
        #expect(words("X-Frame-Options", "DENY, deny").contains("No page can show"))
        #expect(flaws("X-Frame-Options", "ALLOW-FROM https://a.example") > 0)
    }

    @Test(arguments: ["abc", "", "1.2.3", "nan", "0x10"] as [Bytes])
    func aDurationThatIsNoNumberIsNone(value: Bytes) {
        let text = words("Server-Timing", Bytes("db;dur=\"\(value.text)\""))
        #expect(!text.contains("milliseconds.") || text.contains("expected"))
        #expect(!text.contains("It took"))
    }

    @Test func aDurationIsOne() {
        #expect(words("Server-Timing", "db;dur=53.2").contains("It took 53.2 milliseconds."))
    }

    // MARK: - Links

    @Test func onlyTheFirstRelationCounts() {
        let text = words("Link", "<x>; rel=next; rel=prev")
        #expect(text.contains("next of a series") && text.contains("“prev” is ignored"))
        #expect(!text.contains("the previous one"))
    }

    @Test func anAnchorMovesTheStart() {
        let text = words("Link", "</x>; rel=\"next help\"; anchor=\"#a\"")
        #expect(text.contains("from #a to /x") && !text.contains("from this resource to"))
        #expect(text.contains("next of a series") && text.contains("is help for"))
    }

    @Test func whatHasNoTargetIsNoLink() {
        let text = words("Link", "/p?page=2; rel=next")
        #expect(text.contains("Not a link") && !text.contains("next of a series"))
    }

    // MARK: - Dates and names

    /// Eight sentences, one for each part of a date that is not there.
    @Test(arguments: [("Retry-After", "-1"), ("Retry-After", "soon"), ("Sunset", "2026-06-30")] as [(Bytes, Bytes)])
    func whatIsNoDateIsSaidOnce(name: Bytes, value: Bytes) {
        let text = words(name, value)
        #expect(text.contains("GMT") && !text.contains("one space"))
        #expect(flaws(name, value) == 1)
        #expect(text.contains("number of seconds") == (name == "Retry-After"))
    }

    @Test func aDateWithOneFlawStillNamesIt() {
        #expect(words("Sunset", "Sun, 06 Nov 1994 08:49:37 UTC").contains("GMT"))
        #expect(words("Sunset", "Sun, 06 Foo 1994 08:49:37 GMT").contains("month"))
    }

    /// RFC 8187 §3.2.1: UTF-8, and nothing else has to be understood.
    @Test func anExtendedNameHasToBeInUTF8() {
        #expect(words("Content-Disposition", "attachment; filename*=iso-8859-1''%a3").contains("UTF-8"))
        #expect(!words("Content-Disposition", "attachment; filename*=UTF-8''%c2%a3").contains("must be"))
    }

    // MARK: - Credentials

    @Test func aLoneSchemeIsASchemeAndALoneWordIsNone() {
        #expect(words("Authorization", "Bearer", .request).contains("scheme Bearer"))
        let word = words("Authorization", "abc123", .request)
        #expect(word.contains("without a scheme") && !word.contains("The scheme abc123"))
        #expect(words("Authorization", "Frob abc", .request).contains("Hark does not know"))
        #expect(words("Authorization", "DPoP abc", .request).contains("bound to a key"))
    }

    @Test func theServerIsNotTheResource() {
        #expect(!words("Allow", "GET, HEAD").contains("resource"))
    }
}
