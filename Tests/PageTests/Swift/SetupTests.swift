import Bytes
import FilterTestKit
import Flow
import Foundation
import HTTPModel
import PageTestKit
import Testing

@testable import Page

/// What the page says to whoever brings the first client here.
@Suite struct SetupTests {
    @Test(
        arguments: [
            ("127.0.0.1:8888", "192.168.1.5", nil), ("[::1]:8888", "192.168.1.5", nil),
            ("127.9.9.9:1", "192.168.1.5", nil), ("0.0.0.0:8888", nil, nil), ("[::]:8888", nil, nil),
            ("0.0.0.0:8888", "192.168.1.5", "192.168.1.5:8888"), ("[::]:80", "fd00::7", "[fd00::7]:80"),
            ("192.168.7.7:9000", "192.168.1.5", "192.168.7.7:9000"),
        ] as [(String, String?, String?)])
    func onlyWhatOthersReachIsTold(listener: String, own: String?, reachable: String?) {
        #expect(PageAPI.reachable(listener, from: own) == reachable)
    }

    private static func flow(
        _ number: UInt64, _ method: String = "GET", failure: String? = nil, isSecure: Bool = true,
        client: String = "10.0.0.7:4711"
    ) -> FlowRecord {
        let target = method == "CONNECT" ? "shop.test:443" : "https://shop.test/"
        var record = MadeFlow.make(
            "\(method) \(target) HTTP/1.1\nHost: shop.test\nUser-Agent: okhttp/4.9", "HTTP/1.1 200 OK",
            number: number)
        record.opening = FlowEvent.Opening(wallClock: 0, client: client)
        guard isSecure else { return record }
        record.clientTLS = TLSFacts(
            .client,
            agreement: failure == nil
                ? TLSFacts.Agreement(
                    version: "TLS 1.3", cipher: "TLS_AES_128_GCM_SHA256", group: nil, applicationProtocol: nil,
                    serverName: nil, isResumed: false) : nil,
            failure: failure.map { TLSFacts.Failure(code: $0, text: "Why: \($0).", alert: nil) })
        return record
    }

    private static func verdict(_ flows: [FlowRecord]) throws -> [[String: Any]] {
        try PageAsker(flows).ask("GET", "/api/setup").list("clients")
    }

    @Test func whoSendsOverTLSTrusts() throws {
        let clients = try Self.verdict([Self.flow(1)])
        #expect(clients.count == 1 && clients[0]["trusts"] as? Bool == true && clients[0]["flow"] as? Int == 1)
        #expect(clients[0]["name"] as? String == "10.0.0.7 okhttp" && clients[0]["text"] is NSNull)
    }

    @Test(arguments: ["clientDoesNotTrust", "clientRejectsCertificate"])
    func whoRefusesTheCertificateDoesNot(code: String) throws {
        let clients = try Self.verdict([Self.flow(1, "CONNECT", failure: code)])
        #expect(clients[0]["trusts"] as? Bool == false && clients[0]["text"] as? String == "Why: \(code).")
    }

    /// A tunnel alone, plain HTTP, a client that went away: of those nobody knows.
    @Test func otherFlowsSayNothing() throws {
        for flow in [
            Self.flow(1, "CONNECT"), Self.flow(1, isSecure: false), Self.flow(1, "CONNECT", failure: "closedUnused"),
            Self.flow(1, "CONNECT", failure: "noCommonCipher"),
        ] {
            let clients = try Self.verdict([flow])
            #expect(clients.count == 1 && clients[0]["trusts"] is NSNull)
        }
    }

    @Test func theNewestThatSaysAnythingCounts() throws {
        let refused = Self.flow(1, "CONNECT", failure: "clientDoesNotTrust")
        #expect(try Self.verdict([refused, Self.flow(2)])[0]["trusts"] as? Bool == true)
        let after = Self.flow(3, "CONNECT", failure: "clientDoesNotTrust")
        #expect(try Self.verdict([Self.flow(2), after])[0]["trusts"] as? Bool == false)
        #expect(try Self.verdict([refused, Self.flow(2, isSecure: false)])[0]["trusts"] as? Bool == false)
    }

    @Test func clientsAreToldApartAndBounded() throws {
        let flows = (1...20).map { Self.flow(UInt64($0), client: "10.0.0.\($0):99") }
        let clients = try Self.verdict(flows)
        #expect(clients.count == 8)
        #expect(clients.first?["name"] as? String == "10.0.0.20 okhttp")
    }

    @Test func theLinesNameTheListener() throws {
        let parts = try PageAsker().ask("GET", "/api/setup").list("parts")
        #expect(parts.compactMap { $0["title"] as? String } == ["Terminal", "Browser", "Phone", "Container"])
        let lines = parts.flatMap { $0["steps"] as? [[String: String]] ?? [] }.compactMap { $0["line"] }
        #expect(lines.contains("export http_proxy=http://127.0.0.1:8888 https_proxy=http://127.0.0.1:8888"))
        #expect(lines.contains { $0.contains("0.0.0.0:8888") && $0.contains("--allow") })
        #expect(lines.allSatisfy { !$0.contains("\n") })
    }
}
