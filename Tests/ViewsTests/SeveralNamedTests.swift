import Bytes
import Explain
import Filter
import Flow
import Judge
import Testing
import Views

/// Several things at one endpoint, hidden values, and what was not read.
@Suite struct SeveralNamedTests {
    private typealias Exchange = JudgedTraffic.Exchange

    private static let three = ["one", "two", "three"].map { ("Set-Cookie", "\($0)=abcdef12345; SameSite=None") }

    private func text(_ result: JudgeResult, _ change: (inout TextReport) -> Void = { _ in }) -> String {
        var report = TextReport()
        change(&report)
        return String(decoding: report.written(result, style: .plain, width: 100), as: UTF8.self)
    }

    @Test func eachIsTold() throws {
        let result = try JudgedTraffic.result([Exchange(answered: Self.three)])
        for name in ["one", "two", "three"] {
            #expect(text(result).contains("\(name)=abcdef12345"), "\(name)")
            for format in JudgeFormat.allCases where format != .text {
                let written = try #require(format.written(result, version: "1")).text
                #expect(written.contains(name), "\(format) \(name)")
            }
        }
    }

    /// What is the same in each flow is told once.
    @Test func theSameIsToldOnce() throws {
        let result = try JudgedTraffic.result((0..<5).map { _ in Exchange(answered: [JudgedTraffic.badCookie]) })
        let group = try #require(result.groups.first { $0.check.code == "cookie-samesite-none-insecure" })
        #expect(group.told.count == 1 && group.flows == 5)
    }

    @Test func cookiesWithTheSameFaultAreToldApart() throws {
        func prints(_ cookies: String...) throws -> Set<String> {
            let answered = cookies.map { ("Set-Cookie", $0) }
            let result = try JudgedTraffic.result([Exchange(answered: answered)])
            return Set(result.findings.filter { $0.check.code == "cookie-samesite-unknown" }.map(\.fingerprint))
        }
        #expect(try prints("a=1; SameSite=Foo", "b=1; SameSite=Foo").count == 2)
        #expect(try prints("a=1; SameSite=Foo") == prints("a=2; SameSite=Bar"))
    }

