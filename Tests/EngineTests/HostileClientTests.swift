import Bytes
import Engine
import Flow
import HTTPModel
import TLS
import TLSTestKit
import TestKit
import Testing

/// What clients do inside of a CONNECT that is not as it should be: each comes to an end that says so, and nobody else
/// is disturbed.
@Suite struct HostileClientTests {
    private func origin(_ body: String = "hello") throws -> (TLSLab, ScriptedOrigin) {
        let lab = try TLSLab.shared.get()
        let origin = try ScriptedOrigin(secure: lab.origin, as: lab.good) { connection, _ in
            while (try? connection.receiveHead()) != nil { try connection.send(reply(body)) }
        }
        return (lab, origin)
    }

    /// Sends bytes into a tunnel and answers with the flow that it became, after another connection has been served.
    private func flow(
        sending bytes: [UInt8], closing: Bool = false, _ change: (inout ProxyConfiguration) -> Void = { _ in }
    ) async throws -> FlowRecord {
        let (lab, origin) = try origin()
        var found: FlowRecord?
        try await withEngine(.leading("origin.test", to: origin.port, change), tls: lab.service()) { host in
            let client = try host.tunnel()
            try client.send(bytes)
            if closing { client.shutdownSending() }
            _ = try client.receiveToEnd()
            found = try host.finished(1).first
            // The limits of the test are its own too: on a busy machine its first try may meet them.
            try eventually("another connection is served") {
                guard let other = try? host.secure(), (try? other.get()) != nil else { return false }
                return (try? other.receiveResponse().body) == "hello"
            }
        }
        return try #require(found)
    }

    // MARK: - The first message

    @Test func bytesThatOnlyBeginLikeTLSAreNamed() async throws {
        let flow = try await flow(sending: [0x16, 0x03, 0x01, 0x00, 0x05, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])
        #expect(flow.outcome?.code == .malformedClientHello)
        #expect(flow.outcome?.kind == .failed && flow.outcome?.by == .client)
        #expect(flow.outcome?.text == "The first TLS message is not a ClientHello, at byte 5.")
    }

    @Test func aRecordOfAnImpossibleLengthIsNamed() async throws {
        let flow = try await flow(sending: [0x16, 0x03, 0x01, 0x50, 0x00, 0x01])
        #expect(flow.outcome?.code == .malformedClientHello)
        #expect(flow.outcome?.text.contains("RFC 8446 §5.1") == true)
    }

    @Test func aFirstMessageOver64KiBIsRefused() async throws {
        var hello = HelloBuilder()
        hello.add(21, [UInt8](repeating: 0, count: 65_520))
        let flow = try await flow(sending: hello.records())
        #expect(flow.outcome?.code == .malformedClientHello)
        #expect(flow.outcome?.text.hasPrefix("The client's first TLS message is too long") == true)
    }

    @Test func aFirstMessageInSingleBytesIsUnderstood() async throws {
        let (lab, origin) = try origin()
        try await withEngine(.leading("origin.test", to: origin.port), tls: lab.service()) { host in
            let client = try SecureConnection(
                host.tunnel(), connecting: lab.trusting, to: "origin.test", fragment: 1)
            try client.get()
            #expect(try client.receiveResponse().body == "hello")
            client.close()
            #expect(try host.finished(2).last?.outcome == .complete)
        }
    }

    @Test(arguments: [2, 6, 60])
    func aClientThatLeavesInItsFirstMessageIsToldApartFromATunnel(count: Int) async throws {
        var hello = HelloBuilder()
        hello.addServerName(Array("origin.test".utf8))
        let flow = try await flow(sending: Array(hello.records().prefix(count)), closing: true)
        #expect(flow.outcome?.kind == .failed && flow.outcome?.by == .client)
        #expect(flow.outcome?.code == .closedInHandshake)
        #expect(flow.relayedSent == 0)
    }

    @Test func aFirstMessageThatStallsEndsInTime() async throws {
        let flow = try await flow(sending: [0x16, 0x03, 0x01, 0x02, 0x00, 0x01]) {
            $0.timeouts.handshake = .milliseconds(2_000)
            $0.timeouts.firstBytes = .milliseconds(100)
        }
        #expect(flow.outcome?.code == .handshakeTimedOut && flow.outcome?.by == .client)
    }

    @Test func aHandshakeThatStallsAfterOurCertificateEndsInTime() async throws {
        let flow = try await flow(sending: Self.hello("origin.test").records()) {
            $0.timeouts.handshake = .milliseconds(2_000)
        }
        #expect(flow.outcome?.code == .handshakeTimedOut && flow.outcome?.by == .client)
        #expect(flow.clientTLS?.failure?.code == "handshakeTimedOut")
        #expect(flow.upstreamTLS?.agreement != nil)
    }

    // MARK: - Names

