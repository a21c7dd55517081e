import Bytes
import Engine
import Flow
import HTTPModel
import Synchronization
import TLS
import TLSTestKit
import TestKit
import Testing

/// The chains of the x509-limbo corpus, each served by a TLS server on a socket and asked for through the proxy.
@Suite(.enabled(if: Corpora.arePresent))
struct LimboServedTests {
    private struct Verdict {
        let isServed: Bool
        /// What the server got to read; it has to be nothing when it was refused.
        let request: String
        let flow: FlowRecord?
    }

    @Test func everyCoreCaseIsDecidedAsExpectedAndNoRefusedServerReadsAByte() async throws {
        let cases = try Self.servable().filter { $0["core"] as? Bool == true }
        #expect(cases.count == 105)
        for example in cases {
            let verdict = try await decide(example)
            #expect(verdict.isServed == (example.string("expected") == "accept"), "\(example.id)")
            check(verdict, example.id)
        }
    }

    /// The cases on which implementations differ: those that are decided otherwise are known, one by one.
    @Test func theOtherCasesAreServedAsExpectedButForTheKnownOnes() async throws {
        var (refused, accepted): (Set<String>, Set<String>) = ([], [])
        let cases = try Self.servable().filter { $0["core"] as? Bool != true }
        for example in cases {
            let verdict = try await decide(example)
            check(verdict, example.id)
            switch (example.string("expected") == "accept", verdict.isServed) {
            case (true, false): refused.insert(example.id)
            case (false, true): accepted.insert(example.id)
            case (true, true), (false, false): break
            }
        }
        #expect(refused == LimboExceptions.refused)
        #expect(accepted == LimboExceptions.accepted)
    }

    private func check(_ verdict: Verdict, _ id: String) {
        if verdict.isServed {
            #expect(verdict.request.hasPrefix("GET / HTTP/1.1\r\n"), "\(id)")
        } else {
            #expect(verdict.request.isEmpty, "\(id)")
            #expect(verdict.flow?.outcome?.kind == .failed && verdict.flow?.outcome?.by == .upstream, "\(id)")
            #expect(verdict.flow?.upstreamTLS?.failure != nil, "\(id)")
            #expect(verdict.flow?.outcome?.text.isEmpty == false, "\(id)")
        }
    }

    private static func servable() throws -> [CorpusCase] {
        try Corpora.cases("tls_x509_limbo").filter { example in
            example.string("leaf_key_pem")?.isEmpty == false
                && example.object("peer_name")?.string("value")?.isEmpty == false
        }
    }

    private func decide(_ example: CorpusCase) async throws -> Verdict {
        func blocks(_ name: String) -> Bytes { Bytes((example[name] as? [String] ?? []).joined(separator: "\n")) }
        let lab = try TLSLab.shared.get()
        let roots = blocks("trusted_certs_pem")
        let store = try TrustStore(roots.isEmpty ? [] : [.pem(roots, place: example.id)])
        let time = example.string("validation_time").flatMap(LimboTime.seconds) ?? LimboTime.made
        let host = example.object("peer_name")?.string("value") ?? ""
        let chain = Bytes(
            blocks("chain_pem").array + Array("\n".utf8) + Array((example.string("leaf_key_pem") ?? "").utf8))
        let identity = try Identity(pem: chain, place: example.id)

        let received = Mutex("")
        let origin = try ScriptedOrigin { raw, _ in
            // A client that refuses the certificate ends the handshake.
            guard let connection = try? SecureConnection(raw, accepting: lab.origin, as: identity) else { return }
            while let head = try? connection.receiveHead() {
                received.withLock { $0 += head }
                try connection.send(reply("served"))
            }
        }
        var verdict: Verdict?
        let name = host.contains(":") ? "[\(host)]" : host
        let service = try lab.service(trust: TrustPolicy(store, time: time))
        try await withEngine(.leading(host, to: origin.port), tls: service) { engine in
            let client = try engine.secure(to: "\(name):443", asking: host)
            try client.get(host: name)
            let response = try client.receiveResponse()
            #expect(response.status == "HTTP/1.1 200 OK" || response.status == "HTTP/1.1 502 Bad Gateway")
            client.close()
            let flow = try engine.finished(2).last
            #expect(response.status.hasSuffix("OK") || response.body.contains(flow?.outcome?.text ?? "?"))
            verdict = Verdict(
                isServed: response.body == "served", request: received.withLock { $0 }, flow: flow)
        }
        return try #require(verdict)
    }
}

/// Moments of the corpus, in seconds since 1970.
enum LimboTime {
    /// When it was made; cases without a time of their own are valid then.
    static let made: Int64 = 1_795_219_200

    /// `2024-01-01T00:00:00+00:00` and its like.
    static func seconds(_ text: String) -> Int64? {
        let numbers = text.split(whereSeparator: { !$0.isNumber }).prefix(6).compactMap { Int64($0) }
        guard numbers.count == 6 else { return nil }
        let (year, month) = numbers[1] <= 2 ? (numbers[0] - 1, numbers[1] + 9) : (numbers[0], numbers[1] - 3)
        let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + numbers[2] - 1 - 719_468
        return days * 86_400 + numbers[3] * 3600 + numbers[4] * 60 + numbers[5]
    }
}
