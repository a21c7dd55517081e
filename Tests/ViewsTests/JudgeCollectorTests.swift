import Bytes
import Explain
import Flow
import Judge
import Testing
import Views

@Suite struct JudgeCollectorTests {
    private typealias Exchange = JudgedTraffic.Exchange

    private func finding(_ code: String, _ result: JudgeResult) throws -> JudgedFinding {
        try #require(result.findings.first { $0.check.code == code })
    }

    @Test func aFindingSaysWhereItIs() throws {
        let result = try JudgedTraffic.result([
            Exchange(), Exchange(url: "https://shop.test/users/4711/cart", answered: [JudgedTraffic.badCookie]),
        ])
        let found = try finding("cookie-samesite-none-insecure", result)
        #expect(found.flow == 1 && found.level == .bad && found.message?.rawValue == "response")
        #expect(found.endpoint == "GET /users/{id}/cart" && found.host == "shop.test")
        let place = try #require(found.place)
        #expect(place.field == "Set-Cookie" && place.text.contains("Set-Cookie: sid=abc"))
        let marked = try #require(place.marked)
        #expect(place.column == marked.lowerBound + 1 && marked.count == place.length)
        #expect(found.inputPlace == InputPlace(line: 3))
        #expect(result.failed && (result.counts[.bad] ?? 0) > 0)
    }

    /// The method of a response by itself, and its URL, are what Hark assumed.
    @Test func aResponseByItselfHasNoEndpoint() throws {
        func endpoint(_ text: Bytes, _ told: ExplainedInput.Circumstances = .init()) throws -> String {
            let record = try #require(ExplainedInput(raw: text, told).exchanges.first)
            return JudgeCollector.endpoint(of: record).text
        }
        let response: Bytes = "HTTP/1.1 200 OK\nContent-Length: 9\n\n"
        #expect(try endpoint(response) == "response")
        #expect(try endpoint(response, .init(url: "https://a.example/x")) == "response")
        #expect(try endpoint(Bytes("GET /x HTTP/1.1\nHost: a.example\n\n" + response.text)) == "GET /x")
    }

    @Test func goodTrafficDoesNotFail() throws {
        let result = try JudgedTraffic.result([
            Exchange(answered: [("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store")])
        ])
        #expect(!result.failed && result.counts[.bad] == nil)
    }

    /// The same fault in tomorrow's recording: another id, another value, another host, another place.
    @Test func aFingerprintStaysTheSame() throws {
        let first = try finding(
            "cookie-samesite-none-insecure",
            try JudgedTraffic.result([Exchange(answered: [JudgedTraffic.badCookie])]))
        let second = try finding(
            "cookie-samesite-none-insecure",
            try JudgedTraffic.result([
                Exchange(),
                Exchange(
                    url: "http://127.0.0.1:43211/users/99", answered: [("Set-Cookie", "sid=zzz; SameSite=None; Path=/")]
                ),
            ]))
        #expect(first.fingerprint == second.fingerprint)
        let others = [
            Exchange(method: "POST", answered: [JudgedTraffic.badCookie]),
            Exchange(url: "https://shop.test/login", answered: [JudgedTraffic.badCookie]),
            Exchange(answered: [("Set-Cookie", "other=abc; SameSite=None")]),
        ]
        for other in others {
            let found = try finding("cookie-samesite-none-insecure", try JudgedTraffic.result([other]))
            #expect(found.fingerprint != first.fingerprint)
        }
    }

    @Test func whatIsKnownDoesNotFailAndWhatIsGoneIsCounted() throws {
        let before = try JudgedTraffic.result([
            Exchange(answered: [JudgedTraffic.badCookie]), Exchange(url: "https://shop.test/a b%zz"),
        ])
        #expect(before.failed)
        let baseline = try Baseline(before.baseline.json)
        let same = try JudgedTraffic.result([Exchange(answered: [JudgedTraffic.badCookie])], baseline: baseline)
        #expect(!same.failed && same.known > 0 && same.new == 0 && same.gone > 0)
        let more = try JudgedTraffic.result(
            [Exchange(method: "PUT", answered: [JudgedTraffic.badCookie])], baseline: baseline)
        #expect(more.failed && more.new > 0)
    }

