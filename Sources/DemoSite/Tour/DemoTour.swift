import Bytes
import HTTPModel

/// The guided tour of the demo site: lessons in order. Data alone; `hark demo` walks through it.
package enum DemoTour {
    package static let steps: [TourStep] =
        [firstLook, redirects, changedMethod, cookies, revalidation, freshness, chunks, earlyHints, compression]
        + [ranges, basic, digest, expectation, noContent, refusals, flaky, events, form, versions, call, graphQL]

    private static let firstLook = TourStep(
        "A request and its answer",
        "One line per exchange: time, method, URL, status, size of the content, duration. What was sent is "
            + "a request line, some fields and an empty line, then a status line, some fields, an empty line "
            + "and the content; hark demo --verbose shows all of it.",
        requests: [TourRequest(.get, "/echo")])

    private static let redirects = TourStep(
        "A chain of redirects",
        "301, 302, 307 and 308: four answers that say \"elsewhere\", each with a Location. Follow the hop numbers to "
            + "the 200 at the end. 301 and 308 are permanent, so a browser would remember them.",
        fields: ["Location"]
    ) { exchanges in
        guard let last = exchanges.last else { return TourRequest(.get, "/redirect/1") }
        return last.redirection.map { TourRequest(.get, $0) }
    }

    private static let changedMethod = TourStep(
        "A POST that becomes a GET, and one that stays",
        "After 302 clients repeat a POST as GET and drop its content; after 307 they must not. Compare the methods "
            + "of the requests to the page that Location names, and whether they have Content-Length.",
        fields: ["Location", "Content-Length"]
    ) { exchanges in
        let fields = [(name: "Content-Type", value: "application/x-www-form-urlencoded")]
        switch exchanges.count {
        case 0: return TourRequest(.post, "/redirect/post?code=302", fields, body: "message=hello")
        case 1: return exchanges[0].redirection.map { TourRequest(.get, $0) }
        case 2: return TourRequest(.post, "/redirect/post?code=307", fields, body: "message=hello")
        case 3: return exchanges[2].redirection.map { TourRequest(.post, $0, fields, body: "message=hello") }
        default: return nil
        }
    }

    private static let cookies = TourStep(
        "Logging in with cookies",
        "The answer to the login sets a cookie with each attribute there is. The next request brings back those that "
            + "it may: not the ones marked Secure, as this is plain http, and not the one for a foreign domain. "
            + "Logging out, by POST as it changes something, sets them again, already expired."
    ) { exchanges in
        switch exchanges.count {
        case 0:
            let type = (name: "Content-Type", value: "application/x-www-form-urlencoded")
            return TourRequest(.post, "/login", [type], body: "name=ada&password=secret")
        case 1: return TourRequest(.get, "/account", [("Cookie", exchanges[0].cookies(for: "/account"))])
        case 2: return TourRequest(.post, "/logout", [("Cookie", exchanges[0].cookies(for: "/logout"))])
        default: return nil
        }
    }

    private static let revalidation = TourStep(
        "Asking whether a copy is still good",
        "The first answer has an ETag, a name for this very content. The second request sends it back in "
            + "If-None-Match, and the answer is 304: the fields, and not one byte of content.",
        fields: ["ETag", "If-None-Match"]
    ) { exchanges in
        guard let first = exchanges.first else { return TourRequest(.get, "/cache/revalidate") }
        guard exchanges.count == 1, let tag = first.response.fields.first(.etag) else { return nil }
        return TourRequest(.get, "/cache/revalidate", [("If-None-Match", tag.text)])
    }

    private static let freshness = TourStep(
        "How long an answer is good",
        "Cache-Control says for how long, Age how much of that is over: 60 less 40 leave 20 seconds in which a cache "
            + "may use the answer without asking. Without a lifetime but with Last-Modified a cache may guess. "
            + "no-store forbids to keep it at all. The verdict under each line shows the sum.",
        fields: ["Cache-Control", "Age", "Last-Modified"],
        requests: [
            TourRequest(.get, "/cache/age"), TourRequest(.get, "/cache/last-modified"),
            TourRequest(.get, "/cache/no-store"),
        ])

    private static let chunks = TourStep(
        "Chunks and trailers",
        "The server does not know the length when it begins, so it sends chunks (Transfer-Encoding), each with its "
            + "size before it. Here the size lines have extensions too. After the last chunk, of size 0, come the "
            + "trailers that Trailer announced: Content-Digest could not be known earlier.",
        fields: ["Transfer-Encoding", "Trailer", "Content-Digest"],
        requests: [TourRequest(.get, "/chunked?every=150", [("TE", "trailers")])])

    private static let earlyHints = TourStep(
        "Two answers to one request",
        "103 is not the answer yet: its Link names what the page will need, so that a client can fetch that at once. "
            + "The answer itself follows half a second later on the same connection, with the same Link.",
        fields: ["Link"],
        requests: [TourRequest(.get, "/early-hints")])

    private static let compression = TourStep(
        "Compressed content",
        "Accept-Encoding offers, Content-Encoding says what was chosen. Content-Length counts what travels: compare it "
            + "with that of the second answer, the same text to a client that offers nothing. Vary tells caches that "
            + "the answer depends on the offer.",
        fields: ["Accept-Encoding", "Content-Encoding", "Content-Length", "Vary"],
        requests: [TourRequest(.get, "/gzip", [("Accept-Encoding", "gzip")]), TourRequest(.get, "/gzip")])

    private static let ranges = TourStep(
        "A download in parts",
        "206 brings the bytes that Range asked for, and Content-Range says which they are and of how many. Two "
            + "ranges come as one content of parts, which Content-Type says. A range beyond the end gets 416 with the "
            + "true size.",
        fields: ["Range", "Content-Range", "Content-Type"],
        requests: [
            TourRequest(.get, "/download", [("Range", "bytes=0-63")]),
            TourRequest(.get, "/download", [("Range", "bytes=0-15,-64")]),
            TourRequest(.get, "/download", [("Range", "bytes=2000000-")]),
        ])

    private static let basic = TourStep(
        "Basic authentication",
        "401 with a challenge in WWW-Authenticate; then the same request with Authorization, which Hark keeps off the "
            + "screen. Its value is name and password in base64, which hides nothing: ZGVtbzpsZXQgbWUgaW4= is "
            + "demo:let me in, for everyone in between.",
        fields: ["WWW-Authenticate"]
    ) { exchanges in
        switch exchanges.count {
        case 0: return TourRequest(.get, "/auth/basic")
        case 1:
            let pair = Base64.encode("\(AuthPage.username):\(AuthPage.password)".utf8)
            return TourRequest(.get, "/auth/basic", [("Authorization", "Basic \(pair)")])
        default: return nil
        }
    }

    private static let digest = TourStep(
        "Digest authentication",
        "WWW-Authenticate comes twice: SHA-256 and MD5, the better one first. The client hashes name, password, the "
            + "server's nonce and the request, so the password itself never travels.",
        fields: ["WWW-Authenticate"]
    ) { exchanges in
        guard let first = exchanges.first else { return TourRequest(.get, "/auth/digest") }
        let credentials = first.digestCredentials(
            uri: "/auth/digest", username: AuthPage.username, password: AuthPage.password)
        guard exchanges.count == 1, let credentials else { return nil }
        return TourRequest(.get, "/auth/digest", [("Authorization", credentials)])
    }

    private static let expectation = TourStep(
        "Asking before sending",
        "With Expect the client sends only its head and waits. 100 means: continue. The second request announces three "
            + "megabytes in Content-Length and gets 413 instead: nothing of them had to be sent.",
        fields: ["Expect", "Content-Length"],
        requests: [
            TourRequest(
                .put, "/upload", [("Content-Type", "text/plain")], body: "Held back until the server said continue.\n",
                awaitsContinue: true),
            // The body is never sent, since 413 comes first, but it has to be as long as its length says.
            TourRequest(
                .put, "/upload", [("Content-Type", "text/plain")],
                body: Bytes([UInt8](repeating: UInt8(ascii: "."), count: 3_000_000)), awaitsContinue: true),
        ])

    private static let noContent = TourStep(
        "Answers without content",
        "HEAD gets the head that GET would, Content-Length and all, and nothing after it: the line says 0 bytes. 204 "
            + "has neither content nor length, so its message ends with its head.",
        fields: ["Content-Length"],
        requests: [TourRequest(.head, "/download"), TourRequest(.get, "/status/204")])

    private static let refusals = TourStep(
        "Ways to say no",
        "405 must list in Allow what would do. 410 means gone for good, unlike 404. 429 and 503 say in Retry-After "
            + "when to come again, in seconds or as a date.",
        fields: ["Allow", "Retry-After"],
        requests: [
            TourRequest(.post, "/cache/fresh"), TourRequest(.get, "/status/410"), TourRequest(.get, "/status/429"),
            TourRequest(.get, "/status/503"),
        ])

    private static let flaky = TourStep(
        "One in three fails",
        "The same request three times. One of them gets 503, and which one depends only on the count: a failure that "
            + "is hard to believe until it is recorded.",
        requests: [TourRequest(.get, "/flaky"), TourRequest(.get, "/flaky"), TourRequest(.get, "/flaky")])

    private static let events = TourStep(
        "Server-sent events",
        "One answer that stays open, with an event every now and then. Each is forwarded the moment it arrives, and "
            + "the time at the end of the line is that of all of them. Content-Type tells a browser to read it so.",
        fields: ["Content-Type"],
        requests: [TourRequest(.get, "/events?count=3&every=200", [("Accept", "text/event-stream")])])

    private static let form = TourStep(
        "A form with a file",
        "multipart/form-data puts a boundary between the parts and a small head before each. The boundary is "
            + "announced in Content-Type, and the last one ends with two hyphens more.",
        fields: ["Content-Type"],
        requests: [
            TourRequest(
                .post, "/form", [("Content-Type", "multipart/form-data; boundary=tour")],
                body: Bytes(
                    "--tour\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\nAda\r\n"
                        + "--tour\r\nContent-Disposition: form-data; name=\"file\"; filename=\"note.txt\"\r\n"
                        + "Content-Type: text/plain\r\n\r\nA short note.\r\n--tour--\r\n"))
        ])

    private static let call = TourStep(
        "A call and its own status",
        "gRPC names the method in the path, and sends Protocol Buffers; this is its form for browsers, in "
            + "base64. Station 2 is there. Station 9 is not, and yet the status is 200: the result of the RPC is only "
            + "in grpc-status and grpc-message, and 5 is NOT_FOUND.",
        fields: ["grpc-status", "grpc-message"],
        requests: ["AAAAAAIIAg==", "AAAAAAIICQ=="].map { message in
            TourRequest(
                .post, "/hark.demo.Stations/Get", [("Content-Type", "application/grpc-web-text")],
                body: Bytes(message))
        })

    private static let graphQL = TourStep(
        "One URL for all questions",
        "GraphQL sends each question to the same URL, so the line shows what the operation is called. The second one "
            + "asks for a field that is not there: the answer is 200 as well, and says so in its content.",
        requests: ["name", "height"].map { field in
            TourRequest(
                .post, "/graphql", [("Content-Type", "application/json")],
                body: Bytes("{\"query\": \"query Summit { station(id: 5) { \(field) } }\"}"))
        })

    private static let versions = TourStep(
        "An API with two versions",
        "The service locator names the endpoints of v1 and v2. v1 still answers, with Deprecation, Sunset and a link "
            + "to its successor; v2 comes in pages, and Link names the next one.",
        fields: ["Deprecation", "Sunset", "Link"]
    ) { exchanges in
        let base = "http://demo.hark.test/api"
        switch exchanges.count {
        case 0: return TourRequest(.get, "/api/serviceLocator.json")
        case 1: return exchanges[0].link(beginning: "\(base)/v1/").map { TourRequest(.get, $0) }
        case 2: return exchanges[0].link(beginning: "\(base)/v2/").map { TourRequest(.get, $0) }
        default: return nil
        }
    }
}
