import Bytes
import Engine
import Filter
import Flow
import HTTPModel
import HTTPWire
import Rules
import TestKit

/// A proxy with rules, and origins that answer with what they were asked.
enum RuledProxy {
    static func proxy(
        _ rules: String..., to origin: ScriptedOrigin, speaking version: HTTPVersion = .http11,
        bodyLimit: Int = 1 << 20, _ change: (inout ProxyConfiguration) -> Void = { _ in }
    ) throws -> ProxyConfiguration {
        let text = rules.joined(separator: "\n")
        var loader = RuleLoader { _ throws(RuleLoader.Unreadable) in text }
        try loader.add(file: "test.rules")
        let live = LiveRules(loader.book(FilterClock(now: 0)), seed: 1, bodyLimit: bodyLimit)
        return .with { configuration in
            let server = Destination(host: "127.0.0.1", port: origin.port)
            configuration.listeners[0].policy = ForwardingPolicy(mode: .reverse(server, preserveHost: true))
            configuration.upstreamHTTP2 = version.major >= 2
            configuration.rules = live
            change(&configuration)
        }
    }

    /// An origin of HTTP/2 that answers with what it was asked.
    static func echo() throws -> ScriptedOrigin {
        try ScriptedOrigin { raw, _ in
            let peer = HTTP2Peer(.server, raw)
            var count = 0
            while let (stream, message) = try? peer.nextRequest(after: count) {
                count += 1
                try peer.respond(200, on: stream, body: (message.fields + [message.text]).joined(separator: "|"))
            }
        }
    }

    /// An origin of HTTP/1 that does so.
    static func oldEcho() throws -> ScriptedOrigin {
        try ScriptedOrigin { connection, _ in
            while let head = try? connection.receiveHead() {
                var body = ""
                if head.contains("chunked") { body = try connection.receive(through: "0\r\n\r\n") }
                let length = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length: ") }
                if let length, let count = Int(length.dropFirst(16)) {
                    body = String(decoding: try connection.receive(exactly: count), as: UTF8.self)
                }
                try connection.send(reply((head + body).replacing("\r\n", with: "|")))
            }
        }
    }
}