    @Test func aBaselineIsSortedWithALineForEach() throws {
        let exchanges = [
            Exchange(answered: [JudgedTraffic.badCookie]), Exchange(method: "PUT", answered: [JudgedTraffic.badCookie]),
        ]
        let json = try JudgedTraffic.result(exchanges).baseline.json
        #expect(try JudgedTraffic.result(exchanges.reversed()).baseline.json == json)
        let lines = json.text.split(separator: "\n")
        #expect(lines.dropFirst().dropLast().allSatisfy { $0.hasPrefix("{\"fingerprint\"") })
        #expect(try Baseline(json).json == json)
        // A merge may leave any order.
        let entries = lines.dropFirst().dropLast().map { $0.hasSuffix(",") ? String($0.dropLast()) : String($0) }
        let shuffled = "\(lines[0])\n" + entries.reversed().joined(separator: ",\n") + "\n]}\n"
        #expect(try Baseline(Bytes(shuffled)).json == json)
    }

    @Test func aSuppressionNeedsItsFlowAndItsTime() throws {
        let exchanges = [Exchange(answered: [JudgedTraffic.badCookie])]
        func result(_ more: String) throws -> JudgeResult {
            try JudgedTraffic.result(
                exchanges,
                try JudgedTraffic.policy("[[ignore]]\ncode = 'cookie-samesite-*'\nreason = 'legacy'\n\(more)"))
        }
        let code = "cookie-samesite-none-insecure"
        let always = try result("")
        #expect(!always.failed && always.suppressed > 0)
        #expect(try finding(code, always).state == .suppressed)
        #expect(try finding(code, always).reason == "legacy")
        #expect(try result("match = 'host = shop.test'").failed == false)
        let elsewhere = try result("match = 'host = cdn.test'")
        #expect(elsewhere.failed && elsewhere.suppressed == 0 && elsewhere.unusedSuppressions.count == 1)
        #expect(try result("expires = 2026-09-21").failed == false)
        let expired = try result("expires = 2026-09-20")
        #expect(expired.failed && expired.suppressed == 0 && expired.unusedSuppressions.isEmpty)
        #expect(try finding(code, expired).reason == "suppression expired 2026-09-20")
    }

    /// What is suppressed or known is counted and named, and not shown among what counts.
    @Test(arguments: [true, false])
    func whatIsSetAsideIsNotToldLikeWhatCounts(isSuppressed: Bool) throws {
        let exchanges = [Exchange(answered: [JudgedTraffic.badCookie, ("ETag", "abc")])]
        let code = "cookie-samesite-none-insecure"
        let policy = try JudgedTraffic.policy("[[ignore]]\ncode = '\(code)'\nreason = 'an old client'\n")
        let first = try JudgedTraffic.result(exchanges).findings.filter { $0.check.code == code }
        let known = "{\"version\":1,\"findings\":[{\"fingerprint\":\"\(first[0].fingerprint)\"}]}"
        let result =
            try isSuppressed
            ? JudgedTraffic.result(exchanges, policy)
            : JudgedTraffic.result(exchanges, baseline: Baseline(Bytes(known)))
        func text(_ change: (inout TextReport) -> Void) -> [Substring] {
            var report = TextReport()
            change(&report)
            return String(decoding: report.written(result, style: .plain, width: 100), as: UTF8.self)
                .split(separator: "\n")
        }
        let word = isSuppressed ? "suppressed" : "known"
        for isSummary in [true, false] {
            #expect(!text { $0.isSummary = isSummary }.contains { $0.contains(code) })
            let all = text {
                $0.isSummary = isSummary
                $0.showsAll = true
            }
            #expect(all.contains { $0.contains(code) && $0.contains(word) }, "\(all)")
            #expect(all.contains { $0.contains("etag-malformed") && !$0.contains(word) }, "\(all)")
        }
        for format in [JudgeFormat.markdown, .html] {
            let written = try #require(format.written(result, version: "1")).text
            let parts = written.components(titled: isSuppressed ? "Suppressed" : "Known findings")
            #expect(parts.count == 2 && !parts[0].contains(code) && parts[1].contains(code), "\(written)")
            #expect(parts[1].contains("an old client") == isSuppressed)
        }
    }

