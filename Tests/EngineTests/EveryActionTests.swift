import Bytes
import Engine
import Filter
import Flow
import Foundation
import HTTPModel
import HTTPWire
import Rules
import TestKit
import Testing

/// Every action of the language, in HTTP/1.1 and in HTTP/2: what the server and the client see of it, and nothing
/// besides.
@Suite struct EveryActionTests {
    typealias Version = ActionScene.Version

    struct Row: Sendable, CustomTestStringConvertible {
        let action: String
        var asked = ActionScene.Asked.get
        /// What is other than without the rule at who is asked; nil: nobody is.
        var asks: [String]? = []
        /// The other server is asked in its place.
        var isElsewhere = false
        /// What is other than without the rule at the client.
        var gets: [String] = []
        /// The whole answer, where the server's has no part in it; of a line that ends with `…` its beginning.
        var answer: [String]?
        /// What the flow says of it.
        var says: String
        var body = "one two two"
        /// Who is asked speaks HTTP/1.1.
        var isOld = false
        var stalls: Int?

        var testDescription: String { action }
        var name: String { String(action.prefix { $0 != " " }) }
    }

    private static let weak = ["- etag: \"e\"", "+ etag: W/\"e\""]

    static let fields: [Row] = [
        Row(
            action: "set-request-header \"Accept: text/html\"", asks: ["- accept: */*", "+ accept: text/html"],
            says: "A line of the request was changed."),
        Row(
            action: "add-request-header \"X-A: 1\"", asks: ["+ x-a: 1"], says: "A line of the request was changed."),
        Row(
            action: "remove-request-header Accept", asks: ["- accept: */*"],
            says: "A line of the request was changed."),
        Row(
            action: "set-response-header \"Server: t\"", gets: ["- server: s", "+ server: t"],
            says: "A line of the response was changed."),
        Row(
            action: "add-response-header \"X-A: 1\"", gets: ["+ x-a: 1"], says: "A line of the response was changed."),
        Row(
            action: "remove-response-header Server", gets: ["- server: s"],
            says: "A line of the response was changed."),
        Row(
            action: "set-cookie a=9", asks: ["- cookie: a=1; b=2", "+ cookie: a=9; b=2"],
            says: "The cookie a was set."),
        Row(
            action: "remove-cookie a", asks: ["- cookie: a=1; b=2", "+ cookie: b=2"],
            says: "The cookie a was removed."),
        Row(
            action: "set-response-cookie \"s=2; Path=/\"", gets: ["- set-cookie: s=1", "+ set-cookie: s=2; Path=/"],
            says: "The cookie s was set."),
        Row(action: "remove-response-cookie s", gets: ["- set-cookie: s=1"], says: "The cookie s was removed."),
        Row(
            action: "set-trailer \"X-Sum: 1\"", gets: ["+ trailer x-sum: 1"],
            says: "A trailer field was sent after the response body."),
        Row(
            action: "set-request-trailer \"X-Sum: 1\"", asked: .post, asks: ["+ trailer x-sum: 1"],
            says: "A trailer field was sent after the request body."),
        Row(action: "set-method PUT", asks: ["- GET /a?x=1", "+ PUT /a?x=1"], says: "The method was changed."),
        Row(action: "set-path /b", asks: ["- GET /a?x=1", "+ GET /b?x=1"], says: "The path was changed."),
        Row(action: "set-query x=2", asks: ["- GET /a?x=1", "+ GET /a?x=2"], says: "The query was changed."),
        Row(action: "remove-query x", asks: ["- GET /a?x=1", "+ GET /a"], says: "The query was changed."),
        Row(
            action: "set-host other.test", asks: ["- host: origin.test", "+ host: other.test"],
            says: "A line of the request was changed."),
    ]

