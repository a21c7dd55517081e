import Bytes
import Explain
import Flow
import Testing

/// The leaves of values, by the grammars of the RFCs; `!` marks a malformed one.
@Suite struct FieldsExamplesTests {
    struct Example: CustomTestStringConvertible, Sendable {
        let name: String
        let value: Bytes
        let leaves: [String]

        init(_ name: String, _ value: Bytes, _ leaves: String...) {
            (self.name, self.value, self.leaves) = (name, value, leaves)
        }

        var testDescription: String { "\(name): \(value)" }
    }

    @Test(arguments: [
        // RFC 9110 §8.3.1
        Example(
            "Content-Type", "text/html;charset=\"a\\\"b\"", "type:text", "\"/\":/", "subtype:html", "\";\":;",
            "parameter-name:charset", "\"=\":=", "DQUOTE:\"", "qdtext:a", "quoted-pair:\\\"", "qdtext:b", "DQUOTE:\""),
        // RFC 9110 §5.6.1: empty elements are there to be skipped.
        Example("Vary", "a, ,b", "field-name:a", "\",\":,", "OWS: ", "\",\":,", "field-name:b"),
        // RFC 9110 §12.5.1
        Example(
            "Accept", "*/*;q=0.5", "type:*", "\"/\":/", "subtype:*", "\";\":;", "\"q=\":q=", "qvalue:0.5"),
        Example("Accept-Encoding", "gzip;q=0", "codings:gzip", "\";\":;", "\"q=\":q=", "qvalue:0"),
        Example(
            "Accept-Language", "en-GB, *", "language:en", "\"-\":-", "region:GB", "\",\":,", "OWS: ", "language-range:*"
        ),
        // RFC 9110 §8.8.3
        Example("ETag", "W/\"a\"", "weak:W/", "DQUOTE:\"", "etagc:a", "DQUOTE:\""),
        Example(
            "If-None-Match", "\"a,b\",\"\"", "DQUOTE:\"", "etagc:a,b", "DQUOTE:\"", "\",\":,", "DQUOTE:\"",
            "DQUOTE:\""),
        // RFC 9110 §14
        Example(
            "Range", "bytes=1-2,-3", "range-unit:bytes", "\"=\":=", "first-pos:1", "\"-\":-", "last-pos:2", "\",\":,",
            "\"-\":-", "suffix-length:3"),
        Example(
            "Content-Range", "bytes 0-9/*", "range-unit:bytes", "SP: ", "first-pos:0", "\"-\":-", "last-pos:9",
            "\"/\":/",
            "\"*\":*"),
        // RFC 9110 §11
        Example("Authorization", "Basic YTpi", "auth-scheme:Basic", "SP: ", "token68:YTpi"),
        Example(
            "WWW-Authenticate", "A b=c, D", "auth-scheme:A", "SP: ", "token:b", "\"=\":=", "token:c", "\",\":,",
            "OWS: ",
            "auth-scheme:D"),
        // RFC 9111 §5.2
        Example(
            "Cache-Control", "no-store,max-age=0", "cache-directive:no-store", "\",\":,", "token:max-age", "\"=\":=",
            "delta-seconds:0"),
        // RFC 6265bis §4
        Example(
            "Cookie", "a=b; c=\"d\"", "cookie-name:a", "\"=\":=", "cookie-octet:b", "\";\":;", "SP: ", "cookie-name:c",
            "\"=\":=", "DQUOTE:\"", "cookie-octet:d", "DQUOTE:\""),
        Example(
            "Set-Cookie", "a=b; Secure; Path=/", "cookie-name:a", "\"=\":=", "cookie-octet:b", "\";\":;", "OWS: ",
            "secure-av:Secure", "\";\":;", "OWS: ", "attribute-name:Path", "\"=\":=", "path-value:/"),
        // RFC 3986
        Example(
            "Location", "http://u@h:1/%41?b#c", "scheme:http", "\":\"::", "\"//\"://", "userinfo:u", "\"@\":@",
            "reg-name:h",
            "\":\"::", "port:1", "\"/\":/", "segment:%41", "\"?\":?", "query:b", "\"#\":#", "fragment:c"),
        Example("Host", "[::1]:80", "IP-literal:[::1]", "\":\"::", "port:80"),
        // RFC 9110 §7
        Example("Connection", "close, X", "connection-option:close", "\",\":,", "OWS: ", "connection-option:X"),
        Example(
            "Via", "1.1 a (b)", "received-protocol:1.1", "RWS: ", "received-by:a", "RWS: ", "\"(\":(", "ctext:b",
            "\")\":)"),
        Example("Upgrade", "a/1", "protocol-name:a", "\"/\":/", "protocol-version:1"),
        Example(
            "Server", "a/1 (b)", "token:a", "\"/\":/", "product-version:1", "RWS: ", "\"(\":(", "ctext:b", "\")\":)"),
        // RFC 8288 §3
        Example(
            "Link", "</a>; rel=b", "\"<\":<", "\"/\":/", "segment:a", "\">\":>", "\";\":;", "OWS: ", "token:rel",
            "\"=\":=",
            "token:b"),
        // RFC 9651
        Example("Priority", "u=1, i", "member-key:u", "\"=\":=", "sf-integer:1", "\",\":,", "SP: ", "member-key:i"),
        Example(
            "Cache-Status", "a;hit, (b)", "sf-token:a", "\";\":;", "param-key:hit", "\",\":,", "SP: ", "\"(\":(",
            "sf-token:b",
            "\")\":)"),
        // Unknown fields.
        Example("X-Other", "a, b", "field-value:a, b"),
    ])
    func aValueHasTheLeavesOfItsGrammar(example: Example) {
        let tree = FieldTree(example.name, example.value)
        #expect(tree.leaves == example.leaves)
        #expect(tree.malformed.isEmpty)
    }

