import Testing

@testable import Formats

/// A command line of curl is read as curl reads it, and no file with it.
@Suite struct PastedCurlTests {
    @Test(
        arguments: [
            ("a b  c", ["a", "b", "c"]), ("a 'b c' d", ["a", "b c", "d"]),
            (#"a "b \"c\" $d \\" e"#, ["a", #"b "c" $d \"#, "e"]), (#"a'b'"c"d"#, ["abcd"]),
            ("a \\\n  b \\\r\n c", ["a", "b", "c"]), (#"a\ b \' ''"#, ["a b", "'", ""]),
            (#"$'a\nb\'\\\x41\u00fc\ud83d\ude00'"#, ["a\nb'\\Aü😀"]), ("a 'b", nil), (#"a "b"#, nil), ("a $'b", nil),
            (#"a \"#, nil), ("", []),
        ] as [(String, [String]?)])
    func wordsAreThoseOfAShell(text: String, words: [String]?) { #expect(PastedCurl.words(text) == words) }

    @Test func whatABrowserCopiesIsRead() throws {
        let read = try #require(
            PastedCurl(
                #"""
                curl 'http://api.hark.test/a?b=1' \
                  -X 'PUT' \
                  -H 'accept: */*' -H 'x-empty;' \
                  -b 'sid=1; t=2' \
                  --data-raw $'{"a":"it\'s"}' \
                  --compressed -s --insecure
                """#))
        #expect(read.method == "PUT" && read.url == "http://api.hark.test/a?b=1" && read.unused.isEmpty)
        #expect(
            read.headers == [
                "accept: */*", "x-empty:", "Cookie: sid=1; t=2", "Content-Type: application/x-www-form-urlencoded",
            ])
        #expect(read.body == #"{"a":"it's"}"#)
    }

    @Test(arguments: [
        ("curl example.test", "GET", "http://example.test", ""), ("$ curl -I http://a", "HEAD", "http://a", ""),
        ("curl http://a -d x=1 -d y=2", "POST", "http://a", "x=1&y=2"),
        ("curl http://a -dx=1", "POST", "http://a", "x=1"),
        ("curl http://a --data=x", "POST", "http://a", "x"), ("curl -G http://a -d x=1", "GET", "http://a?x=1", ""),
        ("curl -G http://a?b -d x=1", "GET", "http://a?b&x=1", ""),
        ("curl http://a --json '[1' --json ']'", "POST", "http://a", "[1]"),
        ("curl http://a --data-urlencode 'a=b c&d'", "POST", "http://a", "a=b%20c%26d"),
        ("curl http://a --data-urlencode '=é'", "POST", "http://a", "%C3%A9"),
        ("curl --url http://a -XDELETE", "DELETE", "http://a", ""), ("curl -sSL http://a", "GET", "http://a", ""),
        ("curl http://a -d $'x\\ny'", "POST", "http://a", "xy"),
        ("curl http://a --data-binary $'x\\ny'", "POST", "http://a", "x\ny"),
        ("curl http://a --data-raw @x", "POST", "http://a", "@x"),
    ])
    func eachOptionDoesWhatItDoesInCurl(text: String, method: String, url: String, body: String) throws {
        let read = try #require(PastedCurl(text))
        #expect(read.method == method && read.url == url && read.body == body && read.unused.isEmpty, "\(read)")
    }

    @Test func headersComeOnce() {
        #expect(PastedCurl("curl http://a -u me:ü")?.headers == ["Authorization: Basic bWU6w7w="])
        #expect(PastedCurl("curl http://a -H 'user-agent: x' -A y")?.headers == ["user-agent: x"])
        #expect(
            PastedCurl("curl http://a --json '{}'")?.headers
                == ["Content-Type: application/json", "Accept: application/json"])
    }

    @Test func whatIsNotUsedIsSaidAndNoFileIsRead() {
        let unused = "-o out -x proxy:1 -d @/etc/passwd --data-urlencode n@file -b jar.txt --strange -F a=b"
        let read = PastedCurl("curl http://a \(unused)")
        #expect(read?.body == "" && read?.headers == [])
        #expect(read?.unused == unused.split(separator: " ").map { String($0) })
    }

    @Test(arguments: [
        "", "http://a", "curly http://a", "wget http://a", "curl", "curl 'http://a", "x curl http://a",
        "curl http://a '" + String(repeating: "x", count: 1 << 20) + "'",
    ])
    func otherTextsAreNone(text: String) { #expect(PastedCurl(text) == nil) }
}