    /// As OpenSSL's client offers, with whatever name; TLS 1.2, so that no key share is needed.
    static func hello(_ name: String?, _ change: (inout HelloBuilder) -> Void = { _ in }) -> HelloBuilder {
        hello(bytes: name.map { Array($0.utf8) }, change)
    }

    static func hello(bytes name: [UInt8]?, _ change: (inout HelloBuilder) -> Void = { _ in }) -> HelloBuilder {
        var hello = HelloBuilder()
        hello.suites = [0xC02B, 0xC02F]
        if let name { hello.addServerName(name) }
        hello.add(10, HelloBuilder.vector16(HelloBuilder.numbers([0x001D, 0x0017])))
        hello.add(11, HelloBuilder.vector8([0]))
        hello.add(13, HelloBuilder.vector16(HelloBuilder.numbers([0x0403, 0x0804])))
        hello.add(23, [])
        hello.add(0xFF01, [0])
        change(&hello)
        return hello
    }

    /// Each is told of, and answered with a certificate for the name in CONNECT, or refused by an alert: a name with a
    /// zero in it, or one that is too long, is an attack on whoever reads it.
    @Test(arguments: [
        (Array("origin.test\0.evil.test".utf8), false), (Array("127.0.0.1".utf8), true),
        ([UInt8](repeating: 0x61, count: 300), false), (Array("a..b".utf8), true), ([0xFF, 0xFE], true), ([], true),
    ])
    func aServerNameThatIsNoneIsNotUsed(name: [UInt8], isAnswered: Bool) async throws {
        let (lab, origin) = try origin()
        try await withEngine(.leading("origin.test", to: origin.port), tls: lab.service()) { host in
            let client = try host.tunnel()
            try client.send(Self.hello(bytes: name).records())
            // The ServerHello (or an alert) came: that much was understood.
            let first = try client.receive(exactly: 6)
            client.close()
            let flow = try #require(try host.finished(1).first)
            #expect(flow.quirks(.request).map(\.code) == [.malformedServerName])
            #expect(flow.clientTLS?.offer?.serverNameProblem != nil)
            if isAnswered {
                #expect(first[0] == 22)
                #expect(flow.upstreamTLS?.agreement?.serverName == "origin.test")
            } else {
                // RFC 8446 §6: an alert, and a fatal one.
                #expect(first[0] == 21 && first[5] == 2)
                #expect(flow.outcome?.kind == .failed)
            }
            #expect(flow.outcome?.by == .client)
        }
    }

    @Test func withoutAServerNameTheOneInConnectCounts() async throws {
        let (lab, origin) = try origin()
        try await withEngine(.leading("origin.test", to: origin.port), tls: lab.service()) { host in
            let client = try host.tunnel()
            try client.send(Self.hello(nil).records())
            #expect(try client.receive(exactly: 1) == [22])
            client.close()
            let flow = try #require(try host.finished(1).first)
            #expect(flow.upstreamTLS?.agreement?.serverName == "origin.test")
            #expect(flow.quirks(.request).isEmpty)
        }
    }

    @Test func anotherServerNameThanInConnectIsAskedForAndNoted() async throws {
        let (lab, origin) = try origin()
        try await withEngine(.leading("origin.test", to: origin.port), tls: lab.service()) { host in
            let client = try host.secure(asking: "good.origin.test")
            try client.get(host: "good.origin.test")
            #expect(try client.receiveResponse().body == "hello")
            client.close()
            let flows = try host.finished(2)
            #expect(flows[0].quirks(.request).map(\.code) == [.serverNameDisagrees])
            #expect(flows[0].upstreamTLS?.agreement?.serverName == "good.origin.test")
            #expect(flows[1].quirks(.request).isEmpty)
        }
    }

    /// RFC 1034 §3.1, RFC 9110 §7.2: the dot of an absolute name, letter case and a written port make no other host.
    @Test(arguments: ["origin.test.", "ORIGIN.test"])
    func theSameHostWrittenOtherwiseIsNotNoted(name: String) async throws {
        let (lab, origin) = try origin()
        try await withEngine(.leading("origin.test", to: origin.port), tls: lab.service()) { host in
            let client = try host.secure()
            for field in [name, "\(name):443"] {
                try client.get(host: field)
                #expect(try client.receiveResponse().body == "hello")
            }
            client.close()
            let flows = try host.finished(3)
            for flow in flows { #expect(flow.quirks(.request).isEmpty, "\(flow.quirks(.request))") }
        }
    }

    @Test func anotherHostThanTheServersIsNoted() async throws {
        let (lab, origin) = try origin()
        try await withEngine(.leading("origin.test", to: origin.port), tls: lab.service()) { host in
            let client = try host.secure()
            try client.get(host: "elsewhere.test")
            #expect(try client.receiveResponse().body == "hello")
            client.close()
            #expect(try host.finished(2).last?.quirks(.request).map(\.code) == [.hostDisagrees])
        }
    }

    @Test(arguments: ["*", "a..b", String(repeating: "a", count: 64) + ".test"])
    func aNameThatNoCertificateCanBeForIsRefused(name: String) async throws {
        let (lab, origin) = try origin()
        try await withEngine(.leading(name, to: origin.port), tls: lab.service()) { host in
            let client = try host.connect()
            try client.send("CONNECT \(name):443 HTTP/1.1\r\nHost: \(name):443\r\n\r\n")
            if try client.receiveHead().hasPrefix("HTTP/1.1 200 ") {
                try client.send(Self.hello(nil).records())
                _ = try client.receiveToEnd()
                #expect(try host.finished(1).first?.outcome?.code == .illegalServerName)
            } else {
                let outcome = try host.finished(1).first?.outcome
                // No server can be named so either: nothing is resolved to one.
                #expect(
                    outcome?.kind == .refused && outcome?.by == .client || outcome?.code == .nameNotFound,
                    "\(String(describing: outcome))")
            }
        }
    }

