import Bytes
import Explain
import Flow
import Formats
import Foundation
import HTTPModel
import Judge
import TestKit
import Testing

/// On good traffic nothing is called bad or a warning without a reason that stands in a list here.
@Suite struct GoodTrafficTests {
    /// What is found in the exchanges of `GoodTraffic`, by their names, and why it is right all the same.
    private static let justified: [String: [String: String]] = [
        "an upload that asks first": [
            "content-type-missing-request": "curl -T sends a file without saying what it is"
        ]
    ]

    /// Parts of values that do not fit their grammar, and why they are there all the same.
    private static let justifiedParts: [String: String] = [
        "“0” is invalid here: expected a date; recipients treat anything else as a time in the past.":
            "Expires: 0 is what many servers send, and does what they mean"
    ]

    /// What is found in the recordings of browsers and tools, of which nobody says that their sites are well kept.
    private static let ofRecordings: [String: String] = [
        "via-malformed": "proxies of the site name themselves in Via without a protocol version",
        "cache-heuristic": "the responses have Last-Modified and no lifetime, so caches guess one",
        "cors-credentials-idle": "credentials are allowed beside *, which no browser accepts",
    ]

    private func explained(_ exchange: GoodTraffic.Exchange) -> ExplainedInput {
        let text = exchange.request + (exchange.request.contains("\n\n") ? "" : "\n\n") + exchange.response
        let head = exchange.request.split(separator: "\n")
        let host = head.first { $0.hasPrefix("Host: ") }?.dropFirst(6) ?? ""
        let target = head.first?.split(separator: " ").dropFirst().first ?? ""
        let url = target.hasPrefix("/") ? Bytes("\(exchange.scheme)://\(host)\(target)") : nil
        return ExplainedInput(
            raw: Bytes(text.replacing("\n", with: "\r\n")),
            ExplainedInput.Circumstances(
                url: url, now: 1_770_111_000, options: ExplainOptions(notes: Checks.notes)))
    }

    @Test(arguments: GoodTraffic.all)
    func nothingIsHeldAgainstIt(exchange: GoodTraffic.Exchange) {
        let input = explained(exchange)
        #expect(input.messages.count == 2 && input.rest.isEmpty)
        let reasons = Self.justified[exchange.name] ?? [:]
        for note in input.messages.flatMap(\.notes) where note.level >= .warning {
            #expect(reasons[note.code] != nil, "\(note.code): \(note.text)")
        }
        for reasoning in input.messages.flatMap(\.allReasonings) {
            for step in reasoning.steps where step.isFault {
                // What a refusal asks for is said, and is no fault of anybody.
                let isRefusal = reasoning.topic == .authentication && step.rule == "accepted"
                #expect(isRefusal, "\(reasoning.topic) \(step.rule): \(step.text.text)")
            }
        }
        for span in input.messages.flatMap(\.spans) {
            let unfit = span.malformedLeaves.map(\.text).filter { Self.justifiedParts[$0] == nil }
            #expect(unfit.isEmpty, "\(unfit)")
        }
        for record in input.exchanges {
            #expect(ConsistencyTests.contradictions(in: record).isEmpty)
        }
    }

    /// The list has no reason for what is no longer found.
    @Test func eachReasonIsNeeded() {
        for (name, reasons) in Self.justified {
            let found = GoodTraffic.all.filter { $0.name == name }.flatMap { explained($0).messages.flatMap(\.notes) }
            for code in reasons.keys { #expect(found.contains { $0.code == code }, "\(name): \(code)") }
        }
    }

    /// The documentation has the reason for each, and for nothing else.
    @Test func eachReasonIsDocumented() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "docs/judging.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let codes =
            Self.justified.values.flatMap(\.keys) + Self.ofRecordings.keys + Self.ofSessions.keys
            + RFCExamplesTests.reasons.values.flatMap(\.keys)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }
        #expect(rows.map { String($0.dropFirst(3).prefix { $0 != "`" }) } == Set(codes).sorted())
    }

    /// What others recorded, where their recordings are there.
    @Test(.enabled(if: Corpora.arePresent, "the corpora are not beside the package (HARK_CORPORA)"))
    func recordingsAreJudgedForAReason() throws {
        var told = 0
        var needed: Set<String> = []
        for item in try Corpora.cases("har_files") {
            guard let file = item.bytes("har_b64"), !item.id.hasPrefix("har-broken") else { continue }
            for record in HARReader.read(file).flows {
                told += 1
                for finding in Checks.findings(of: record) where finding.level >= .warning {
                    needed.insert(finding.check.code)
                    #expect(finding.level != .bad, "\(item.id) \(record.index): \(finding.check.code)")
                    #expect(
                        Self.ofRecordings[finding.check.code] != nil,
                        "\(item.id) \(record.index): \(finding.check.code) \(finding.note.text)")
                }
            }
        }
        #expect(told > 20)
        // The list has no reason for what is no longer found.
        #expect(needed == Set(Self.ofRecordings.keys))
    }

    /// What is found in recordings as a whole, and why it is right.
    private static let ofSessions: [String: String] = [:]

    /// The exchanges of a recording together.
    @Test(.enabled(if: Corpora.arePresent, "the corpora are not beside the package (HARK_CORPORA)"))
    func recordingsAreJudgedTogetherForAReason() throws {
        for item in try Corpora.cases("har_files") {
            guard let file = item.bytes("har_b64"), !item.id.hasPrefix("har-broken") else { continue }
            var session = SessionJudge()
            for (place, record) in HARReader.read(file).flows.enumerated() {
                _ = session.take(Facts(record), SessionVisit.Trace(record, number: UInt64(place) + 1))
            }
            for finding in session.findings() where finding.check.level >= .warning {
                #expect(
                    Self.ofSessions[finding.check.code] != nil,
                    "\(item.id): \(finding.check.code) \(finding.finding.note.text)")
            }
        }
    }

    /// Each exchange of good traffic after the others. Those of one host are of different days of it: one is without
    /// TLS, from before the host announced HSTS.
    @Test func goodExchangesTogetherHaveNoFault() {
        var session = SessionJudge()
        var number: UInt64 = 0
        for exchange in GoodTraffic.all {
            for record in explained(exchange).exchanges {
                number += 1
                _ = session.take(Facts(record), SessionVisit.Trace(record, number: number))
            }
        }
        for finding in session.findings()
        where finding.check.level >= .warning && finding.check.code != "hsts-ignored-by-client" {
            Issue.record("\(finding.check.code) \(finding.finding.note.text)")
        }
        #expect(number > 20)
    }
}