    static let bodies: [Row] = [
        Row(
            action: "replace-request-body text new", asked: .post, asks: ["- body {\"n\": 1}", "+ body new"],
            says: "Replaced the content by 3 bytes."),
        Row(
            action: "replace-response-body text new", gets: ["- body one two two", "+ body new"] + weak,
            says: "Replaced the content by 3 bytes."),
        Row(
            action: "substitute-request-body /1/2/", asked: .post, asks: ["- body {\"n\": 1}", "+ body {\"n\": 2}"],
            says: "1 place of the content was replaced."),
        Row(
            action: "substitute-response-body /two/2/g", gets: ["- body one two two", "+ body one 2 2"] + weak,
            says: "2 places of the content were replaced."),
        Row(
            action: "set-json-request $.n 2", asked: .post, asks: ["- body {\"n\": 1}", "+ body {\"n\": 2}"],
            says: "Set $.n."),
        Row(
            action: "set-json-response $.n 2", gets: ["- body {\"n\": 1}", "+ body {\"n\": 2}"] + weak,
            says: "Set $.n.", body: "{\"n\": 1}"),
    ]

    static let ways: [Row] = [
        Row(
            action: "map-to http://ELSEWHERE", asks: ["- host: origin.test", "+ host: ELSEWHERE"], isElsewhere: true,
            says: "Sent to http://ELSEWHERE."),
        Row(
            action: "map-to http://ELSEWHERE/v2 keep-host", asks: ["- GET /a?x=1", "+ GET /v2/a?x=1"],
            isElsewhere: true, says: "Sent to http://ELSEWHERE/v2."),
        Row(action: "connect-to ELSEWHERE", isElsewhere: true, says: "Connected to 127.0.0.1, port …"),
        Row(
            action: "via http://ELSEWHERE", asks: ["- GET /a?x=1", "+ GET http://ORIGIN/a?x=1"], isElsewhere: true,
            says: "Used the upstream proxy http://ELSEWHERE.", isOld: true),
        Row(
            action: "map-file FILE", asks: nil,
            answer: [
                "200", "content-type: text/plain; charset=utf-8", "last-modified: …", "etag: …",
                "cache-control: no-cache", "accept-ranges: bytes", "body a file",
            ], says: "Answered from FILE."),
        Row(
            action: "respond 201 \"X-A: 1\" text made", asks: nil,
            answer: ["201", "x-a: 1", "content-type: text/plain; charset=utf-8", "body made"],
            says: "Answered with 201."),
        Row(action: "redirect 302 /b", asks: nil, answer: ["302", "location: /b"], says: "Redirected to /b."),
        Row(
            action: "block 410", asks: nil,
            answer: [
                "410", "content-type: text/plain; charset=utf-8", "cache-control: no-store",
                "x-content-type-options: nosniff", "body Blocked by the rule a.\n",
            ], says: "Blocked."),
        Row(
            action: "answer-from tour", asks: nil, answer: ["203", "content-type: text/x-recorded", "body recorded"],
            says: "Answered from tour."),
        Row(
            action: "bad-gateway", asks: nil,
            answer: [
                "502", "content-type: text/plain; charset=utf-8", "cache-control: no-store",
                "x-content-type-options: nosniff", "body The rule a answered instead of the server.\n",
            ], says: "Answered 502."),
        Row(
            action: "dns-fail", asks: nil,
            answer: [
                "502", "content-type: text/plain; charset=utf-8", "cache-control: no-store",
                "x-content-type-options: nosniff", "body The rule a simulates that the host …",
            ], says: "Simulated that the name does not exist."),
    ]