    /// An endpoint with a credential in it is the same tomorrow, when the credential is another one.
    @Test(arguments: [false, true])
    func aHiddenValueVariesWithoutAnotherFingerprint(showsSecrets: Bool) throws {
        func print(_ secret: String) throws -> JudgedFinding {
            let raw =
                "GET /t/\(secret)/x HTTP/1.1\r\nHost: a.test\r\n\r\nHTTP/1.1 200 OK\r\nSet-Cookie: sid=\(secret); "
                + "SameSite=None\r\nContent-Length: 0\r\nDate: Sun, 01 Mar 2026 12:00:00 GMT\r\n\r\n"
            let record = try #require(ExplainedInput(raw: Bytes(raw), .init()).exchanges.first)
            var collector = JudgeCollector(
                JudgePolicy(), baseline: nil, today: JudgedTraffic.today, details: .good)
            collector.begin(JudgeResult.Input(name: "x", form: "raw", isFile: true))
            collector.take(
                JudgeCollector.Judged(
                    FilterSubject(record), number: 1, findings: Checks.findings(of: record), showsSecrets: showsSecrets
                ) {
                    let hidden = HiddenValues(in: [record])
                    return { hidden.hide($0) }
                })
            return try #require(
                collector.result().findings.first { $0.check.code == "cookie-samesite-none-insecure" })
        }
        let (one, other) = (try print("k7Qz9aaaPPPw"), try print("Xb22-rrTTy_81"))
        #expect(one.fingerprint == other.fingerprint)
        #expect(showsSecrets || !one.endpoint.contains("k7Qz9"))
        // The carets stay where the value is hidden.
        #expect(one.place?.marked != nil)
        #expect(one.place?.text.contains("k7Qz9") == showsSecrets)
    }

    @Test func bytesThatAreNoTextKeepTheirMarks() throws {
        let raw =
            Array("GET / HTTP/1.1\r\nHost: a.test\r\n\r\nHTTP/1.1 200 OK\r\nX: ".utf8) + [0xE9, 0xFF]
            + Array("\r\nSet-Cookie: n".utf8) + [0xE9]
            + Array("=1; SameSite=None\r\nContent-Length: 0\r\n\r\n".utf8)
        let record = try #require(ExplainedInput(raw: Bytes(raw), .init()).exchanges.first)
        var collector = JudgeCollector(JudgePolicy(), baseline: nil, today: JudgedTraffic.today, details: .good)
        collector.begin(JudgeResult.Input(name: "x", form: "raw", isFile: true))
        collector.take(
            JudgeCollector.Judged(FilterSubject(record), number: 1, findings: Checks.findings(of: record)))
        let result = collector.result()
        let place = try #require(
            result.findings.first { $0.check.code == "cookie-samesite-none-insecure" }?.place)
        let marked = try #require(place.marked)
        #expect(place.shown.slice(marked).count == place.length)
        let written = text(result)
        let lines = written.split(separator: "\n", omittingEmptySubsequences: false)
        let line = try #require(lines.firstIndex { $0.contains("SameSite=None") && $0.contains("Set-Cookie") })
        #expect(!lines[line].contains("\u{FFFD}"))
        let carets = lines[line + 1]
        #expect(carets.count == lines[line].count, "\(lines[line])\n\(carets)")
    }

    @Test func silenceIsNoVerdict() throws {
        var collector = JudgeCollector(JudgePolicy(), baseline: nil, today: JudgedTraffic.today, details: .good)
        #expect(text(collector.result()).contains("nothing was judged"))
        collector.fail("broken.har")
        let result = collector.result()
        #expect(result.hasUnreadInput && !text(result).contains("passed"))
        #expect(text(result).contains("broken.har"))
        let junit = try #require(JudgeFormat.junit.written(result, version: "1")).text
        #expect(junit.contains("errors=\"1\"") && junit.contains("broken.har"))
    }

    @Test func moreIsSuggestedOnlyWhereItExists() throws {
        let result = try JudgedTraffic.result([Exchange(url: "https://shop.test/a?access_token=x")])
        #expect(!text(result).contains("--all"))
        let info = try JudgedTraffic.result([Exchange(method: "POST", answered: [("Retry-After", "5")])])
        if info.counts[.info] ?? 0 > 0 || info.counts[.good] ?? 0 > 0 {
            let suggesting = text(info) { $0.more = "--all" }
            #expect(suggesting.contains("--all shows all"))
            #expect(!text(info).contains("--all"))
        }
    }

    @Test func whatIsLeftOutHadSomethingToLookAt() throws {
        var policy = JudgePolicy()
        policy.only = [try CheckPattern("etag-malformed")]
        let result = try JudgedTraffic.result([Exchange(answered: [("ETag", "abc")])], policy)
        let written = text(result) { $0.showsAsked = true }
        #expect(written.contains("left out by --only"))
        #expect(!written.contains("nothing to look at"))
    }

    @Test func lessIsShownWhereItIsAskedFor() throws {
        let result = try JudgedTraffic.result([Exchange(answered: [("Cache-Control", "no-store")])])
        #expect(!text(result).contains("cache-no-store"))
        #expect(text(result) { $0.least = .info }.contains("cache-no-store"))
    }

    /// Rules of SARIF describe the check without a message.
    @Test func everyCheckOfTheWireSaysWhatItIs() {
        for check in WireChecks.all {
            #expect(!check.about.text.contains("‹") && check.about.text.hasSuffix("."), "\(check.code)")
            #expect(check.code == check.code.lowercased())
        }
        #expect(Set(WireChecks.all.map { $0.summary.filled(with: []).text }).count == WireChecks.all.count)
    }

    @Test func findingsOfASessionHaveTheirFlows() throws {
        var session = SessionJudge()
        var collector = JudgeCollector(JudgePolicy(), baseline: nil, today: JudgedTraffic.today, details: .good)
        collector.begin(JudgeResult.Input(name: "x", form: "raw", isFile: true))
        let raw = { (path: String, answer: String) in
            "GET \(path) HTTP/1.1\r\nHost: a.test\r\n\r\nHTTP/1.1 \(answer)\r\nContent-Length: 0\r\n\r\n"
        }
        var flows: [JudgeCollector.SessionFlow] = []
        let all = ["/a", "/b"].flatMap { from in
            ExplainedInput(
                raw: Bytes(raw(from, "302 Found\r\nLocation: \(from == "/a" ? "/b" : "/a")")),
                .init(url: Bytes("http://a.test\(from)"))
            ).exchanges
        }
        for (place, record) in (all + all).enumerated() {
            let number = UInt64(place) + 7
            let taken = session.take(Facts(record), SessionVisit.Trace(number: number))
            #expect(taken == place)
            flows.append(collector.sessionFlow(FilterSubject(record), number: number) { $0 })
        }
        collector.take(session.findings(), in: flows)
        let result = collector.result()
        let finding = try #require(result.findings.first { $0.check.code == "redirect-session-loop" })
        #expect(finding.flows == [7, 9] && finding.flow == 9 && finding.endpoint == "GET /a" && result.failed)
        #expect(text(result).contains("#7, #9"))
        // Where exchanges were shown with their findings, those of the session are told, and others counted.
        let live = text(result) {
            $0.isSummary = true
            $0.tellsSessions = true
        }
        let told = try #require(finding.text.text.split(separator: " ").first)
        #expect(live.contains(told) && live.contains("redirect-session-loop") && live.contains("#7, #9"), "\(live)")
        #expect(!text(result) { $0.isSummary = true }.contains("#7, #9"))
    }
}