    @Test(arguments: [
        Example("Content-Length", "+5", "!Content-Length:+5"),
        Example("Content-Length", "5, 5x", "Content-Length:5", "\",\":,", "OWS: ", "!Content-Length:5x"),
        Example("Content-Type", "text", "!type:text"),
        Example("Content-Type", "text/ html", "type:text", "!\"/\":/", "!media-type: html"),
        Example("Content-Type", "a/b; c", "type:a", "\"/\":/", "subtype:b", "\";\":;", "OWS: ", "!parameter-name:c"),
        Example("Content-Type", "a/b;c=", "type:a", "\"/\":/", "subtype:b", "\";\":;", "parameter-name:c", "!\"=\":="),
        // RFC 9110 §5.6.6: no white space around the equals sign; a reader may step over it, so it has a name.
        Example(
            "Content-Type", "a/b;c =d", "type:a", "\"/\":/", "subtype:b", "\";\":;", "parameter-name:c", "!BWS: ",
            "\"=\":=",
            "parameter-value:d"),
        Example("Accept-Encoding", "gzip;q=1.5", "codings:gzip", "\";\":;", "\"q=\":q=", "!qvalue:1.5"),
        Example("Vary", "a b", "field-name:a", "!Vary: b"),
        Example("Vary", "(a)", "!field-name:(a)"),
        Example("ETag", "abc", "!opaque-tag:abc"),
        Example("ETag", "\"a b\"", "DQUOTE:\"", "etagc:a", "!etagc: ", "etagc:b", "DQUOTE:\""),
        Example("ETag", "\"a", "DQUOTE:\"", "!etagc:a"),
        Example("Range", "bytes", "!range-unit:bytes"),
        Example("Range", "bytes=x", "range-unit:bytes", "\"=\":=", "!range-spec:x"),
        Example("Cache-Control", "max-age=1h", "token:max-age", "\"=\":=", "!delta-seconds:1h"),
        Example("Age", "-1", "!delta-seconds:-1"),
        Example("Retry-After", "1.5", "!delta-seconds:1.5"),
        Example("Cookie", "a", "!cookie-pair:a"),
        Example("Cookie", "a=b c", "cookie-name:a", "\"=\":=", "cookie-octet:b", "!cookie-octet: ", "cookie-octet:c"),
        Example(
            "Set-Cookie", "a=b;Max-Age=x", "cookie-name:a", "\"=\":=", "cookie-octet:b", "\";\":;",
            "attribute-name:Max-Age", "\"=\":=", "!max-age-value:x"),
        Example(
            "Set-Cookie", "a=b;SameSite=Often", "cookie-name:a", "\"=\":=", "cookie-octet:b", "\";\":;",
            "attribute-name:SameSite", "\"=\":=", "!samesite-value:Often"),
        Example("Host", "a b", "!reg-name:a b"),
        Example("Host", "a:99999", "reg-name:a", "\":\"::", "!port:99999"),
        Example("Host", "a/b", "!Host:a/b"),
        Example("Location", "/a b", "\"/\":/", "pchar:a", "!pct-encoded: ", "pchar:b"),
        Example("Location", "/%4", "\"/\":/", "!pct-encoded:%", "pchar:4"),
        Example("Authorization", "Bearer a b", "auth-scheme:Bearer", "SP: ", "!token68:a b"),
        Example("WWW-Authenticate", "realm=\"a\"", "!auth-scheme:realm=\"a\""),
        Example("Server", "a/1 (b", "token:a", "\"/\":/", "product-version:1", "RWS: ", "\"(\":(", "ctext:b"),
        Example("Link", "/a", "!link-value:/a"),
        Example("X-Content-Type-Options", "sniff", "!nosniff:sniff"),
        Example("Access-Control-Allow-Credentials", "True", "!true:True"),
        Example("Access-Control-Allow-Origin", "a, b", "!origin-or-null:a, b"),
        // RFC 9651 §4.2: what was read keeps its name; the rest is what was expected.
        Example("Priority", "u=1, I", "member-key:u", "\"=\":=", "sf-integer:1", "\",\":,", "SP: ", "!key:I"),
        Example("Priority", "u=1,", "member-key:u", "\"=\":=", "sf-integer:1", "!\",\":,"),
        Example("X-Other", "a\u{1}b", "field-value:a", "!field-value:\u{1}", "field-value:b"),
    ])
    func whatIsMalformedIsNamedAtItsPlace(example: Example) {
        let tree = FieldTree(example.name, example.value)
        #expect(tree.leaves == example.leaves)
        #expect(!tree.malformed.isEmpty)
    }