    static let trouble: [Row] = [
        Row(action: "delay response 1ms", says: "The response was delayed 1 ms."),
        Row(action: "delay 1ms", says: "The response was delayed 1 ms."),
        Row(action: "delay request 1ms", says: "The request was delayed 1 ms."),
        Row(action: "delay connect 1ms", says: "The connection was delayed 1 ms."),
        Row(action: "delay each-chunk 1ms", says: "Each part is delayed 1 ms."),
        Row(action: "throttle 10MiB/s", says: "The transfer rate was limited."),
        Row(
            action: "stall-response after 5", gets: ["- body one two two", "+ body one t", "+ stalled"],
            says: "The response stalls after 5 bytes.", stalls: 5),
        Row(
            action: "cut-response after 5", gets: ["- body one two two", "+ body one t", "+ cut"],
            says: "The response is truncated after 5 bytes."),
        Row(
            action: "cut-request after 3", asked: .post, asks: ["- body {\"n\": 1}", "+ body {\"n", "+ cut"],
            answer: [
                "403", "server: hark", "content-type: text/plain; charset=utf-8", "cache-control: no-store",
                "x-content-type-options: nosniff", "body Hark gave up: …",
            ], says: "The request is truncated after 3 bytes."),
        Row(action: "reset", asks: nil, answer: ["gone"], says: "The connection was reset."),
        Row(action: "drop", asks: nil, answer: ["gone"], says: "The connection was closed."),
    ]

    static let others: [Row] = [
        Row(
            action: "break both",
            says: "The request was held. Forwarded by hand. The response was held. Forwarded by hand."),
        Row(
            action: "no-cache", asks: ["+ cache-control: no-cache", "+ pragma: no-cache"],
            gets: ["- etag: \"e\"", "+ cache-control: no-cache, no-store"],
            says: "Caches must revalidate. The client must not store the response."),
        Row(
            action: "no-compression", asks: ["+ accept-encoding: identity"],
            says: "Asked for uncompressed content."),
        Row(
            action: "no-cookies", asks: ["- cookie: a=1; b=2"], gets: ["- set-cookie: s=1"],
            says: "Removed the cookies. Removed the cookies."),
        Row(
            action: "allow-cors", gets: ["+ access-control-allow-origin: *", "+ access-control-expose-headers: *"],
            says: "Pages of any origin can read the response."),
        Row(action: "force-http1", says: "Used HTTP/1.1 with the server.", isOld: true),
        Row(
            action: "upgrade-insecure", asks: nil, answer: ["307", "location: https://…"],
            says: "Redirected to https."),
        Row(
            action: "no-csp", gets: ["- content-security-policy: default-src 'self'"],
            says: "Removed the content security policy."),
        Row(action: "pin", says: "The flow was pinned."),
        Row(action: "comment hm", says: "The flow got a comment."),
        Row(action: "tag bug", says: "The flow got the tag 'bug'."),
        Row(action: "skip-record", says: "The flow is not written to files."),
        Row(action: "keep-body off", says: "The contents were not recorded."),
    ]

    static let rows = fields + bodies + ways + trouble + others
    /// Those that another test of this suite has.
    static let ofConnections = ["tunnel", "tls-fail", "expired-certificate"]
    static let ofMessages = ["replace-message", "drop-message", "inject-message"]

    // MARK: - Exchanges

