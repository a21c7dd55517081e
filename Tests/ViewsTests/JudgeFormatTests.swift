import Bytes
import Explain
import Foundation
import Judge
import Testing
import Views

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite struct JudgeFormatTests {
    private typealias Exchange = JudgedTraffic.Exchange

    /// What a hostile server sends: signs of every format, and of a terminal.
    private static let hostile =
        "\\u001b[31m</script><img src=x>&amp;|`*_[a](b)%0A::error::x,y:z\\u202e]]>\\u0007 @\\u009b31m"

    private func object(_ format: JudgeFormat, _ result: JudgeResult) throws -> [String: Any] {
        let bytes = try #require(format.written(result, version: "1.2.3"))
        return try #require(try JSONSerialization.jsonObject(with: Data(bytes.array)) as? [String: Any])
    }

    private func text(_ format: JudgeFormat, _ result: JudgeResult) throws -> String {
        try #require(format.written(result, version: "1.2.3")).text
    }

    private func hostileResult(_ policy: JudgePolicy = JudgePolicy()) throws -> JudgeResult {
        try JudgedTraffic.result(
            [
                Exchange(
                    url: "https://shop.test/a", answered: [("Set-Cookie", "s=\(Self.hostile); SameSite=None")]),
                Exchange(answered: [("X-Content-Type-Options", Self.hostile), ("ETag", Self.hostile)]),
            ], policy)
    }

    @Test func jsonHasEveryMember() throws {
        let json = try object(.json, try hostileResult())
        #expect(json["version"] as? Int == 1 && json["failed"] as? Bool == true)
        let findings = try #require(json["findings"] as? [[String: Any]])
        let wanted: Set = [
            "code", "level", "topic", "scope", "summary", "text", "advice", "spec", "url", "input", "flow", "flows",
            "endpoint", "message", "place", "arguments", "fingerprint", "state", "reason",
        ]
        #expect(!findings.isEmpty && findings.allSatisfy { wanted.isSubset(of: Set($0.keys)) })
        let counts = try #require(json["counts"] as? [String: Int])
        for level in Note.Level.allCases {
            let listed = findings.count { $0["level"] as? String == level.rawValue }
            #expect(counts[level.rawValue] == listed)
        }
        let levels = findings.compactMap { ($0["level"] as? String).flatMap { Note.Level(rawValue: $0) } }
        #expect(levels == levels.sorted(by: >))
    }

    /// The rules of SARIF 2.1.0 that readers hold a file to.
    @Test func sarifKeepsItsRules() throws {
        var policy = try JudgedTraffic.policy("[[ignore]]\ncode = 'etag-malformed'\nreason = 'old server'")
        policy.failOn = .bad
        let sarif = try object(.sarif, try hostileResult(policy))
        #expect(sarif["version"] as? String == "2.1.0")
        let run = try #require((sarif["runs"] as? [[String: Any]])?.first)
        let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
        #expect(driver["name"] as? String == "Hark")
        let invocations = try #require(run["invocations"] as? [[String: Any]])
        #expect(invocations.count == 1 && invocations[0]["executionSuccessful"] as? Bool == true)
        #expect(invocations[0]["toolExecutionNotifications"] == nil)
        let rules = try #require(driver["rules"] as? [[String: Any]])
        let ids = rules.compactMap { $0["id"] as? String }
        #expect(ids.count == rules.count && Set(ids).count == ids.count)
        for rule in rules {
            #expect((rule["shortDescription"] as? [String: String])?["text"]?.isEmpty == false)
            #expect((rule["fullDescription"] as? [String: String])?["text"]?.isEmpty == false)
            if let help = rule["helpUri"] as? String { #expect(URL(string: help)?.scheme == "https") }
        }
        let results = try #require(run["results"] as? [[String: Any]])
        #expect(!results.isEmpty)
        var suppressed = 0
        for result in results {
            let index = try #require(result["ruleIndex"] as? Int)
            #expect(ids[index] == result["ruleId"] as? String)
            #expect(["error", "warning", "note"].contains(try #require(result["level"] as? String)))
            #expect((result["message"] as? [String: String])?["text"]?.isEmpty == false)
            let place = try #require((result["locations"] as? [[String: Any]])?.first?["physicalLocation"])
            let physical = try #require(place as? [String: Any])
            #expect((physical["artifactLocation"] as? [String: String])?["uri"] == "my%20tests.har")
            let region = try #require(physical["region"] as? [String: Int])
            #expect(try #require(region["startLine"]) >= 1)
            #expect((result["partialFingerprints"] as? [String: String])?["hark/v1"]?.count == 16)
            #expect(result["baselineState"] == nil)
            guard let suppressions = result["suppressions"] as? [[String: String]] else { continue }
            suppressed += 1
            #expect(suppressions == [["kind": "external", "justification": "old server"]])
        }
        #expect(suppressed == results.count { $0["ruleId"] as? String == "etag-malformed" } && suppressed > 0)
    }

    @Test func junitCountsWhatItHolds() throws {
        let policy = try JudgedTraffic.policy("[[ignore]]\ncode = 'etag-malformed'\nreason = 'a \"quoted\" <reason>'")
        let xml = try text(.junit, try hostileResult(policy))
        let reader = Elements()
        let parser = XMLParser(data: Data(xml.utf8))
        parser.delegate = reader
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
        let all = try #require(reader.suites.first)
        for (name, element) in [("tests", "testcase"), ("failures", "failure"), ("skipped", "skipped")] {
            #expect(all[name].flatMap { Int($0) } == reader.count[element, default: 0], "\(name)")
            let sum = reader.suites.dropFirst().compactMap { $0[name].flatMap { Int($0) } }.reduce(0, +)
            #expect(sum == reader.count[element, default: 0], "\(name) of the suites")
        }
        #expect(reader.count["failure", default: 0] > 0 && reader.count["skipped", default: 0] > 0)
    }

    /// Build servers know a case by its name: what is suppressed of one flow does not hide what fails of another.
    @Test func aCaseOfJUnitHasOneName() throws {
        let policy = try JudgedTraffic.policy(
            "[[ignore]]\ncode = 'cookie-samesite-*'\nmatch = 'path = /users/17'\nreason = 'legacy'")
        let exchanges = ["17", "18"].map {
            Exchange(url: "https://shop.test/users/\($0)", answered: [JudgedTraffic.badCookie])
        }
        let result = try JudgedTraffic.result(exchanges, policy)
        let found = result.findings.filter { $0.check.code == "cookie-samesite-none-insecure" }
        #expect(Set(found.map(\.state)) == [.new, .suppressed])
        let xml = try text(.junit, result)
        let names = xml.matches(of: #/ name="(cookie-[^"]*)"/#).map { String($0.1) }
        #expect(Set(names).count == names.count && !names.isEmpty, "\(names)")
        let failures = xml.matches(of: #/<testcase [^>]*name="cookie-samesite-none-insecure [^>]*><(\w+)/#)
        #expect(failures.map { String($0.1) } == ["failure"])
        let told = try #require(xml.firstMatch(of: #/<failure [^>]*>([^<]*)</#)).1
        #expect(told.contains("#1 ") && !told.contains("#0 "), "what is suppressed is told among what fails")
        // Where all of it is suppressed, it is skipped.
        let skipped = try text(.junit, try JudgedTraffic.result([exchanges[0]], policy))
        #expect(skipped.contains("<skipped message=\"legacy\"/>") && !skipped.contains("<failure"))
    }

    private final class Elements: NSObject, XMLParserDelegate {
        var suites: [[String: String]] = []
        var count: [String: Int] = [:]

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            count[name, default: 0] += 1
            if name == "testsuites" || name == "testsuite" { suites.append(attributes) }
        }
    }

    @Test func annotationsAreOneLineEachAndEscaped() throws {
        let lines = try text(.github, try hostileResult()).split(separator: "\n")
        #expect(lines.count > 2)
        for line in lines.dropLast() {
            let command = line.dropFirst(2).prefix { $0 != " " }
            #expect(line.hasPrefix("::") && ["error", "warning", "notice"].contains(String(command)))
            let head = try #require(
                line.dropFirst(2).firstRange(of: "::").map { line[line.startIndex..<$0.lowerBound] })
            #expect(head.contains("file=my tests.har,line=") && head.contains(",title="))
            // What a server sends is data, and no second command.
            #expect(!line.contains("%0A::error") || line.contains("%250A::error"))
        }
        let order = lines.dropLast().map { $0.hasPrefix("::error") ? 0 : $0.hasPrefix("::warning") ? 1 : 2 }
        #expect(order == order.sorted())
        #expect(!lines[lines.count - 1].hasPrefix("::"))
    }

    @Test func noFormatLetsControlCharactersThrough() throws {
        let result = try hostileResult()
        for format in JudgeFormat.allCases {
            let bytes =
                format.written(result, version: "1").map(\.array)
                ?? TextReport().written(result, style: .plain, width: 80)
            #expect(!bytes.contains { $0 < 0x20 && $0 != 0x0A }, "\(format)")
            let text = String(decoding: bytes, as: UTF8.self)
            if format != .json { #expect(!text.unicodeScalars.contains("\u{202E}"), "\(format)") }
            #expect(!text.unicodeScalars.contains("\u{9B}") || format == .json, "\(format)")
        }
    }

    @Test func markupOfAServerStaysText() throws {
        let result = try hostileResult()
        let html = try text(.html, result)
        #expect(!html.contains("<img") && !html.contains("<script") && html.contains("&lt;img"))
        #expect(html.contains("default-src 'none'"))
        let markdown = try text(.markdown, result)
        // An indented block shows its text as it is; anywhere else there is no markup of a server.
        for line in markdown.split(separator: "\n") where !line.hasPrefix("    ") {
            #expect(!line.contains("<img") && !line.contains("[a](b)"), "\(line)")
        }
    }

    @Test func credentialsAreHiddenInEveryFormat() throws {
        let result = try JudgedTraffic.result(
            [Exchange(answered: [("Set-Cookie", "sid=s3cr3tvalue; SameSite=None")])],
            hiding: { Bytes($0.text.replacing("s3cr3tvalue", with: "…")) })
        for format in JudgeFormat.allCases {
            let bytes =
                format.written(result, version: "1").map(\.array)
                ?? TextReport().written(result, style: .plain, width: 80)
            #expect(!String(decoding: bytes, as: UTF8.self).contains("s3cr3t"), "\(format)")
        }
    }

    @Test func textShowsThePlaceWithCarets() throws {
        let result = try JudgedTraffic.result([Exchange(answered: [JudgedTraffic.badCookie])])
        let lines = String(decoding: TextReport().written(result, style: .plain, width: 100), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
        let title = try #require(
            lines.firstIndex { $0.hasPrefix("✗ cookie-samesite-none-insecure   GET /users/{id} (#0)") })
        let shown = try #require(lines[title...].firstIndex { $0.hasPrefix("    Set-Cookie: sid=abc; SameSite=None") })
        let carets = lines[shown + 1]
        let start = try #require(carets.firstIndex(of: "^"))
        let finding = try #require(result.findings.first { $0.check.code == "cookie-samesite-none-insecure" })
        let marked = try #require(finding.place?.marked)
        #expect(carets.distance(from: carets.startIndex, to: start) == 4 + marked.lowerBound)
        #expect(carets.filter { $0 == "^" }.count == marked.count)
        #expect(lines.contains { $0.hasPrefix("failed:") })
        // What is only worth knowing is counted.
        #expect(!lines.contains { $0.hasPrefix("· ") || $0.hasPrefix("✓ ") })
    }
}
