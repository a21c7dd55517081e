import Explain
import Judge
import Testing
import Views

@testable import Bytes

@Suite struct JudgeConfigurationTests {
    private func check(_ code: String) throws -> Check { try #require(Checks.byCode[code]) }

    @Test func everyKeyIsRead() throws {
        let policy = try JudgedTraffic.policy(
            """
            # a comment
            fail-on = "warning"
            profile = "api"
            [levels]
            cookie-without-samesite = "warning"
            "topic:dates" = "off"
            date-malformed = "info"
            [[ignore]]
            code = "cache-vary-*"
            match = 'host = "cdn.example.com"'
            reason = "The CDN normalises User-Agent"
            expires = 2027-03-01
            """)
        #expect(policy.failOn == .warning && policy.profile == .api)
        #expect(try policy.level(of: check("cookie-without-samesite")) == .warning)
        #expect(try policy.level(of: check("date-missing")) == nil)
        // A code says more than the topic, wherever it is written.
        #expect(try policy.level(of: check("date-malformed")) == .info)
        #expect(try policy.level(of: check("cookie-without-secure")) == .warning)
        let suppression = try #require(policy.suppressions.first)
        #expect(suppression.line == 8 && suppression.reason == "The CDN normalises User-Agent")
        #expect(suppression.expires?.text == "2027-03-01")
    }

    /// That a certificate is refused is turned off by its code only, as it is suppressed.
    @Test func aLevelOfATopicHidesNoCertificate() throws {
        for pattern in ["topic:tls", "scope:connection", "level:bad", "tls-*"] {
            for level in ["off", "info"] {
                let policy = try JudgedTraffic.policy("[levels]\n\"\(pattern)\" = \"\(level)\"")
                #expect(try policy.level(of: check("tls-certificate-expired")) == .bad, "\(pattern)")
            }
        }
        let named = try JudgedTraffic.policy("[levels]\ntls-certificate-expired = \"off\"")
        #expect(try named.level(of: check("tls-certificate-expired")) == nil)
        // Others of the topic are.
        let topic = try JudgedTraffic.policy("[levels]\n\"topic:security\" = \"off\"")
        #expect(try topic.level(of: check("hsts-repeated")) == nil)
    }

    static let faults: [(String, Int, Int, String)] = [
        ("fail-onn = 'bad'", 1, 1, "did you mean 'fail-on'?"), ("fail-on = 'wrong'", 1, 11, "unknown level 'wrong'"),
        ("fail-on = 3", 1, 11, "an integer"), ("profile = 'brower'", 1, 11, "did you mean 'browser'?"),
        ("levels = 'x'", 1, 10, "a table"), ("[levels]\ncokie-deleted = 'off'", 2, 1, "did you mean 'cookie-deleted'?"),
        ("[levels]\ncookie-deleted = 'of'", 2, 18, "did you mean 'off'?"), ("ignore = 'x'", 1, 10, "[[ignore]]"),
        ("[ignore]\ncode = 'x'", 1, 2, "[[ignore]]"), ("[[ignore]]\nreason = 'x'", 1, 3, "needs a code"),
        ("[[ignore]]\ncode = 'cookie-*'", 1, 3, "needs a reason"),
        ("[[ignore]]\ncode = 'cookie-*'\nreason = ' '", 3, 10, "empty"),
        ("[[ignore]]\ncode = 'nonsense-xyz'\nreason = 'x'", 2, 8, "unknown check"),
        ("[[ignore]]\ncode = 'cookie-*'\nreason = 'x'\nexpires = 'soon'", 4, 11, "a date"),
        ("[[ignore]]\ncode = 'cookie-*'\nreason = 'x'\nexpires = 2027-02-30", 4, 11, "invalid date"),
        ("[[ignore]]\ncode = 'cookie-*'\nreason = 'x'\nmatch = 'hots = a'", 4, 9, "filter"),
        ("[[ignore]]\ncode = 'cookie-*'\nreasn = 'x'", 3, 1, "did you mean 'reason'?"),
        ("fail-on = bad", 1, 11, "needs quotes"), ("[levels", 1, 8, "']'"),
    ]

    @Test(arguments: faults)
    func whatIsWrongIsNamedAtItsPlace(text: String, line: Int, column: Int, words: String) {
        let fault = #expect(throws: JudgeConfiguration.Fault.self) { try JudgedTraffic.policy(text) }
        #expect(fault?.place == TOMLPlace(line: line, column: column))
        #expect(fault?.text.contains(words) == true, "\(fault?.text ?? "")")
    }

    @Test func whatIsGivenOnTheCommandLineWins() throws {
        var policy = try JudgedTraffic.policy("[levels]\ncookie-deleted = 'bad'")
        policy.only = [try CheckPattern("topic:cookies")]
        policy.ignored = [try CheckPattern("cookie-deleted")]
        #expect(try policy.level(of: check("cookie-deleted")) == nil)
        #expect(try policy.level(of: check("cookie-without-secure")) == .warning)
        #expect(try policy.level(of: check("date-missing")) == nil)
    }

    @Test func aProfileRaisesOnlyWhatIsBetter() throws {
        var policy = JudgePolicy()
        policy.profile = .browser
        for code in JudgeProfile.browser.codes {
            guard let check = Checks.byCode[code] else { continue }
            #expect(policy.level(of: check) == max(check.level, .warning))
        }
        #expect(try policy.level(of: check("cookie-deleted")) == .info)
    }

    @Test func whatABaselineIsNotIsRefusedWithItsLine() {
        for (text, line) in [
            ("", 1), ("[]", 1), ("{\"version\":2,\"findings\":[]}", 1), ("{\"version\":1}", 1), ("{\n\n,}", 3),
            ("{\"version\":1,\"findings\":[\n{\"code\":\"x\"}]}", 2), ("<<<<<<< HEAD", 1),
        ] {
            let fault = #expect(throws: Baseline.Fault.self) { try Baseline(Bytes(text)) }
            #expect(fault?.line == line, "\(text)")
        }
    }
}