    @Test(arguments: rows, Version.allCases)
    func anActionDoesWhatItSaysAndNothingElse(row: Row, version: Version) async throws {
        let file = try ScratchFile("a file")
        let rule = "a: when path = /a do \(row.action.replacing("FILE", with: file.path))"
        let outcome = try await ActionScene.play(
            rule, row.asked, version, answering: row.body, isOld: row.isOld, stalls: row.stalls,
            recording: Self.recording)
        let asked = row.isElsewhere ? outcome.elsewhere : outcome.origin
        #expect((row.isElsewhere ? outcome.origin : outcome.elsewhere) == nil)
        let elsewhere = outcome.flow.upstream?.address ?? ""
        let origin = "127.0.0.1:\(outcome.flow.port ?? 0)"
        func filled(_ text: String) -> String {
            text.replacing("ELSEWHERE", with: elsewhere).replacing("ORIGIN", with: origin)
                .replacing("FILE", with: file.path)
        }
        if let wanted = row.asks {
            let seen = try #require(asked)
            #expect(seen.differences(from: ActionScene.request(row.asked)).sorted() == wanted.map(filled).sorted())
        } else {
            #expect(asked == nil)
        }
        if let answer = row.answer {
            let seen = outcome.client.all
            #expect(seen.count == answer.count, "\(seen)")
            for wanted in answer { #expect(seen.contains { Self.fits($0, filled(wanted)) }, "\(wanted): \(seen)") }
        } else {
            let seen = outcome.client.differences(from: ActionScene.response(row.body))
            #expect(seen.sorted() == row.gets.map(filled).sorted())
        }
        let said = outcome.flow.ruleActs.filter { $0.rule == "a" }.map(\.text).joined(separator: " ")
        #expect(Self.fits(said, filled(row.says)), "\(said)")
        #expect(outcome.flow.ruleActs.allSatisfy { $0.line == 1 && $0.file == "test.rules" })
    }

    /// A rule that does not mean the request does none of it.
    @Test(arguments: rows, Version.allCases)
    func aRuleForOthersDoesNothing(row: Row, version: Version) async throws {
        guard row.action != "force-http1" else { return }
        let outcome = try await ActionScene.play(
            "a: when path = /other do \(row.action.replacing("FILE", with: "/dev/null"))", row.asked, version,
            answering: row.body, holds: false, recording: Self.recording)
        let seen = try #require(outcome.origin)
        #expect(seen.differences(from: ActionScene.request(row.asked)).isEmpty)
        #expect(outcome.client.differences(from: ActionScene.response(row.body)).isEmpty)
        #expect(outcome.elsewhere == nil && outcome.flow.ruleActs.isEmpty)
    }

    @Test(arguments: Version.allCases)
    func someBytesAreChangedAndNoMore(version: Version) async throws {
        let outcome = try await ActionScene.play(
            "a: when path = /a do corrupt-response 3", .get, version, answering: "one two two")
        let (body, wanted) = (outcome.client.body, Array("one two two".utf8))
        try #require(body.count == wanted.count)
        #expect(body.indices.count { body[$0] != wanted[$0] } == 3)
        var client = outcome.client
        client.body = wanted
        #expect(client.differences(from: ActionScene.response("one two two")).isEmpty)
        #expect(outcome.flow.ruleActs.map(\.text).contains { $0.hasPrefix("Changed bytes ") })
    }

    @Test(arguments: Version.allCases)
    func marksAreOnTheFlow(version: Version) async throws {
        let marked = try await ActionScene.play(
            "a: when path = /a do pin, comment hm, tag bug, skip-record", .get, version, answering: "x")
        #expect(marked.flow.marks.isPinned && marked.flow.marks.isSkipped)
        #expect(marked.flow.marks.comments == ["hm"] && marked.flow.marks.tags == ["bug"])
        #expect(marked.kept == "x")
        let unkept = try await ActionScene.play("a: when path = /a do keep-body off", .get, version, answering: "x")
        #expect(unkept.kept.isEmpty && unkept.flow.response.content.size == 1)
        #expect(!unkept.flow.marks.isPinned && unkept.flow.marks.tags.isEmpty)
    }

    // MARK: - Connections

    private static func connect(_ version: Version) -> FlowRecord {
        var record = FlowRecord(id: FlowID(1), openedAt: Instant(nanoseconds: 0))
        record.requestHead =
            RecordedHead.request(
                version.isFramed
                    ? ":method: CONNECT\r\n:authority: a.test:443\r\n\r\n"
                    : "CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n\r\n"
            ).head
        return record
    }

    private static func orders(_ rule: String, _ version: Version) throws -> ConnectionOrders {
        var loader = RuleLoader { _ throws(RuleLoader.Unreadable) in rule }
        try loader.add(file: "test.rules")
        return loader.book(FilterClock(now: 0)).connection(
            connect(version), named: "sni.test", counting: Once(), seed: 1)
    }

    @Test(arguments: Version.allCases)
    func aConnectionIsRelayedOrRefused(version: Version) throws {
        for host in ["a.test", "sni.test"] {
            #expect(try Self.orders("a: when host = \(host) do tunnel", version).isRelayed)
            #expect(try Self.orders("a: when host = \(host) do tls-fail handshake_failure", version).alert == 40)
            #expect(try Self.orders("a: when host = \(host) do expired-certificate", version).showsExpired)
        }
        for action in ["tunnel", "tls-fail handshake_failure", "expired-certificate"] {
            let orders = try Self.orders("a: when host = other.test do \(action)", version)
            #expect(!orders.isRelayed && orders.alert == nil && !orders.showsExpired && orders.acts.isEmpty)
        }
    }

    // MARK: - Messages of WebSockets

    private static func message(_ rule: String, _ version: Version) throws -> MessageOrders? {
        var record = FlowRecord(id: FlowID(1), openedAt: Instant(nanoseconds: 0))
        let list = Bytes(
            ":method: CONNECT\r\n:protocol: websocket\r\n:scheme: http\r\n:path: /chat\r\n:authority: a.test\r\n\r\n")
        record.requestHead =
            version.isFramed
            ? try FieldRules.request(RecordedHead.section(list, hasStartLine: false), allowsExtendedConnect: true)
            : RecordedHead.request("GET /chat HTTP/1.1\r\nHost: a.test\r\nUpgrade: websocket\r\n\r\n").head
        let answer: Bytes =
            version.isFramed ? ":status: 200\r\n\r\n" : "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n"
        record.responseHead = RecordedHead.response(answer, to: .get).head
        var loader = RuleLoader { _ throws(RuleLoader.Unreadable) in rule }
        try loader.add(file: "test.rules")
        let run = RuleRun(loader.book(FilterClock(now: 0)), counting: Once(), seed: 1)
        return MessageRun(run, record)?.take(
            InnerMessage(from: .request, .text, at: Instant(nanoseconds: 1), bytes: "hi"))
    }

    @Test(arguments: Version.allCases)
    func aMessageIsReplacedDroppedDelayedOrFollowed(version: Version) throws {
        let filter = "a: when path = /chat and message.text = hi do"
        #expect(try Self.message("\(filter) replace-message text bye", version)?.content == "bye")
        #expect(try Self.message("\(filter) drop-message", version)?.isDropped == true)
        #expect(try Self.message("\(filter) delay message 1ms", version)?.delay == 1_000)
        let injected = try Self.message("\(filter) inject-message client text more", version)?.injected
        #expect(injected?.map(\.text) == ["more"] && injected?.map(\.to) == [.response])
        let actions = ["replace-message text bye", "drop-message", "delay message 1ms", "inject-message client text x"]
        for action in actions {
            let other = try Self.message("a: when path = /chat and message.text = ho do \(action)", version)
            #expect(other?.isEmpty == true && other?.acts.isEmpty == true)
        }
    }

    // MARK: - All of them

    @Test func noActionIsMissing() {
        let tried = Set(Self.rows.map(\.name) + Self.ofConnections + Self.ofMessages + ["corrupt-response"])
        #expect(Set(ActionTable.all.map(\.name)) == tried)
    }

    // MARK: - Small parts

    private static func fits(_ seen: String, _ wanted: String) -> Bool {
        wanted.hasSuffix("…") ? seen.hasPrefix(wanted.dropLast()) : seen == wanted
    }

    private static let recording: RecordedAnswers = {
        var record = FlowRecord(id: FlowID(1), openedAt: Instant(nanoseconds: 0))
        record.requestHead =
            RecordedHead.request("GET http://origin.test/a?x=1 HTTP/1.1\r\nHost: origin.test\r\n\r\n").head
        record.responseHead =
            RecordedHead.response("HTTP/1.1 203 Other\r\nContent-Type: text/x-recorded\r\n\r\n", to: .get).head
        record.response.content.kept = .inline("recorded")
        record.response.content.size = 8
        record.response.hasEnded = true
        record.outcome = .complete
        var recording = RecordedAnswers()
        recording.take(record)
        return recording
    }()

    /// A file that is gone with this.
    private final class ScratchFile {
        let path = FileManager.default.temporaryDirectory.path + "/hark-action-\(UUID().uuidString).txt"

        init(_ text: String) throws {
            try Data(text.utf8).write(to: URL(filePath: path))
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private struct Once: RuleCounting {
        func next(_ name: String) -> UInt64 { 1 }
    }
}
