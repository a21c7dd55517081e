import Bytes
import Explain
import Flow
import HTTPModel
import Judge
import RecordTestKit
import Testing

@testable import Formats

/// What a recorder left out is not known, and nothing is concluded from it: contents of another size, fields, trailers.
@Suite struct ExplainedEntryTests {
    /// The fields as a HAR lists them.
    private static func list(_ fields: [(String, String)]) -> String {
        "[" + fields.map { #"{"name":"\#($0.0)","value":"\#($0.1)"}"# }.joined(separator: ",") + "]"
    }

    private static func entry(
        _ method: String = "GET", _ url: String = "https://a.example/", asked: [(String, String)] = [],
        post: String? = nil, status: Int = 200, answered: [(String, String)] = [("Server", "x")], text: String = "",
        encoding: String = "", version: String = "HTTP/1.1", start: String = "2026-11-26T10:12:00.000Z",
        more: String = ""
    ) -> String {
        #"{"startedDateTime":"\#(start)","time":23,"request":{"method":"\#(method)","url":"\#(url)","#
            + #""httpVersion":"\#(version)","headers":\#(list(asked)),"bodySize":-1"#
            + (post.map { #","postData":\#($0)"# } ?? "")
            + #"},"response":{"status":\#(status),"statusText":"","httpVersion":"\#(version)","#
            + #""headers":\#(list(answered)),"bodySize":-1,"content":{"size":\#(text.utf8.count),"text":"\#(text)""#
            + (encoding.isEmpty ? "" : #","encoding":"\#(encoding)""#)
            + #"}},"timings":{"send":1,"wait":20,"receive":2}\#(more)}"#
    }

    private func flows(_ entries: String...) -> [FlowRecord] { HARReader.read(Bytes(har(entries))).flows }

    private func explained(_ flow: FlowRecord) -> ExplainedInput {
        ExplainedInput(
            recorded: [RecordedMessages(flow)], in: SessionContext([flow]),
            options: ExplainOptions(notes: Checks.notes))
    }

    private func words(_ input: ExplainedInput) -> String {
        let reasons = input.messages.flatMap(\.allReasonings).flatMap { [$0.conclusion] + $0.steps.map(\.text) }
        let notes = input.messages.flatMap(\.notes).map(\.text)
        let assumed = input.messages.flatMap(\.assumptions)
        return (input.messages.flatMap(\.spans).map(\.text) + (reasons + notes + assumed).map(\.text))
            .joined(separator: "\n")
    }

    /// The text of a form that was put together has the length that it has.
    @Test(arguments: [("21", false), ("25", true), ("40", nil)] as [(String, Bool?)])
    func aGeneratedFormIsOneContent(length: String, agrees: Bool?) throws {
        let form =
            #"{"mimeType":"application/x-www-form-urlencoded","params":[{"name":"user","value":"ada l"},"#
            + #"{"name":"pass","value":"x&y=1"}]}"#
        let fields = [
            ("Host", "a.example"), ("Content-Type", "application/x-www-form-urlencoded"), ("Content-Length", length),
        ]
        let flow = try #require(flows(Self.entry("POST", asked: fields, post: form)).first)
        let message = try #require(explained(flow).messages.first)
        let bodies = message.spans.filter { $0.rule == "message-body" && $0.length > 0 }
        #expect(bodies.count == 1 && bodies.first.map { message.input.slice($0.range) } == "user=ada+l&pass=x%26y%3D1")
        let said = words(explained(flow))
        #expect(said.contains("but Content-Length is \(length)") == (agrees == false), "\(said)")
    }

    @Test func whatHasNoCodingWasNotDecoded() throws {
        let cached = #","_fromCache":"disk""#
        let plain = words(explained(try #require(flows(Self.entry(text: "x()", more: cached)).first)))
        #expect(!plain.contains("without its content coding"), "\(plain)")
        let coded = Self.entry(answered: [("Content-Encoding", "br")], text: "x()", more: cached)
        #expect(words(explained(try #require(flows(coded).first))).contains("without its content coding"))
    }

    /// Firefox counts the head in `bodySize`: no conclusion on what compression cost.
    @Test func aCountThatIsNoSmallerSaysNothingOfCompression() throws {
        let entry = Self.entry(
            answered: [("Content-Encoding", "gzip"), ("Content-Type", "text/html")], text: "<p>x</p>")
        let flow = try #require(
            flows(entry.replacing(#"],"bodySize":-1,"content"#, with: #"],"bodySize":520,"content"#)).first)
        #expect(flow.response.content.size == nil)
        #expect(!explained(flow).messages.flatMap(\.notes).contains { $0.code == "compression-enlarges" })
    }

    /// HAR has no place for trailers.
    @Test func aCallWithoutRecordedTrailersHasNoKnownStatus() throws {
        func said(_ status: Int, _ answered: [(String, String)]) throws -> String {
            let fields = [("content-type", "application/grpc"), ("te", "trailers")]
            let entry = Self.entry(
                "POST", "https://a.example/p.S/M", asked: fields, status: status, answered: answered,
                version: "http/2.0")
            return words(explained(try #require(flows(entry).first)))
        }
        let type = ("content-type", "application/grpc")
        #expect(try said(200, [type]).contains("the recording has no trailers"))
        #expect(try !said(200, [type]).contains("UNKNOWN"))
        #expect(try said(200, [type, ("grpc-status", "5")]).contains("NOT_FOUND"))
        #expect(try said(503, [("content-type", "text/html")]).contains("UNAVAILABLE"))
    }

    @Test func cookiesThatNobodyListedWereNotHeldBack() {
        let set = [("Location", "https://a.example/b"), ("Set-Cookie", "sid=1; Path=/; Secure")]
        let first = Self.entry(
            "GET", "https://a.example/a", asked: [("Host", "a.example"), ("Accept", "*/*"), ("Cookie", "x=1")],
            status: 302, answered: set)
        func story(_ asked: [(String, String)]) -> String {
            let all = flows(first, Self.entry("GET", "https://a.example/b", asked: asked, version: "http/2.0"))
            return CookieStory(all).entries.flatMap(\.sendings).map(\.text.text).joined(separator: "\n")
        }
        #expect(!story([]).contains("no cookies"))
        #expect(story([(":authority", "a.example"), ("user-agent", "x")]).contains("The request has no cookies"))
    }

    /// A status is all that is known, or not even when it came: caches cannot be simulated with that.
    @Test func aCacheHasNoStoryOfWhatWasNotRecorded() {
        let fields = [("Date", "Thu, 26 Nov 2026 10:12:00 GMT")]
        let story = { (entries: [String]) in CacheStory(HARReader.read(Bytes(har(entries))).flows).entries.map(\.index)
        }
        let known = Self.entry(answered: fields)
        #expect(story([known, Self.entry(answered: []), known]) == [0, 2])
        #expect(story([known, Self.entry(answered: fields, start: "26/11/2026"), known]) == [0, 2])
        let all = HARReader.read(Bytes(har([known, Self.entry(answered: [])]))).flows
        #expect(SessionContext(all).caching(at: 1) == nil && SessionContext(all).caching(at: 0) != nil)
    }

    /// RFC 9110 §9.3.6: the proxy's answer is whole; it is the server that did not answer.
    @Test func aRefusedTunnelCutsNothingOff() throws {
        func outcome(_ end: String) throws -> Outcome {
            let text = """
                > CONNECT a.example:443 HTTP/1.1
                > Host: a.example:443
                >\u{20}
                < HTTP/1.1 407 Proxy Authentication Required
                < Proxy-Authenticate: Basic realm="x"
                < Content-Length: 0
                <\u{20}
                \(end)

                """
            return try #require(CurlVerbose.read(Bytes(text), now: 0, url: nil).flows.first?.outcome)
        }
        let refused = try outcome("curl: (56) Received HTTP code 407 from proxy after CONNECT")
        #expect(refused.kind == .failed && refused.code == .upstreamProxyRefused)
        #expect(try outcome("curl: (18) transfer closed with 9 bytes remaining to read").kind == .aborted)
    }
}