    @Test(
        arguments: [
            // RFC 9110 §5.6.7
            ("Sun, 06 Nov 1994 08:49:37 GMT", "IMF-fixdate", nil),
            ("Sunday, 06-Nov-94 08:49:37 GMT", "rfc850-date", nil),
            ("Sun Nov  6 08:49:37 1994", "asctime-date", nil), ("Sun, 06 Nov 1994 08:49:37 CET", "IMF-fixdate", "CET"),
            ("Sun, 6 Nov 1994 08:49:37 GMT", "IMF-fixdate", "6"),
            ("Son, 06 Nov 1994 08:49:37 GMT", "IMF-fixdate", "Son"),
            ("Sun, 06 Now 1994 08:49:37 GMT", "IMF-fixdate", "Now"),
            ("Sun, 06 Nov 1994 24:49:37 GMT", "IMF-fixdate", "24"),
            ("Sun, 06 Nov 1994 08:49:37 GMT x", "IMF-fixdate", "GMT x"),
        ] as [(Bytes, String, String?)])
    func datesAreReadInThreeForms(value: Bytes, form: String, malformed: String?) {
        let tree = FieldTree("Date", value)
        #expect(tree.spans.map(\.rule) == [form])
        let leaf = tree.malformed.last { $0.children.isEmpty }
        #expect(leaf.map { value.slice($0.range).text } == malformed)
        #expect((tree.spans.first?.isMalformed == true) == (malformed != nil))
        #expect((tree.text(form)?.contains("1994-11-06 08:49:37 UTC") == true) == (malformed == nil))
    }

