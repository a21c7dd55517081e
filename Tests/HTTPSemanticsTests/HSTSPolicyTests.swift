import Bytes
import HTTPSemantics
import Testing

@Suite struct HSTSPolicyTests {
    @Test(
        arguments: [
            ("max-age=31536000", 31_536_000, false, false), ("MAX-AGE=\"5\"; IncludeSubDomains", 5, true, false),
            (" ; max-age = 0 ;; preload", 0, false, true), ("max-age=5; unknown=1; unknown=2", 5, false, false),
            ("max-age=5; preload; preload", 5, false, true),
            // RFC 9111 §1.2.2: what is too large is as large as can be.
            ("max-age=99999999999999999999999", UInt64.max, false, false),
        ] as [(Bytes, UInt64, Bool, Bool)])
    func readsAPolicy(value: Bytes, maxAge: UInt64, subdomains: Bool, preload: Bool) throws {
        let policy = try HSTSPolicy(value)
        #expect(policy.maxAge == maxAge)
        #expect(policy.includesSubdomains == subdomains)
        #expect(policy.isForPreload == preload)
    }

    @Test(
        arguments: [
            ("", .missingMaxAge), ("includeSubDomains", .missingMaxAge), ("max-age", .malformedMaxAge),
            ("max-age=", .malformedMaxAge), ("max-age=1y", .malformedMaxAge), ("max-age=-1", .malformedMaxAge),
            ("max-age=5, includeSubDomains", .malformedMaxAge), ("max-age=1; Max-Age=2", .repeated("max-age")),
            ("max-age=1; includeSubDomains; includesubdomains", .repeated("includesubdomains")),
        ] as [(Bytes, HSTSPolicy.Flaw)])
    func browsersIgnoreIt(value: Bytes, flaw: HSTSPolicy.Flaw) {
        #expect(throws: flaw) { try HSTSPolicy(value) }
    }
}
