import Bytes
import Engine
import Filter
import Flow
import HTTPModel
import HTTPWire
import Rules
import TestKit
import Testing

/// A client, a proxy with one rule, its server, and another server: all of them speak one version of HTTP, and what
/// each of them saw is told in the same lines, whichever that is.
enum ActionScene {
    enum Version: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case http1 = "HTTP/1.1"
        case http2 = "HTTP/2"

        var testDescription: String { rawValue }
        var isFramed: Bool { self == .http2 }
    }

    enum Asked: Sendable {
        case get
        case post

        var body: String { self == .post ? "{\"n\": 1}" : "" }
        var method: String { self == .post ? "POST" : "GET" }
        var fields: [(String, String)] {
            [("accept", "*/*"), ("cookie", "a=1; b=2")] + (self == .post ? [("content-type", "application/json")] : [])
        }
    }

    /// A message as lines, without what only says where it ends; then how it ended.
    struct Seen: Sendable {
        var lines: [String] = []
        var body: [UInt8] = []
        var end = "whole"

        /// The body is a line as well.
        var all: [String] {
            lines + (body.isEmpty ? [] : ["body " + String(decoding: body, as: UTF8.self)])
                + (end == "whole" ? [] : [end])
        }

        /// What is other than in `base`: `- ` before what is missing, `+ ` before what is new.
        func differences(from base: Seen) -> [String] {
            base.all.filter { !all.contains($0) }.map { "- \($0)" }
                + all.filter { !base.all.contains($0) }.map { "+ \($0)" }
        }
    }

    struct Outcome: Sendable {
        var origin: Seen?
        var elsewhere: Seen?
        var client = Seen()
        var flow: FlowRecord
        var kept: Bytes
    }

    // MARK: - What all of them send

    static let answer: [(String, String)] = [
        ("content-type", "text/plain"), ("server", "s"), ("set-cookie", "s=1"), ("etag", "\"e\""),
        ("content-security-policy", "default-src 'self'"),
    ]

    static func request(_ asked: Asked) -> Seen {
        Seen(
            lines: ["\(asked.method) /a?x=1", "host: origin.test"] + asked.fields.map { "\($0.0): \($0.1)" },
            body: Array(asked.body.utf8))
    }

    static func response(_ body: String) -> Seen {
        Seen(lines: ["200"] + answer.map { "\($0.0): \($0.1)" }, body: Array(body.utf8))
    }

    // MARK: - Playing

    /// - Parameters:
    ///   - rules: with ELSEWHERE for the other server's host and port.
    ///   - isOld: who is asked speaks HTTP/1.1, whatever the client does.
    ///   - stalls: behind so many bytes of content.
    static func play(
        _ rules: String, _ asked: Asked, _ version: Version, answering body: String, isOld: Bool = false,
        stalls: Int? = nil, holds: Bool = true,
        recording: RecordedAnswers = RecordedAnswers()
    ) async throws -> Outcome {
        let server: Version = isOld ? .http1 : version
        let (asks, elsewhere) = (Handover<Seen>(), Handover<Seen>())
        let origin = try self.server(server, asks, body)
        let other = try self.server(server, elsewhere, body)
        let text = rules.replacing("ELSEWHERE", with: other.host)
        var loader = RuleLoader(
            recordings: { _ throws(RuleLoader.Unreadable) in recording },
            { _ throws(RuleLoader.Unreadable) in text })
        try loader.add(file: "test.rules")
        let live = LiveRules(loader.book(FilterClock(now: 0)), seed: 1)
        let configuration = ProxyConfiguration.with { configuration in
            let server = Destination(host: "127.0.0.1", port: origin.port)
            configuration.listeners[0].policy = ForwardingPolicy(mode: .reverse(server, preserveHost: true))
            configuration.upstreamHTTP2 = version.isFramed
            configuration.rules = live
        }
        var outcome: Outcome?
        try await withEngine(configuration) { engine in
            let connection = try engine.connect()
            let breaks = live.book.rules.contains { $0.steps.contains { $0.text.hasPrefix("break") } }
            let held = holds && breaks ? live : nil
            let client =
                try version.isFramed
                ? framed(connection, asked, held, stalls) : plain(connection, asked, held, stalls)
            let isStill = try stalls != nil && !engine.begun().isFinished
            if stalls == nil { connection.close() } else { connection.reset() }
            let flow = try engine.finished(1)[0]
            if stalls != nil { #expect(isStill) }
            // One that was connected to may not have noticed yet.
            let isAsked = origin.connectionCount > 0 || flow.upstream?.address == origin.host
            outcome = Outcome(
                origin: isAsked ? try asks.take("what the origin saw") : nil,
                elsewhere: other.connectionCount > 0 ? try elsewhere.take("what the other server saw") : nil,
                client: client, flow: flow, kept: engine.content(of: flow.id, .response))
        }
        return try #require(outcome)
    }

    // MARK: - Clients

    private static func plain(
        _ connection: RawConnection, _ asked: Asked, _ held: LiveRules?, _ stalls: Int?
    ) throws -> Seen {
        let lines = asked.fields.map { "\($0.0): \($0.1)\r\n" }.joined()
        let length = asked.body.isEmpty ? "" : "content-length: \(asked.body.utf8.count)\r\n"
        try connection.send(
            "\(asked.method) /a?x=1 HTTP/1.1\r\nhost: origin.test\r\n\(lines)\(length)connection: close\r\n\r\n"
                + asked.body)
        try decide(held)
        return try read(connection, .response, stalls: stalls)
    }

    private static func framed(
        _ connection: RawConnection, _ asked: Asked, _ held: LiveRules?, _ stalls: Int?
    ) throws -> Seen {
        let peer = HTTP2Peer(.client, connection)
        let stream = try peer.request(
            "/a?x=1", method: asked.method, scheme: "http", asked.fields, body: asked.body.isEmpty ? nil : asked.body)
        try decide(held)
        if let stalls {
            try peer.wait("what comes before it stalls") { peer.messages[stream]?.body.count == stalls }
            var seen = Self.seen(peer.messages[stream] ?? HTTP2Peer.Message())
            seen.end = "stalled"
            return seen
        }
        return seen(try peer.message(on: stream))
    }

    /// A rule that holds has both messages held, one after the other.
    private static func decide(_ live: LiveRules?) throws {
        guard let live else { return }
        for kind in [MessageKind.request, .response] {
            try eventually("the \(kind) is held") { live.held.all.contains { $0.kind == kind } }
            #expect(live.held.decide(live.held.all[0].flow, .send))
        }
    }

    // MARK: - Servers

    private static func server(
        _ version: Version, _ asks: Handover<Seen>, _ body: String
    ) throws -> ScriptedOrigin {
        try ScriptedOrigin { connection, _ in
            guard version.isFramed else {
                asks.put(try read(connection, .request, stalls: nil))
                let lines = answer.map { "\($0.0): \($0.1)\r\n" }.joined()
                try connection.send(
                    "HTTP/1.1 200 OK\r\n\(lines)content-length: \(body.utf8.count)\r\nconnection: close\r\n\r\n\(body)")
                return
            }
            let peer = HTTP2Peer(.server, connection)
            try peer.wait("a request") {
                guard let stream = peer.opened.first, let message = peer.messages[stream] else { return false }
                return message.hasEnded || message.reset != nil
            }
            let stream = peer.opened[0]
            asks.put(seen(peer.messages[stream] ?? HTTP2Peer.Message()))
            try peer.respond(
                200, on: stream, answer + [("content-length", "\(body.utf8.count)")], body: body)
            try? peer.wait("the end") { false }
        }
    }

    // MARK: - What is seen

    private static let ofFraming: Set = [
        "content-length", "transfer-encoding", "connection", "date", "te", ":scheme",
    ]

    private static func line(_ name: String, _ value: String) -> String? {
        let name = name.lowercased()
        return ofFraming.contains(name) ? nil : "\(name == ":authority" ? "host" : name): \(value)"
    }

    private static func seen(_ message: HTTP2Peer.Message) -> Seen {
        var seen = Seen()
        var start: [String: String] = [:]
        for field in message.fields {
            let parts = field.split(separator: ": ", maxSplits: 1).map(String.init)
            let (name, value) = (parts[0], parts.count > 1 ? parts[1] : "")
            if [":method", ":path", ":status"].contains(name) {
                start[name] = value
            } else if let line = line(name, value) {
                seen.lines.append(line)
            }
        }
        if let status = start[":status"] { seen.lines.insert(status, at: 0) }
        if let method = start[":method"] { seen.lines.insert("\(method) \(start[":path"] ?? "")", at: 0) }
        seen.lines += (message.trailers ?? []).map { "trailer \($0)" }
        seen.body = message.body
        if !message.hasEnded || message.reset.map({ $0 != .noError }) == true {
            seen.end = message.heads.isEmpty ? "gone" : "cut"
        }
        return seen
    }

    /// One message of HTTP/1.1, as it comes.
    private static func read(
        _ connection: RawConnection, _ role: HTTP1Decoder.Role, stalls: Int?
    ) throws -> Seen {
        var (decoder, seen, bytes, hasBegun) = (HTTP1Decoder(role: role), Seen(), [UInt8](), false)
        if role == .response { decoder.expectResponse(to: .get) }
        func lines(_ section: FieldSection) -> [String] {
            section.lines.compactMap { line(section.name(of: $0).text, section.unfoldedValue(of: $0).text) }
        }
        while true {
            while let decoded = try decoder.decode(bytes.span) {
                switch decoded.part {
                case .requestHead(let head, _):
                    seen.lines = ["\(head.method.name.text) \(head.targetBytes.text)"] + lines(head.fields)
                case .responseHead(let head, _): seen.lines = ["\(head.status)"] + lines(head.fields)
                case .content: seen.body += bytes[..<decoded.consumed]
                case .trailers(let trailers):
                    seen.lines += lines(trailers.section).map { "trailer \($0)" }
                case .end: return seen
                case .interimHead, .chunkStarted, .chunkEnded: break
                }
                hasBegun = true
                bytes.removeFirst(decoded.consumed)
            }
            if let stalls, seen.body.count == stalls {
                seen.end = "stalled"
                return seen
            }
            guard let more = try connection.receive() else {
                seen.end = hasBegun ? "cut" : "gone"
                return seen
            }
            bytes += more
        }
    }
}