    /// Each part is written as it should be, and there is no such day.
    @Test func aDayThatDoesNotExistIsMalformed() {
        let tree = FieldTree("Date", "Tue, 31 Feb 2026 00:00:00 GMT")
        #expect(tree.malformed.map(\.rule) == ["IMF-fixdate"])
    }

    @Test(
        arguments: [
            ("Cache-Control", "max-age=5400", "cache-directive", "5400 seconds (1 hour 30 minutes)"),
            ("Set-Cookie", "a=b; Max-Age=86400", "max-age-av", "1 day"),
            ("Set-Cookie", "a=b; Max-Age=0", "max-age-av", "deletes"),
            ("Set-Cookie", "a=b; domain=.X.org", "domain-av", "x.org and all its subdomains"),
            ("Set-Cookie", "__Host-a=b", "cookie-pair", "prefix guarantees"),
            ("Authorization", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==", "token68", "“Aladdin” and password “open sesame”"),
            ("Location", "/%C3%A4", "segment", "“ä”"), ("ETag", "W/\"x\"", "entity-tag", "weak"),
            ("Content-Disposition", "attachment; filename*=UTF-8''%e2%82%ac", "disposition-parm", "“€”"),
            ("Range", "bytes=-5", "suffix-range", "last 5 bytes"), ("Range", "bytes=5-9", "int-range", "5 bytes"),
            ("Content-Range", "bytes 0-9/20", "range-resp", "0 to 9 of 20: 10 bytes"),
            ("Age", "1", "delta-seconds", "1 second "),
            ("Priority", "u=1", "member-key", "urgency"), ("Deprecation", "@0", "sf-date", "1970-01-01 00:00:00 UTC"),
            ("Strict-Transport-Security", "max-age=0", "directive", "to forget"),
            ("Alt-Svc", "h3=\":443\"", "alt-value", "port 443"),
            ("X-Other", "\u{e9}", "obs-text", "é"),
        ] as [(String, Bytes, String, String)])
    func theSentenceSaysWhatTheValueSays(name: String, value: Bytes, rule: String, words: String) {
        let text = FieldTree(name, value).text(rule)
        #expect(text?.contains(words) == true, "\(text ?? "no \(rule)")")
    }

    @Test func bytesThatAreNotUTF8AreShownAsTheyAre() {
        #expect(FieldTree("X-Other", Bytes([0xE9, 0xFF])).text("obs-text")?.hasSuffix("\\xE9\\xFF") == true)
    }

    @Test func aDirectiveMeansOtherThingsInARequest() {
        let request = FieldTree("Cache-Control", "max-age=1", in: .request).text("cache-directive")
        let response = FieldTree("Cache-Control", "max-age=1", in: .response).text("cache-directive")
        #expect(request?.contains("no response older than 1 second") == true)
        #expect(response?.contains("fresh for 1 second") == true)
        #expect(FieldTree("Cache-Control", "max-stale").text("cache-directive")?.contains("only in a request") == true)
    }

    @Test func aRangeInTheWrongOrderIsMalformed() {
        #expect(FieldTree("Range", "bytes=9-5").malformed.map(\.rule) == ["int-range"])
        #expect(FieldTree("Content-Range", "bytes 9-5/10").malformed.map(\.rule) == ["range-resp", "incl-range"])
    }

    @Test func commentsNestAsDeepAsTheyAreNamed() {
        let tree = FieldTree("Server", "a ((((((((((b))))))))))")
        #expect(tree.malformed.isEmpty)
        #expect(tree.groups.filter { $0 == "comment" }.count == 6)
    }

    @Test func offsetsCountFromWhereTheValueStands() {
        let spans = FieldValue.dissect(name: "Allow", value: "GET,PUT", at: 40, in: .response)
        #expect(spans.map(\.offset) == [40, 43, 44])
    }
}
