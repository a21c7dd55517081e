import Flow
import Foundation
import PageTestKit
import Reactor
import TestKit

@testable import Page

/// A page that is served for one test, of flows in memory.
final class ServedPage: Sendable {
    let source: MemorySource
    let live = LiveFlows()
    private let server: PageServer
    let port: UInt16

    init(
        _ flows: [FlowRecord] = [], folder: (@Sendable () -> PageAssets)? = nil, rules: (any PageRules)? = nil,
        agents: (any PageAgents)? = nil
    ) async throws {
        source = MemorySource(flows)
        let contents = PageServer.Contents(
            source, live: live, tools: PageTools(version: "0", instance: "test", rules: rules, agents: agents),
            secret: { [UInt8](repeating: 7, count: 32) }, folder: folder)
        server = try await PageServer.start(contents, on: .loopback4(port: 0))
        port = server.address.port
    }

    func stop() async { await server.stop() }

    func connect(receiveBuffer: Int32? = nil) throws -> PageClient {
        PageClient(try RawConnection(port: port, receiveBuffer: receiveBuffer), host: "127.0.0.1:\(port)")
    }

    func token() async throws -> String {
        let key = await server.makeKey()
        let answer = try connect().ask("POST /api/session HTTP/1.1", body: #"{"key": "\#(key)"}"#)
        let token = answer.body.firstMatch(of: /"token":"([^"]+)"/).map { String($0.1) }
        guard let token else { throw Failure("no token: \(answer.body)") }
        return token
    }

    /// A stream of a view of all flows.
    func stream() async throws -> PageClient { try stream(try await token()) }

    func stream(_ token: String, receiveBuffer: Int32? = nil) throws -> PageClient {
        let authorization = "Authorization: Bearer \(token)"
        let made = try connect().ask("POST /api/views HTTP/1.1", [authorization], body: "{}")
        guard let view = made.body.firstMatch(of: /"view":(\d+)/)?.1 else { throw Failure("no view: \(made.body)") }
        let client = try connect(receiveBuffer: receiveBuffer)
        try client.send("GET /api/stream?view=\(view) HTTP/1.1", [authorization])
        return client
    }

    // MARK: What passes

    /// Flows that begin and end in one batch.
    func pass(_ flows: [FlowRecord]) {
        let sink = live.sink
        for flow in flows {
            var open = flow
            open.outcome = nil
            sink.began(open)
            sink.finished(JudgedFlow(flow))
        }
        sink.batchEnded()
    }

    func begin(_ flow: FlowRecord) {
        let sink = live.sink
        sink.began(flow)
        sink.batchEnded()
    }

    func end(_ flow: FlowRecord) {
        let sink = live.sink
        sink.finished(JudgedFlow(flow))
        sink.batchEnded()
    }
}

/// Runs a test with a page, on threads of its own: it waits with blocking calls.
func withPage(
    _ flows: [FlowRecord] = [], folder: (@Sendable () -> PageAssets)? = nil, rules: (any PageRules)? = nil,
    agents: (any PageAgents)? = nil,
    _ test: @Sendable (ServedPage) async throws -> Void
) async throws {
    try await withTaskExecutorPreference(ThreadExecutor()) {
        let page = try await ServedPage(flows, folder: folder, rules: rules, agents: agents)
        do {
            try await test(page)
        } catch {
            await page.stop()
            throw error
        }
        await page.stop()
    }
}

/// A browser, as far as its bytes go.
struct PageClient {
    let raw: RawConnection
    private let host: String

    init(_ raw: RawConnection, host: String) {
        self.raw = raw
        self.host = host
    }

    struct Answer {
        let head: String
        let body: String

        var status: Int { Int(head.split(separator: " ").dropFirst().first ?? "") ?? 0 }

        func field(_ name: String) -> String? {
            head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
                .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
        }
    }

    func send(_ line: String, _ fields: [String] = [], body: String = "", host: String? = nil) throws {
        var head = "\(line)\r\nHost: \(host ?? self.host)\r\n"
        for field in fields { head += field + "\r\n" }
        if !body.isEmpty { head += "Content-Length: \(body.utf8.count)\r\n" }
        try raw.send(head + "\r\n" + body)
    }

    func ask(_ line: String, _ fields: [String] = [], body: String = "", host: String? = nil) throws -> Answer {
        try send(line, fields, body: body, host: host)
        return try answer()
    }

    func answer() throws -> Answer {
        let head = try raw.receiveHead()
        let length = Answer(head: head, body: "").field("Content-Length").flatMap { Int($0) } ?? 0
        return Answer(head: head, body: String(decoding: try raw.receive(exactly: length), as: UTF8.self))
    }
}
