import Explain
import Judge
import Testing
import Views

@Suite struct CheckPatternTests {
    /// That a certificate is refused is not left out with a topic, a scope or a glob.
    @Test func badConnectionsAreSilencedOnlyByTheirCode() throws {
        let expired = try #require(CheckPattern.check(named: "tls-certificate-expired"))
        for text in ["topic:tls", "scope:connection", "level:bad", "tls-*"] {
            let pattern = try CheckPattern(text)
            #expect(pattern.matches(expired, .bad) && !pattern.suppresses(expired, .bad), "\(text)")
        }
        #expect(try CheckPattern("tls-certificate-expired").suppresses(expired, .bad))
        let soon = try #require(CheckPattern.check(named: "tls-certificate-soon"))
        #expect(try CheckPattern("topic:tls").suppresses(soon, .warning))
        #expect(try !CheckPattern("topic:csp").suppresses(soon, .warning))
    }

    private func matching(_ text: String) throws -> Set<String> {
        let pattern = try CheckPattern(text)
        return Set(Checks.byCode.values.filter { pattern.matches($0, $0.level) }.map(\.code))
    }

    @Test func aCodeMeansOneCheck() throws {
        #expect(try matching("cookie-without-secure") == ["cookie-without-secure"])
        #expect(try CheckPattern("cookie-without-secure").isCode)
        #expect(try !CheckPattern("cookie-*").isCode)
    }

    /// Wire codes have hyphens; their former spelling is understood.
    @Test(arguments: [("missingHost", "missing-host"), ("transferEncodingInHTTP10", "transfer-encoding-in-http10")])
    func formerSpellingsAreUnderstood(former: String, code: String) throws {
        #expect(try matching(former) == [code])
        #expect(try matching(code) == [code])
    }

    @Test func globsTopicsScopesAndLevelsMeanMany() throws {
        let cookies = try matching("cookie-*")
        #expect(cookies.count > 10 && cookies.allSatisfy { $0.hasPrefix("cookie-") })
        #expect(try matching("cookie-without-?ecure") == ["cookie-without-secure"])
        #expect(try matching("*").count == Checks.byCode.count)
        #expect(try matching("topic:caching") == Set(Checks.byCode.values.filter { $0.topic == .caching }.map(\.code)))
        #expect(try matching("topic:websocket").contains("websocket-accept-wrong"))
        #expect(try matching("scope:stream").isSubset(of: Set(Checks.all.map(\.code))))
        #expect(try matching("level:good") == Set(Checks.all.filter { $0.level == .good }.map(\.code)))
    }

    @Test(arguments: [
        ("cookie-without-secur", "cookie-without-secure"), ("topic:cachin", "caching"), ("level:badd", "bad"),
        ("scope:exchang", "exchange"), ("zzzzzzzzzzzz", "--list"), ("qqq-*", "no check matches"),
        ("colour:red", "topic:"), ("", "unknown check"), ("topic:", "expected one of"),
    ])
    func whatIsUnknownIsAnsweredWithTheNearest(text: String, answer: String) {
        let fault = #expect(throws: CheckPattern.Fault.self) { try CheckPattern(text) }
        #expect(fault?.text.contains(answer) == true)
    }

    @Test(.timeLimit(.minutes(10))) func aHostileGlobEndsSoon() {
        let stars = String(repeating: "*a", count: 49) + "*"
        #expect(throws: CheckPattern.Fault.self) { try CheckPattern(stars) }
        #expect(throws: CheckPattern.Fault.self) { try CheckPattern(String(repeating: "*", count: 100_000)) }
    }

    @Test func codesAreInLowerCaseWithHyphensAndUnique() {
        let codes = Checks.all.map(\.code) + WireChecks.all.map(\.code)
        #expect(Set(codes).count == codes.count)
        #expect(codes.allSatisfy { $0.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" } })
    }
}
