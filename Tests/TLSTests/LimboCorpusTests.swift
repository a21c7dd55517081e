import Bytes
import TLS
import TLSTestKit
import TestKit
import Testing

/// Chains that a TLS client has to accept or refuse, shown to it by a server in memory.
@Suite(.enabled(if: Corpora.arePresent))
struct LimboCorpusTests {
    @Test func everyCoreCaseIsDecidedAsExpected() throws {
        let cases = try Corpora.cases("tls_x509_limbo").filter { $0["core"] as? Bool == true && isServable($0) }
        #expect(cases.count > 100)
        for example in cases {
            let accepts = try decide(example)
            #expect(accepts == (example.string("expected") == "accept"), "\(example.id)")
        }
    }

    /// The cases on which implementations differ: those that are decided otherwise are known, one by one.
    @Test func theOtherCasesAreDecidedAsExpectedButForTheKnownOnes() throws {
        var (refused, accepted): (Set<String>, Set<String>) = ([], [])
        for example in try Corpora.cases("tls_x509_limbo") where example["core"] as? Bool != true && isServable(example)
        {
            switch (example.string("expected") == "accept", try decide(example)) {
            case (true, false): refused.insert(example.id)
            case (false, true): accepted.insert(example.id)
            case (true, true), (false, false): break
            }
        }
        #expect(refused == LimboExceptions.refused)
        #expect(accepted == LimboExceptions.accepted)
    }

    /// A few have no key to serve them with (they were met in the wild), or no name to ask for.
    private func isServable(_ example: CorpusCase) -> Bool {
        example.string("leaf_key_pem")?.isEmpty == false
            && example.object("peer_name")?.string("value")?.isEmpty == false
    }

    private func decide(_ example: CorpusCase) throws -> Bool {
        func blocks(_ name: String) -> Bytes { Bytes((example[name] as? [String] ?? []).joined(separator: "\n")) }
        let roots = blocks("trusted_certs_pem")
        let store = try TrustStore(roots.isEmpty ? [] : [.pem(roots, place: example.id)])
        // Without a time of their own, cases are valid at the corpus's making, 2026-11-21.
        let time = example.string("validation_time").flatMap(seconds) ?? 1_795_219_200
        let chain = Bytes(
            blocks("chain_pem").array + Array("\n".utf8) + Array((example.string("leaf_key_pem") ?? "").utf8))
        let host = example.object("peer_name")?.string("value") ?? ""
        let wire = try Wire(
            to: host, showing: Identity(pem: chain, place: example.id),
            client: TLSContext(clientWith: TrustPolicy(store, time: time)), server: TLSContext(securityLevel: 0))
        let accepts = wire.shakeHands()
        #expect(accepts || wire.client.failure != nil, "\(example.id)")
        return accepts
    }

    /// `2024-01-01T00:00:00Z` and its like.
    private func seconds(_ text: String) -> Int64? {
        let numbers = text.split(whereSeparator: { !$0.isNumber }).prefix(6).compactMap { Int64($0) }
        guard numbers.count == 6 else { return nil }
        let (year, month) = numbers[1] <= 2 ? (numbers[0] - 1, numbers[1] + 9) : (numbers[0], numbers[1] - 3)
        let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + numbers[2] - 1 - 719_468
        return days * 86_400 + numbers[3] * 3600 + numbers[4] * 60 + numbers[5]
    }
}