    // MARK: - Agreement

    /// To answer with HTTP/1.1 would be to break it, so its TLS goes to the server as it is.
    @Test func aClientThatOffersOnlyHTTP2IsRelayedWhereThatIsNotSpoken() async throws {
        let lab = try TLSLab.shared.get()
        let origin = try ScriptedOrigin(secure: TLSContext(serverWith: ["h2"]), as: lab.good) { connection, _ in
            try connection.send("frames to \(try connection.receive(through: "!"))")
        }
        let context = try TLSContext(
            clientWith: TrustPolicy(TrustStore([.file(lab.certificates.root)])), protocols: ["h2"])
        let configuration = ProxyConfiguration.leading("origin.test", to: origin.port) { $0.speaksHTTP2 = false }
        try await withEngine(configuration, tls: lab.service(speaksHTTP2: false)) { host in
            let client = try host.secure(as: context)
            try client.send("PRI!")
            #expect(try client.receiveToEnd().text == "frames to PRI!")
            client.close()
            let flow = try #require(try host.finished(1).first)
            #expect(flow.outcome?.kind == .tunnel)
            #expect(flow.outcome?.text.contains("h2") == true)
            #expect(flow.clientTLS?.offer?.protocols?.map(\.text) == ["h2"])
            #expect(flow.clientTLS?.agreement == nil)
        }
    }

    /// IMAPS, SMTPS, MQTT: the server greets first, or the client speaks no HTTP.
    @Test(arguments: [true, false])
    func whatIsNotHTTPInsideOfTLSIsRelayed(serverBegins: Bool) async throws {
        let lab = try TLSLab.shared.get()
        let origin = try ScriptedOrigin(secure: lab.origin, as: lab.good) { connection, _ in
            if serverBegins { try connection.send("* OK ready\r\n") }
            let line = try connection.receive(through: "\r\n")
            try connection.send("heard \(line)")
        }
        try await withEngine(.leading("origin.test", to: origin.port), tls: lab.service()) { host in
            let client = try host.secure()
            if serverBegins { #expect(try client.receive(through: "\r\n") == "* OK ready\r\n") }
            try client.send("a1 LOGIN me\r\n")
            #expect(try client.receive(through: "\r\n") == "heard a1 LOGIN me\r\n")
            client.close()
            let flows = try host.finished(1)
            #expect(flows.count == 1)
            #expect(flows[0].outcome?.kind == .tunnel)
            #expect(flows[0].clientTLS?.agreement != nil && flows[0].upstreamTLS?.agreement != nil)
            #expect(flows[0].relayedSent == 13)
        }
    }

    @Test func aClientWithoutALPNIsServed() async throws {
        let (lab, origin) = try origin()
        try await withEngine(.leading("origin.test", to: origin.port), tls: lab.service()) { host in
            let client = try host.secure(as: lab.client(protocols: []))
            try client.get()
            #expect(try client.receiveResponse().body == "hello")
        }
    }

    @Test(arguments: [TLSVersion.ssl3, .tls10, .tls11])
    func aClientOfAnOldVersionIsToldSo(version: TLSVersion) async throws {
        let hello = Self.hello("origin.test") {
            $0.version = version.rawValue
            $0.suites = [0xC009, 0xC013, 0x002F]
        }
        let flow = try await flow(sending: hello.records())
        #expect(flow.outcome?.code == .protocolTooOld && flow.outcome?.by == .client)
        #expect(flow.outcome?.text.contains("Hark accepts TLS 1.2 and 1.3") == true)
        #expect(flow.clientTLS?.offer?.versions == [version.name])
    }

    @Test func aClientWithoutACommonCipherIsToldSo() async throws {
        let flow = try await flow(sending: Self.hello("origin.test") { $0.suites = [0x002F, 0x0035] }.records())
        #expect(flow.outcome?.code == .noCommonCipher && flow.outcome?.by == .client)
    }
}
