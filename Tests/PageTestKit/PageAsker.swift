import Bytes
package import Flow
import Foundation
import HTTPModel
import HTTPWire
package import Page

/// Answers agents with what they sent.
package struct EchoAgents: PageAgents {
    package init() {}

    package func answer(
        _ request: PageRequest, then: @escaping @Sendable (PageAnswer) -> Void
    ) -> @Sendable () -> Void {
        then(PageAnswer(200, PageAnswer.unstored, .bytes(request.body)))
        return {}
    }
}

/// Asks the API as a server would, and does its work at once. Not Sendable.
package final class PageAsker {
    package var api: PageAPI
    package let source: MemorySource
    /// Nanoseconds of the steady clock.
    package var now: UInt64 = 1_000_000_000_000
    package var token = ""
    package static let port: UInt16 = 8889
    /// Who asks.
    package var peer = PagePeer.local

    package init(
        _ flows: [FlowRecord] = [], live: (any PageLive)? = nil, rules: (any PageRules)? = nil,
        agents: (any PageAgents)? = EchoAgents(), secret: [UInt8]? = nil, sessions: (any PageSessions)? = nil,
        recording: (any PageRecording)? = nil, lessons: (any PageLessons)? = nil, guests: PageGuests? = nil,
        isSecure: Bool = false
    ) throws {
        source = MemorySource(flows)
        api = try PageAPI(
            source: source, live: live,
            tools: PageTools(
                version: "0", instance: "test", rules: rules, agents: agents, sessions: sessions,
                recording: recording, lessons: lessons),
            access: PageAccess(secret: secret ?? [UInt8](repeating: 7, count: 32), guests: guests), port: Self.port,
            isSecure: isSecure)
        let key = api.makeKey(now: moment)
        let opened = try ask("POST", "/api/session", #"{"key": "\#(key)"}"#, authorization: nil)
        token = opened.json["token"] as? String ?? ""
    }

    package var moment: PageMoment { PageMoment(wall: 1_795_262_400_000_000, steady: now) }

    /// What came back.
    package struct Answer {
        package let status: Int
        package let fields: [String: String]
        package let body: [UInt8]
        package let streams: Bool

        package var text: String { String(decoding: body, as: UTF8.self) }

        /// The object that it is; empty when it is none.
        package var json: [String: Any] {
            (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] ?? [:]
        }

        /// The code of the error that it is.
        package var code: String? { (json["error"] as? [String: Any])?["code"] as? String }

        package func list(_ name: String) -> [[String: Any]] { json[name] as? [[String: Any]] ?? [] }
    }

    private static let usual = "usual"

    /// - Parameter authorization: the value of the field; nil: none.
    package func ask(
        _ method: String, _ target: String, _ body: String = "", authorization: String? = "usual",
        _ lines: [String] = [], host: String = "127.0.0.1:8889"
    ) throws -> Answer {
        try ask(method, target, octets: Array(body.utf8), authorization: authorization, lines, host: host)
    }

    package func ask(
        _ method: String, _ target: String, octets: [UInt8], authorization: String? = "usual",
        _ lines: [String] = [], host: String = "127.0.0.1:8889"
    ) throws -> Answer {
        var head = "\(method) \(target) HTTP/1.1\r\nHost: \(host)\r\n"
        if let authorization {
            head += "Authorization: \(authorization == Self.usual ? "Bearer \(token)" : authorization)\r\n"
        }
        for line in lines { head += line + "\r\n" }
        let request = try Self.read(head + "\r\n", octets, peer)
        if let error = api.admit(request) { return answer(PageAnswer(error)) }
        return finish(api.begin(request, now: moment))
    }

    /// A request as it comes over a connection.
    package static func read(_ head: String, _ octets: [UInt8] = [], _ peer: PagePeer) throws -> PageRequest {
        var decoder = HTTP1Decoder(role: .request)
        let part = try Bytes(head).withSpan { span in try decoder.decode(span)?.part }
        guard case .requestHead(let read, _)? = part,
            let request = PageRequest(read, body: Bytes(octets), peer: peer)
        else { throw AskError.noRequest }
        return request
    }

    private enum AskError: Error {
        case noRequest
    }

    private func finish(_ step: PageStep) -> Answer {
        switch step {
        case .answer(let answer): return self.answer(answer)
        case .work(let work): return answer(api.finish(work()))
        case .call(let begin):
            let done = Box()
            _ = begin { done.result = $0 }
            return done.result.map { answer(api.finish($0)) }
                ?? Answer(status: 0, fields: [:], body: [], streams: false)
        case .later(let begin):
            let done = Box()
            begin { done.result = $0 }
            return done.result.map { answer(api.finish($0)) }
                ?? Answer(status: 0, fields: [:], body: [], streams: false)
        case .stream: return Answer(status: 200, fields: [:], body: [], streams: true)
        }
    }

    /// Filled before the call that it is handed to returns, by the same thread, so nothing of it is shared: the
    /// compiler cannot see that, and is promised by this that it is Sendable.
    private final class Box: @unchecked Sendable {
        var result: PageResult?
    }

    private func answer(_ answer: PageAnswer) -> Answer {
        var body: [UInt8] = []
        switch answer.body {
        case .bytes(let bytes): body = bytes.array
        case .pieces(let produce):
            produce { piece in
                body += piece
                return true
            }
        }
        let fields = Dictionary(answer.fields.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        return Answer(status: answer.status, fields: fields, body: body, streams: false)
    }

    /// Lets a tick pass; what a stream with this view is told.
    package func tick(_ tick: PageTick, view: Int?) -> String {
        let work = api.beginTick(tick)
        let told = api.finishTick(tick, work, matched: work.perform(), watched: [view], now: moment)
        return told[view].map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
