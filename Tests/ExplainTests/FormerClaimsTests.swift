import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics
import Judge
import Registry
import Testing

/// Claims that were once made of everyday messages and are not so, or only in other cases: none of them comes back.
@Suite struct FormerClaimsTests {
    private func codes(_ request: String, _ response: String, scheme: String = "http") -> Set<String> {
        Set(Checks.notes(about: MadeExchange.make(request, response, scheme: scheme)).map(\.code))
    }

    private func words(_ request: String, _ response: String) -> String {
        let made = MadeExchange.make(request, response)
        let session = SessionContext([made])
        let reasonings = Reasoning.Topic.allCases.compactMap { Reasonings.reasoning($0, about: made, in: session) }
        let notes = Checks.notes(about: made)
        return (reasonings.flatMap { [$0.conclusion] + $0.steps.map(\.text) } + notes.map(\.text)).map(\.text)
            .joined(separator: "\n")
    }

    private let get = "GET /a HTTP/1.1\nHost: h.example"

    /// Fetch §3.6: only scripts and style sheets are blocked.
    @Test func nosniffBlocksScriptsAndStylesAlone() {
        let said = words(get, "HTTP/1.1 200 OK\nX-Content-Type-Options: nosniff\nContent-Type: text/html\n\nhi")
        #expect(said.contains("block scripts and style sheets with another type"))
        #expect(!said.contains("not be used at all"))
    }

    /// A style sheet is UTF-8 unless it says otherwise (CSS Syntax §3.2), and a page may say it in its first lines.
    @Test(arguments: [
        ("text/css", "a{}", false), ("text/html", "<!doctype html><meta charset=utf-8><p>x", false),
        ("text/html", "<!doctype html><p>x", true), ("text/plain", "x", true), ("application/json", "{}", false),
    ])
    func aCharsetIsMissedOnlyWhereNothingTellsIt(type: String, content: String, isMissed: Bool) {
        let found = codes(get, "HTTP/1.1 200 OK\nContent-Type: \(type)\n\n\(content)")
        #expect(found.contains("charset-missing") == isMissed)
    }

    /// A client of HTTP/1.0 would not have gone on anyway (RFC 9112 §9.3).
    @Test func closingCostsAClientOfHTTP10Nothing() {
        let answer = "HTTP/1.1 200 OK\nConnection: close\nContent-Length: 0\n\n"
        #expect(codes(get, answer).contains("connection-closed-by-server"))
        #expect(!codes("GET /a HTTP/1.0\nHost: h.example", answer).contains("connection-closed-by-server"))
    }

    /// Who says close in a request is the client (RFC 9112 §9.6).
    @Test func closeMeansTheSendersSide() {
        func said(_ kind: MessageKind) -> String {
            FieldTree("Connection", "close", in: kind).all.map(\.text).joined()
        }
        #expect(said(.request).contains("The client sends no other request on this connection"))
        #expect(said(.response).contains("The sender closes the connection after this response"))
        #expect(!said(.request).contains("The sender closes"))
    }

    /// RFC 9110 §4.1 recommends it; nothing has to.
    @Test func noOneHasToSupportLongURLs() {
        let long = String(repeating: "a", count: 8_001)
        let said = words("GET /\(long) HTTP/1.1\nHost: h.example", "HTTP/1.1 204 No Content")
        #expect(said.contains("recommends support for 8,000") && !said.contains("have to be supported"))
    }

    /// Fetch §3.2.5: with credentials `*` is a name, and allows nothing that is called otherwise.
    @Test func aWildcardWithCredentialsAllowsNothing() throws {
        let preflight = MadeExchange.make(
            "OPTIONS /a HTTP/1.1\nHost: api.example\nOrigin: https://app.example\n"
                + "Access-Control-Request-Method: PUT",
            "HTTP/1.1 204 No Content\nAccess-Control-Allow-Origin: https://app.example\n"
                + "Access-Control-Allow-Credentials: true\nAccess-Control-Allow-Methods: *")
        let cors = try #require(Reasonings.reasoning(.cors, about: preflight, in: SessionContext([])))
        #expect(!cors.conclusion.text.hasPrefix("The page may"), "\(cors.conclusion.text)")
    }

    @Test func noRatioIsPromisedForText() {
        let text = String(repeating: "words ", count: 400)
        let said = words(
            "GET / HTTP/1.1\nHost: h\nAccept-Encoding: gzip", "HTTP/1.1 200 OK\nContent-Type: text/plain\n\n\(text)")
        #expect(said.contains("usually compresses well") && !said.contains("a third"))
    }

    /// Fields of 103 are those that the answer is likely to have (RFC 8297 §2).
    @Test func earlyHintsPromiseNothing() throws {
        let hints = try #require(Vocabulary.statuses[103])
        #expect(hints.meaning.contains("probably") && !hints.meaning.contains("will be"))
    }

    /// RFC 9111 §4.1: nothing is answered with it unasked; asking with its validators is allowed.
    @Test func varyStarLeavesTheCheck() {
        let said = words(
            get,
            "HTTP/1.1 200 OK\nVary: *\nCache-Control: max-age=60\nLast-Modified: Sun, 06 Nov 1994 08:00:00 GMT\n\nx")
        #expect(said.contains("a cache must revalidate before each use"))
        #expect(said.contains("A cache revalidates with If-Modified-Since"))
        #expect(!said.contains("no cache ever answers"))
    }

    /// A reload is told as one.
    @Test func aRequestThatAcceptsNoAgeIsAReload() {
        let session = ["", "\nCache-Control: max-age=0"].enumerated().map { index, more in
            MadeExchange.make(
                get + more,
                "HTTP/1.1 200 OK\nDate: Sun, 06 Nov 1994 08:49:37 GMT\nCache-Control: max-age=60\nETag: \"1\"\n\nx",
                index: index)
        }
        let told = CacheStory(session).entries[1].privateCache.line.text
        #expect(told.contains("max-age=0, a reload: the request accepts only a revalidated response"))
        #expect(!told.contains("0 old") && !told.contains("older than 0"))
    }

    /// A weight of 0 refuses, and says so (RFC 9110 §12.4.2).
    @Test func aWeightIsExplained() {
        func said(_ value: String) -> String {
            FieldTree("Accept-Encoding", Bytes(value), in: .request).all.map(\.text).joined(separator: "\n")
        }
        #expect(said("identity;q=0").contains("not acceptable"))
        #expect(said("gzip;q=0.5").contains("0.5") && !said("gzip;q=0.5").contains("not acceptable"))
    }

    /// RFC 6797 §8.1: without TLS it has no effect; where nobody knows the scheme, nothing is said.
    @Test func strictTransportSecurityCountsOverTLSAlone() {
        let answer = "HTTP/1.1 200 OK\nStrict-Transport-Security: max-age=31536000\nContent-Length: 0\n\n"
        #expect(codes(get, answer).contains("hsts-over-http"))
        #expect(!codes(get, answer, scheme: "https").contains("hsts-over-http"))
    }

    /// One remark on what is missing, whoever misses it.
    @Test func aMissingValidatorIsMissedOnce() {
        let found = codes(get, "HTTP/1.1 200 OK\nDate: Sun, 06 Nov 1994 08:49:37 GMT\nCache-Control: no-cache\n\nx")
        #expect(found.count { $0.contains("validator") } <= 1, "\(found)")
    }
}