    /// It is said even where the finding itself is only counted.
    @Test func anExpiredSuppressionIsSaidInEveryReport() throws {
        let lines = "[[ignore]]\ncode = 'cookie-samesite-*'\nreason = 'legacy'\nexpires = 2026-09-20\n"
        let exchanges = [Exchange(answered: [JudgedTraffic.badCookie])]
        let result = try JudgedTraffic.result(exchanges, try JudgedTraffic.policy(lines))
        var report = TextReport()
        report.isSummary = true
        let text = String(decoding: report.written(result, style: .plain, width: 100), as: UTF8.self)
        #expect(text.contains("suppression expired 2026-09-20, line 1: cookie-samesite-*"), "\(text)")
        let elsewhere = try JudgedTraffic.result([Exchange()], try JudgedTraffic.policy(lines))
        #expect(elsewhere.expiredSuppressions.isEmpty && elsewhere.unusedSuppressions.count == 1)
    }

    @Test func aCheckThatIsOffIsNeitherCountedNorAsked() throws {
        let exchanges = [Exchange(answered: [JudgedTraffic.badCookie])]
        var policy = JudgePolicy()
        policy.ignored = [try CheckPattern("topic:cookies")]
        let result = try JudgedTraffic.result(exchanges, policy)
        #expect(!result.findings.contains { $0.check.topic == .cookies })
        #expect(!result.asked.contains { $0.check.topic == .cookies })
        #expect(result.asked.contains { $0.flows == 1 })
    }

    @Test func onlyTheLevelThatWasAskedForFails() throws {
        let exchanges = [Exchange(answered: [JudgedTraffic.badCookie])]
        var policy = JudgePolicy()
        policy.failOn = .never
        #expect(try JudgedTraffic.result(exchanges, policy).failed == false)
        policy.failOn = .info
        #expect(try JudgedTraffic.result(exchanges, policy).failed)
        policy.only = [try CheckPattern("level:good")]
        #expect(try JudgedTraffic.result(exchanges, policy).failed == false)
    }

    @Test func whatIsTheSameAThousandTimesIsKeptAHundredTimes() throws {
        let result = try JudgedTraffic.result(
            (0..<1_000).map { Exchange(url: "https://shop.test/u/\($0)", answered: [JudgedTraffic.badCookie]) })
        let group = try #require(result.groups.first { $0.check.code == "cookie-samesite-none-insecure" })
        #expect(group.findings.count == JudgeCollector.mostOfOne)
        #expect(group.flows == 1_000 && group.count >= 1_000)
    }

    @Test func theSameInputGivesTheSameBytes() throws {
        let exchanges = (0..<20).map {
            Exchange(
                method: $0 % 2 == 0 ? "GET" : "POST", url: "https://h\($0 % 3).test/a",
                answered: [JudgedTraffic.badCookie])
        }
        let (first, second) = (try JudgedTraffic.result(exchanges), try JudgedTraffic.result(exchanges))
        for format in JudgeFormat.allCases {
            #expect(format.written(first, version: "1.0.0") == format.written(second, version: "1.0.0"))
        }
    }

    @Test(arguments: [
        (0, "1970-01-01"), (951_782_399, "2000-02-28"), (951_782_400, "2000-02-29"),
        (1_709_251_199, "2024-02-29"), (4_102_444_800, "2100-01-01"),
    ])
    func daysAreThoseOfTheCalendar(seconds: Int64, day: String) {
        #expect(TOMLDate(secondsSince1970: seconds).text == day)
    }
}

extension String {
    /// What is before and after a heading.
    fileprivate func components(titled title: String) -> [String] {
        guard let found = ranges(of: title).last else { return [self] }
        return [String(self[..<found.lowerBound]), String(self[found.upperBound...])]
    }
}
