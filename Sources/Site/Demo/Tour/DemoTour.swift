import Bytes
import HTTPModel

/// The guided tour of the demo site: lessons in order. Data alone; `hark demo` walks through it.
package enum DemoTour {
    package static let steps: [TourStep] =
        [firstLook, redirects, changedMethod, cookies, revalidation, freshness, chunks, earlyHints, compression]
        + [ranges, basic, digest, expectation, noContent, refusals, flaky, events, form, versions, call, graphQL]

    private static let firstLook = TourStep(
        "A request and its response",
        """
        One line per exchange: time, method, URL, status, content size, duration. The request is a request line, \
        fields and an empty line; the response is a status line, fields, an empty line and the content. hark demo \
        --verbose shows all of it.
        """,
        requests: [TourRequest(.get, "/echo")])

    private static let redirects = TourStep(
        "A chain of redirects",
        """
        301, 302, 307 and 308: four responses that redirect to another URL in Location. Follow the hop numbers to the \
        200 at the end. 301 and 308 are permanent, so a browser would remember them.
        """,
        fields: ["Location"]
    ) { exchanges in
        guard let last = exchanges.last else { return TourRequest(.get, "/redirect/1") }
        return last.redirection.map { TourRequest(.get, $0) }
    }

    private static let changedMethod = TourStep(
        "A POST that becomes a GET, and one that does not",
        """
        After 302 clients repeat a POST as GET and drop its content; after 307 they must not. Compare the methods of \
        the requests to the page in Location, and whether they have Content-Length.
        """,
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
        """
        The response to the login sets cookies with all attributes. The next request sends back those that are \
        allowed: not the Secure ones, because this is plain http, and not the one for a foreign domain. The logout, a \
        POST because it changes something, sets them again, already expired.
        """
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
        "Revalidation with an ETag",
        """
        The first response has an ETag, which identifies this content. The second request sends it back in \
        If-None-Match, and the response is 304: only fields, no content.
        """,
        fields: ["ETag", "If-None-Match"]
    ) { exchanges in
        guard let first = exchanges.first else { return TourRequest(.get, "/cache/revalidate") }
        guard exchanges.count == 1, let tag = first.response.fields.first(.etag) else { return nil }
        return TourRequest(.get, "/cache/revalidate", [("If-None-Match", tag.text)])
    }

    private static let freshness = TourStep(
        "Cache lifetimes",
        """
        Cache-Control gives the lifetime, Age how much of it has passed: 60 minus 40 leaves 20 seconds in which a \
        cache can reuse the response without asking. Without a lifetime but with Last-Modified a cache may guess. \
        no-store forbids storing. The verdict under each line shows the calculation.
        """,
        fields: ["Cache-Control", "Age", "Last-Modified"],
        requests: [
            TourRequest(.get, "/cache/age"), TourRequest(.get, "/cache/last-modified"),
            TourRequest(.get, "/cache/no-store"),
        ])

    private static let chunks = TourStep(
        "Chunks and trailers",
        """
        The server does not know the length in advance, so it sends chunks (Transfer-Encoding), each preceded by its \
        size. Here the size lines also have extensions. After the last chunk, of size 0, come the trailers named in \
        Trailer: Content-Digest was not known earlier.
        """,
        fields: ["Transfer-Encoding", "Trailer", "Content-Digest"],
        requests: [TourRequest(.get, "/chunked?every=150", [("Connection", "TE"), ("TE", "trailers")])])

    private static let earlyHints = TourStep(
        "Two responses to one request",
        """
        103 is not the final response: its Link names what the page will need, so that a client can fetch it at once. \
        The final response follows half a second later on the same connection, with the same Link.
        """,
        fields: ["Link"],
        requests: [TourRequest(.get, "/early-hints")])

    private static let compression = TourStep(
        "Compressed content",
        """
        Accept-Encoding offers codings, Content-Encoding names the chosen one. Content-Length counts the sent bytes: \
        compare it with the second response, the same text for a client that offers nothing. Vary tells caches that \
        the response depends on the offer.
        """,
        fields: ["Accept-Encoding", "Content-Encoding", "Content-Length", "Vary"],
        requests: [TourRequest(.get, "/gzip", [("Accept-Encoding", "gzip")]), TourRequest(.get, "/gzip")])

    private static let ranges = TourStep(
        "A download in parts",
        """
        206 has the bytes that Range requested, and Content-Range gives their positions and the total size. Two ranges \
        come as one multipart body, as Content-Type says. A range beyond the end gets 416 with the actual size.
        """,
        fields: ["Range", "Content-Range", "Content-Type"],
        requests: [
            TourRequest(.get, "/download", [("Range", "bytes=0-63")]),
            TourRequest(.get, "/download", [("Range", "bytes=0-15,-64")]),
            TourRequest(.get, "/download", [("Range", "bytes=2000000-")]),
        ])

    private static let basic = TourStep(
        "Basic authentication",
        """
        401 with a challenge in WWW-Authenticate; then the same request with Authorization, which Hark does not show. \
        Its value is name and password in base64, which is not encryption: ZGVtbzpsZXQgbWUgaW4= is demo:let me in, \
        readable to everyone in between.
        """,
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
        """
        WWW-Authenticate appears twice: SHA-256 and MD5, the stronger one first. The client hashes name, password, the \
        server's nonce and the request, and does not send the password itself.
        """,
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
        """
        With Expect the client sends only its head and waits. 100 tells it to continue. The second request declares \
        three megabytes in Content-Length and gets 413 instead: the client sends none of them.
        """,
        fields: ["Expect", "Content-Length"],
        requests: [
            TourRequest(
                .put, "/upload", [("Content-Type", "text/plain")],
                body: """
                    Sent after the server answered 100 Continue.\n
                    """,
                awaitsContinue: true),
            // The body is never sent, since 413 comes first, but it has to be as long as its length says.
            TourRequest(
                .put, "/upload", [("Content-Type", "text/plain")],
                body: Bytes([UInt8](repeating: UInt8(ascii: "."), count: 3_000_000)), awaitsContinue: true),
        ])

    private static let noContent = TourStep(
        "Responses without content",
        """
        HEAD gets the same head as GET, including Content-Length, but no content: the line shows 0 bytes. 204 has \
        neither content nor length, so its message ends with its head.
        """,
        fields: ["Content-Length"],
        requests: [TourRequest(.head, "/download"), TourRequest(.get, "/status/204")])

    private static let refusals = TourStep(
        "Error responses",
        """
        405 must list the supported methods in Allow. 410 says that the resource was removed permanently, unlike 404. \
        429 and 503 say in Retry-After when to retry, in seconds or as a date.
        """,
        fields: ["Allow", "Retry-After"],
        requests: [
            TourRequest(.post, "/cache/fresh"), TourRequest(.get, "/status/410"), TourRequest(.get, "/status/429"),
            TourRequest(.get, "/status/503"),
        ])

    private static let flaky = TourStep(
        "One in three fails",
        """
        The same request three times. One of them gets 503, depending only on the count: an intermittent failure, \
        which a recording proves.
        """,
        requests: [TourRequest(.get, "/flaky"), TourRequest(.get, "/flaky"), TourRequest(.get, "/flaky")])

    private static let events = TourStep(
        "Server-sent events",
        """
        One response that stays open and sends an event from time to time. Hark forwards each event as it arrives; the \
        duration at the end of the line covers all of them. Content-Type marks the response as an event stream.
        """,
        fields: ["Content-Type"],
        requests: [TourRequest(.get, "/events?count=3&every=200", [("Accept", "text/event-stream")])])

    private static let form = TourStep(
        "A form with a file",
        """
        multipart/form-data puts a boundary between the parts and a small head before each. Content-Type declares the \
        boundary; the last one ends with two more hyphens.
        """,
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
        "An RPC and its own status",
        """
        gRPC names the method in the path, and sends Protocol Buffers; this is its form for browsers, in base64. \
        Station 2 exists. Station 9 does not, but the status is 200: the result of the RPC is only in grpc-status and \
        grpc-message, where 5 is NOT_FOUND.
        """,
        fields: ["grpc-status", "grpc-message"],
        requests: ["AAAAAAIIAg==", "AAAAAAIICQ=="].map { message in
            TourRequest(
                .post, "/hark.demo.Stations/Get", [("Content-Type", "application/grpc-web-text")],
                body: Bytes(message))
        })

    private static let graphQL = TourStep(
        "One URL for all queries",
        """
        GraphQL sends every query to the same URL, so the line shows the operation's name. The second query asks for \
        an unknown field: the response is also 200, and has the error in its content.
        """,
        requests: ["name", "height"].map { field in
            TourRequest(
                .post, "/graphql", [("Content-Type", "application/json")],
                body: Bytes("{\"query\": \"query Summit { station(id: 5) { \(field) } }\"}"))
        })

    private static let versions = TourStep(
        "An API with two versions",
        """
        The service locator names the endpoints of v1 and v2. v1 still answers, with Deprecation, Sunset and a link to \
        its successor; v2 has pages, and Link names the next one.
        """,
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
