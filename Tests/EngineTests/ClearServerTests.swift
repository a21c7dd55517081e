import Bytes
import Engine
import Flow
import HTTPModel
import HTTPWire
import TLS
import TLSTestKit
import TestKit
import Testing

/// What a client offers by ALPN says nothing of a server that is spoken to in cleartext: that gets HTTP/1.1, unless
/// somebody says that it speaks HTTP/2.
@Suite struct ClearServerTests {
    private static func reverse(to origin: ScriptedOrigin, speaksHTTP2: Bool = false) -> ProxyConfiguration {
        .with { configuration in
            let server = Destination(host: "127.0.0.1", port: origin.port)
            configuration.listeners[0].policy = ForwardingPolicy(mode: .reverse(server, preserveHost: true))
            configuration.upstreamHTTP2 = speaksHTTP2
        }
    }

    private static func secure(_ engine: EngineHost, _ lab: TLSLab, _ protocols: [String]) throws -> SecureConnection {
        try SecureConnection(engine.connect(), connecting: lab.client(protocols: protocols), to: "origin.test")
    }

    /// gRPC clients offer nothing else.
    @Test func aClientThatOffersHTTP2AloneIsTranslated() async throws {
        let lab = try TLSLab.shared.get()
        let origin = try RuledProxy.oldEcho()
        try await withEngine(Self.reverse(to: origin), tls: try lab.service()) { engine in
            let client = HTTP2Peer(.client, try Self.secure(engine, lab, ["h2"]))
            let got = try client.message(on: client.request("/a", [("x", "y")]))
            #expect(got.text == "GET /a HTTP/1.1|host: origin.test|x: y||")
            let posted = try client.message(on: client.request("/b", method: "POST", body: "hello"))
            #expect(posted.text.hasPrefix("POST /b HTTP/1.1|") && posted.text.contains("|hello|"))
            #expect(
                try engine.finished(2).allSatisfy {
                    $0.outcome == .complete && $0.clientTLS?.agreement?.applicationProtocol == "h2"
                })
        }
        #expect(origin.problems.isEmpty)
    }

    @Test func aClientThatOffersBothSpeaksWhatTheServerDoes() async throws {
        let lab = try TLSLab.shared.get()
        let origin = try RuledProxy.oldEcho()
        try await withEngine(Self.reverse(to: origin), tls: try lab.service()) { engine in
            let client = try Self.secure(engine, lab, ["h2", "http/1.1"])
            try client.send("GET /a HTTP/1.1\r\nHost: origin.test\r\n\r\n")
            #expect(try client.receiveResponse().body == "GET /a HTTP/1.1|Host: origin.test||")
        }
    }

    /// RFC 9113 §3.2: over TLS, ALPN says what is spoken, and the preface does not.
    @Test(arguments: [["http/1.1"], []])
    func thePrefaceOverTLSNeedsALPN(protocols: [String]) async throws {
        let lab = try TLSLab.shared.get()
        let origin = try RuledProxy.oldEcho()
        try await withEngine(Self.reverse(to: origin), tls: try lab.service()) { engine in
            let client = try Self.secure(engine, lab, protocols)
            try client.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
            // RFC 9110 §15.6.6: the version is what it cannot be spoken in.
            #expect(try client.receiveResponse().status == "HTTP/1.1 505 HTTP Version Not Supported")
            let outcome = try #require(try engine.finished(1).first?.outcome)
            #expect(outcome.code == .malformedRequest && outcome.text.contains("needs h2 in ALPN"))
        }
        #expect(origin.connectionCount == 0)
    }

    /// RFC 8441 §3: what a server did not offer is not sent on.
    @Test(arguments: ["no-such", "connect-udp", "WebSockets"])
    func anUnknownProtocolIsNotAskedFor(name: String) async throws {
        let origin = try RuledProxy.echo()
        try await withEngine(Self.reverse(to: origin, speaksHTTP2: true)) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            let stream = try client.connect([
                (":method", "CONNECT"), (":protocol", name), (":scheme", "http"), (":authority", "origin.test"),
                (":path", "/"),
            ])
            try client.wait("the answer") { client.messages[stream]?.heads.isEmpty == false }
            #expect(client.messages[stream]?.status == "501")
            let flow = try #require(try engine.finished(1).first)
            #expect(flow.outcome?.code == .unsupportedMethod && flow.request.sent == nil, "does not contact the server")
        }
    }

    @Test(arguments: [["h2"], ["h2", "http/1.1"]])
    func aServerOfWhichItIsKnownIsSpokenToInHTTP2(protocols: [String]) async throws {
        let lab = try TLSLab.shared.get()
        let origin = try RuledProxy.echo()
        try await withEngine(Self.reverse(to: origin, speaksHTTP2: true), tls: try lab.service()) { engine in
            let client = HTTP2Peer(.client, try Self.secure(engine, lab, protocols))
            #expect(try client.message(on: client.request("/a")).text.contains(":path: /a"))
        }
    }

    /// A forward proxy that is spoken to over TLS, and a server that is not.
    @Test func aProxysClientThatSpeaksHTTP2ToItIsTranslated() async throws {
        let lab = try TLSLab.shared.get()
        let origin = try RuledProxy.oldEcho()
        try await withEngine(ProxyConfiguration(), tls: try lab.service()) { engine in
            let client = HTTP2Peer(.client, try Self.secure(engine, lab, ["h2"]))
            let got = try client.message(on: client.request("/a", authority: origin.host, scheme: "http"))
            #expect(got.text == "GET /a HTTP/1.1|host: \(origin.host)||")
        }
    }

    /// What it agreed on with the proxy is no offer to the server, which may know HTTP/1.1 alone.
    @Test func aProxysClientIsTranslatedToASecureServerToo() async throws {
        let lab = try TLSLab.shared.get()
        let origin = try ScriptedOrigin { raw, _ in
            let connection = try SecureConnection(raw, accepting: lab.origin, as: lab.good)
            _ = try connection.receiveHead()
            try connection.send(reply("of HTTP/1.1"))
        }
        try await withEngine(.leading("origin.test", to: origin.port), tls: try lab.service()) { engine in
            let client = HTTP2Peer(.client, try Self.secure(engine, lab, ["h2"]))
            #expect(try client.message(on: client.request("/a")).text == "of HTTP/1.1")
        }
    }

    /// A rule sends it to a server in cleartext.
    @Test func aRuleThatNamesAServerInCleartextHasItTranslated() async throws {
        let lab = try TLSLab.shared.get()
        let origin = try RuledProxy.oldEcho()
        let other = try RuledProxy.oldEcho()
        let configuration = try RuledProxy.proxy("m: do map-to http://\(other.host)", to: origin)
        try await withEngine(configuration, tls: try lab.service()) { engine in
            let client = HTTP2Peer(.client, try Self.secure(engine, lab, ["h2"]))
            #expect(try client.message(on: client.request("/a")).text == "GET /a HTTP/1.1|Host: \(other.host)||")
        }
        #expect(origin.connectionCount == 0)
    }
}
