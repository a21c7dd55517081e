import Bytes
import Engine
import Flow
import HTTPModel
import TLS
import TLSTestKit
import TestKit
import Testing

/// Servers that do not speak TLS as they should: the client reads why, in the answer to its request.
@Suite struct SecureOriginTests {
    struct Script: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let code: Outcome.Code
        /// What a person finds in the answer.
        let words: String
        var status = "502 Bad Gateway"
        let run: ScriptedOrigin.Script

        /// Only one that stalls is to run out of it, however busy the machine is.
        var patience: Duration { code == .handshakeTimedOut ? .seconds(2) : .seconds(60) }
    }

    /// The record with a fatal alert.
    private static func alert(_ number: UInt8) -> [UInt8] { [21, 3, 3, 0, 2, 2, number] }

    static let scripts = [
        Script(
            testDescription: "stalls", code: .handshakeTimedOut, words: "did not finish in time",
            status: "504 Gateway Timeout"
        ) { connection, _ in _ = try connection.receiveToEnd() },
        Script(
            testDescription: "stalls within its first message", code: .handshakeTimedOut,
            words: "did not finish in time", status: "504 Gateway Timeout"
        ) { connection, _ in
            _ = try connection.receive()
            try connection.send([22, 3, 3, 0, 100, 2, 0, 0])
            _ = try connection.receiveToEnd()
        },
        Script(testDescription: "closes at the ClientHello", code: .closedInHandshake, words: "in the middle of") {
            connection, _ in _ = try connection.receive()
        },
        Script(testDescription: "resets at the ClientHello", code: .connectionReset, words: "broke") {
            connection, _ in
            _ = try connection.receive()
            connection.reset()
        },
        Script(testDescription: "sends garbage", code: .notTLS, words: "is not TLS") { connection, _ in
            _ = try connection.receive()
            try connection.send("\u{0}\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7}")
            _ = try? connection.receiveToEnd()
        },
        Script(testDescription: "speaks plain HTTP", code: .plainHTTP, words: "this port does not speak TLS") {
            connection, _ in
            _ = try connection.receive()
            try connection.send("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
            _ = try? connection.receiveToEnd()
        },
        Script(testDescription: "says protocol_version", code: .protocolTooOld, words: "Hark accepts TLS 1.2 and 1.3") {
            connection, _ in
            _ = try connection.receive()
            try connection.send(alert(70))
        },
        Script(testDescription: "answers with TLS 1.1", code: .protocolTooOld, words: "Hark accepts TLS 1.2 and 1.3") {
            connection, _ in
            _ = try connection.receive()
            let hello = [3, 2] + [UInt8](repeating: 7, count: 32) + [0, 0xC0, 0x13, 0]
            try connection.send([22, 3, 2, 0, UInt8(hello.count + 4), 2, 0, 0, UInt8(hello.count)] + hello)
            _ = try? connection.receiveToEnd()
        },
        Script(testDescription: "says handshake_failure", code: .noCommonCipher, words: "in common") {
            connection, _ in
            _ = try connection.receive()
            try connection.send(alert(40))
        },
        Script(testDescription: "says unrecognized_name", code: .unrecognizedName, words: "does not know") {
            connection, _ in
            _ = try connection.receive()
            try connection.send(alert(112))
        },
        Script(testDescription: "says no_application_protocol", code: .alpnMismatch, words: "does not support HTTP/1.1")
        {
            connection, _ in
            _ = try connection.receive()
            try connection.send(alert(120))
        },
        Script(testDescription: "says internal_error", code: .peerAlert, words: "internal_error") { connection, _ in
            _ = try connection.receive()
            try connection.send(alert(80))
        },
    ]

    @Test(arguments: scripts)
    func aServerThatFailsInTheHandshakeIsToldOf(script: Script) async throws {
        let origin = try ScriptedOrigin(script.run)
        let lab = try TLSLab.shared.get()
        let configuration = ProxyConfiguration.leading("origin.test", to: origin.port) {
            $0.timeouts.handshake = script.patience
        }
        try await withEngine(configuration, tls: lab.service()) { host in
            let client = try host.secure()
            try client.get()
            let response = try client.receiveResponse()
            #expect(response.status == "HTTP/1.1 \(script.status)")
            #expect(response.body.contains(script.words), "\(response.body)")
            #expect(try client.receiveToEnd().end == .closed)
            let flows = try host.finished(2)
            #expect(flows[0].outcome?.code == .opened)
            #expect(flows[1].outcome?.code == script.code)
            #expect(flows[1].outcome?.by == .upstream && flows[1].outcome?.kind == .failed)
            #expect(flows.map { $0.upstreamTLS?.failure?.code } == [script.code.rawValue, script.code.rawValue])
            #expect(flows[1].clientTLS?.agreement != nil)
        }
    }

    /// The same without a tunnel: the client asks in plain text for an https URL.
    @Test(arguments: scripts)
    func theSameIsToldToAClientInPlainText(script: Script) async throws {
        let origin = try ScriptedOrigin(script.run)
        let lab = try TLSLab.shared.get()
        let configuration = ProxyConfiguration.leading("origin.test", to: origin.port) {
            $0.timeouts.handshake = script.patience
        }
        try await withEngine(configuration, tls: lab.service()) { host in
            let client = try host.connect()
            try client.send("GET https://origin.test/ HTTP/1.1\r\nHost: origin.test\r\n\r\n")
            let response = try client.receiveResponse()
            #expect(response.status == "HTTP/1.1 \(script.status)")
            #expect(response.body.contains(script.words), "\(response.body)")
            #expect(try host.finished(1).first?.outcome?.code == script.code)
        }
    }

    @Test func aServerThatSpeaksOnlyHTTP2IsToldOf() async throws {
        let lab = try TLSLab.shared.get()
        let onlyNewer = try TLSContext(serverWith: ["h2"])
        let origin = try ScriptedOrigin(secure: onlyNewer, as: lab.good) { _, _ in }
        try await withEngine(.leading("origin.test", to: origin.port), tls: lab.service()) { host in
            let client = try host.secure()
            try client.get()
            #expect(try client.receiveResponse().body.contains("does not support HTTP/1.1 inside TLS"))
            #expect(try host.finished(2).last?.outcome?.code == .alpnMismatch)
        }
    }

    /// `http://` to a port that wants TLS: the answer is an alert, or none.
    @Test func plainHTTPToATLSPortIsExplained() async throws {
        let lab = try TLSLab.shared.get()
        let origin = try ScriptedOrigin(secure: lab.origin, as: lab.good) { _, _ in }
        try await withEngine(tls: lab.service()) { host in
            let client = try host.connect()
            try client.get(origin.url)
            let response = try client.receiveResponse()
            #expect(response.status == "HTTP/1.1 502 Bad Gateway")
            #expect(response.body.contains("https://"), "\(response.body)")
            #expect(try host.finished(1).first?.outcome?.by == .upstream)
        }
    }

    // MARK: - Certificates

    @Test func everyCertificateOfTheTestSetIsJudged() async throws {
        let lab = try TLSLab.shared.get()
        for example in lab.certificates.cases where example.needs != "crl" {
            let identity = try lab.identity(example.name)
            let origin = try ScriptedOrigin { raw, _ in
                guard let connection = try? SecureConnection(raw, accepting: lab.origin, as: identity) else { return }
                _ = try connection.receiveHead()
                try connection.send(reply("hello"))
            }
            try await withEngine(.leading(example.host, to: origin.port), tls: lab.service()) { host in
                let client = try host.secure(to: "\(example.host):443", asking: example.host)
                try client.get(host: example.host)
                let isServed = try client.receiveResponse().body == "hello"
                #expect(isServed == example.isGood, "\(example.name)")
                client.close()
                let flow = try host.finished(2).last
                #expect((flow?.upstreamTLS?.failure == nil) == example.isGood, "\(example.name)")
                #expect(flow?.upstreamTLS?.certificates.isEmpty == false, "\(example.name)")
            }
        }
    }

    // MARK: - The end of the stream

    /// RFC 9112 §9.8: a body that lasts until the close is whole only with close_notify.
    @Test(arguments: [true, false])
    func aBodyUntilCloseIsWholeOnlyWithCloseNotify(says: Bool) async throws {
        let lab = try TLSLab.shared.get()
        let seen = Handover<Void>()
        let origin = try ScriptedOrigin(secure: lab.origin, as: lab.good) { connection, _ in
            _ = try connection.receiveHead()
            try connection.send("HTTP/1.1 200 OK\r\n\r\nhello")
            // Not before the client has what was sent: a reset may overtake bytes.
            try seen.take("the client has the beginning")
            if says { try connection.closeNotify() }
        }
        try await withEngine(.leading("origin.test", to: origin.port), tls: lab.service()) { host in
            let client = try host.secure()
            try client.get()
            _ = try client.receive(through: "hello")
            seen.put(())
            #expect(try client.receiveToEnd() == ("", says ? .closed : .cutOff))
            let flow = try #require(try host.finished(2).last)
            #expect(flow.response.contentSize == 5)
            if says {
                #expect(flow.outcome == .complete)
            } else {
                #expect(flow.outcome?.kind == .aborted && flow.outcome?.by == .upstream)
                #expect(flow.outcome?.code == .upstreamClosed)
                #expect(flow.outcome?.text.contains("close_notify") == true)
            }
        }
    }

    @Test(arguments: [true, false])
    func aBodyOfKnownLengthIsWholeWithoutCloseNotify(says: Bool) async throws {
        let lab = try TLSLab.shared.get()
        let origin = try ScriptedOrigin(secure: lab.origin, as: lab.good) { connection, _ in
            _ = try connection.receiveHead()
            try connection.send(reply("hello"))
            if says { try connection.closeNotify() }
        }
        try await withEngine(.leading("origin.test", to: origin.port), tls: lab.service()) { host in
            let client = try host.secure()
            try client.get()
            #expect(try client.receiveResponse().body == "hello")
            #expect(try host.finished(2).last?.outcome == .complete)
            client.close()
        }
    }

    @Test func aServerThatResetsWithinABodyIsToldOf() async throws {
        let lab = try TLSLab.shared.get()
        let seen = Handover<Void>()
        let origin = try ScriptedOrigin(secure: lab.origin, as: lab.good) { connection, _ in
            _ = try connection.receiveHead()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
            try seen.take("the client has the beginning")
            connection.raw.reset()
        }
        try await withEngine(.leading("origin.test", to: origin.port), tls: lab.service()) { host in
            let client = try host.secure()
            try client.get()
            _ = try client.receive(through: "hello")
            seen.put(())
            _ = try? client.receiveToEnd()
            let flow = try #require(try host.finished(2).last)
            #expect(flow.outcome?.kind == .aborted && flow.outcome?.code == .upstreamClosed)
        }
    }

    /// The server's connection of a CONNECT died before the first request: that one gets a new connection.
    @Test func aServerThatLeftBeforeTheFirstRequestIsAskedAnew() async throws {
        let gone = Handover<Void>()
        let lab = try TLSLab.shared.get()
        let origin = try ScriptedOrigin(secure: lab.origin, as: lab.good) { connection, number in
            if number == 1 {
                try connection.closeNotify()
                // The proxy has seen it when it closes its own side.
                _ = try? connection.raw.receiveToEnd()
                return gone.put(())
            }
            _ = try connection.receiveHead()
            try connection.send(reply("second"))
        }
        try await withEngine(.leading("origin.test", to: origin.port), tls: lab.service()) { host in
            let client = try host.secure()
            try gone.take("the first connection was closed")
            try client.get()
            #expect(try client.receiveResponse().body == "second")
            #expect(try host.finished(2).last?.wasRetried == false)
        }
    }
}
