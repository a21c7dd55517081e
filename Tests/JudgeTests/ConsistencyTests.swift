import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics
import Judge
import Registry
import Testing

/// No two sentences about one exchange assert contrary facts: what is found, what is reasoned, what the dictionary
/// knows and what was decided beneath them are compared as the facts that they assert.
@Suite struct ConsistencyTests {
    /// What may be asserted, or its contrary.
    enum Fact: Hashable {
        case methodIsRegistered, statusIsRegistered
        /// By a private cache.
        case stored, fresh
        case contentIsWhole, codingWasOffered
        case partIsTheOneAskedFor, conditionWasKept
        /// The cookie of that line.
        case cookieIsKept(Int)
    }

    struct Assertion: Hashable {
        let fact: Fact
        let holds: Bool
        let by: String
    }

    /// Everything that is given as an example, and what people paste.
    static let inputs: [Input] =
        Checks.all.flatMap { $0.bad + $0.good }.map { example in
            let parts = [example.request, example.response].compactMap { $0 }
            return Input(name: example.text, bytes: Bytes(parts.flatMap { $0.head + $0.content }))
        } + Pasted.all.map { Input(name: $0, bytes: Bytes($0.replacing("\n", with: "\r\n"))) }

    struct Input: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: Bytes
        var testDescription: String { String(name.prefix(80)) }
    }

    @Test(arguments: inputs)
    func nothingIsAssertedWithItsContrary(input: Input) {
        let explained = ExplainedInput(
            raw: input.bytes,
            ExplainedInput.Circumstances(
                now: Example.moment, options: ExplainOptions(notes: Checks.notes)))
        for exchange in explained.exchanges {
            for contradiction in Self.contradictions(in: exchange) { Issue.record("\(contradiction) in \(input.name)") }
        }
    }

    /// Every two who assert the contrary of one exchange.
    static func contradictions(in exchange: FlowRecord) -> [String] {
        // Reasonings of a message by itself are left out there too.
        let reasonings =
            exchange.requestHead == nil || exchange.responseHead == nil ? [] : Reasonings.all(about: exchange)
        let assertions =
            found(Checks.findings(of: exchange)) + reasoned(reasonings) + summarised(exchange) + decided(exchange)
        var seen: [Fact: Assertion] = [:]
        var found: [String] = []
        for assertion in assertions {
            if let other = seen[assertion.fact], other.holds != assertion.holds {
                found.append("\(other) against \(assertion)")
            }
            seen[assertion.fact] = assertion
        }
        return found
    }

    /// Whether anything is compared at all.
    @Test func mostFactsAreAssertedByMoreThanOne() {
        var by: [String: Set<String>] = [:]
        for input in Self.inputs {
            for exchange in ExplainedInput(raw: input.bytes, .init(now: Example.moment)).exchanges {
                guard exchange.requestHead != nil, exchange.responseHead != nil else { continue }
                for assertion in Self.found(Checks.findings(of: exchange)) {
                    by["\(assertion.fact)".prefix { $0 != "(" }.description, default: []].insert("found")
                }
                for assertion in Self.reasoned(Reasonings.all(about: exchange)) {
                    by["\(assertion.fact)".prefix { $0 != "(" }.description, default: []].insert("reasoned")
                }
                for assertion in Self.summarised(exchange) {
                    by["\(assertion.fact)".prefix { $0 != "(" }.description, default: []].insert("summarised")
                }
                for assertion in Self.decided(exchange) {
                    by["\(assertion.fact)".prefix { $0 != "(" }.description, default: []].insert("decided")
                }
            }
        }
        #expect(by.count >= 9)
        for (fact, sources) in by {
            #expect(sources.count > 1, "\(fact) is only \(sources)")
        }
    }

    // MARK: What is asserted

    /// What a check asserts by being there.
    private static let claims: [String: [(Fact, Bool)]] = [
        "unknown-method": [(.methodIsRegistered, false)],
        "status-unknown": [(.statusIsRegistered, false)],
        "cache-no-store": [(.stored, false)],
        "cache-lifetime": [(.stored, true), (.fresh, true)],
        "cache-stale-on-arrival": [(.stored, true), (.fresh, false)],
        "cache-heuristic": [(.stored, true)],
        "cache-no-explicit-lifetime": [(.stored, true)],
        "redirect-cached": [(.stored, true)],
        "content-cut-off": [(.contentIsWhole, false)],
        "coding-not-accepted": [(.codingWasOffered, false)],
        "vary-missing": [(.codingWasOffered, true)],
        "vary-tells-the-truth": [(.codingWasOffered, true)],
        "range-answered": [(.partIsTheOneAskedFor, true)],
        "range-other-part": [(.partIsTheOneAskedFor, false)],
        "range-unasked": [(.partIsTheOneAskedFor, false)],
        "precondition-ignored": [(.conditionWasKept, false)],
        "if-none-match-ignored": [(.conditionWasKept, false)],
        "if-modified-since-ignored": [(.conditionWasKept, false)],
        "if-range-ignored": [(.conditionWasKept, false)],
    ]

    private static let keptCookies: Set = [
        "cookie-guarded", "cookie-without-secure", "cookie-without-httponly", "cookie-without-samesite",
        "cookie-prefix-kept", "cookie-lifetime-capped", "cookie-nameless",
    ]

    private static func found(_ findings: [Finding]) -> [Assertion] {
        findings.flatMap { finding in
            let code = finding.check.code
            var made = (claims[code] ?? []).map { Assertion(fact: $0.0, holds: $0.1, by: code) }
            let cookie = Fact.cookieIsKept(finding.range.lowerBound)
            if keptCookies.contains(code) { made.append(Assertion(fact: cookie, holds: true, by: code)) }
            if code.hasPrefix("cookie-rejected") || code == "cookie-deleted" || code == "cookie-samesite-none-insecure"
            {
                made.append(Assertion(fact: cookie, holds: false, by: code))
            }
            return made
        }
    }

    /// What the steps of reasonings assert.
    private static func reasoned(_ reasonings: [Reasoning]) -> [Assertion] {
        reasonings.flatMap { reasoning in
            reasoning.steps.compactMap { step in
                let fact: Fact? =
                    switch (reasoning.topic, step.rule) {
                    case (.method, "known"): .methodIsRegistered
                    case (.caching, "storable"), (.caching, "private: storable"): .stored
                    case (.caching, "response_is_fresh"), (.caching, "private: response_is_fresh"): .fresh
                    case (.content, "length"): .contentIsWhole
                    case (.negotiation, "Content-Encoding"): .codingWasOffered
                    case (.conditional, "answer"): .conditionWasKept
                    default: nil
                    }
                guard let fact, let holds = step.isFault ? false : step.held else { return nil }
                return Assertion(fact: fact, holds: holds, by: "\(reasoning.topic): \(step.text.text)")
            }
        }
    }

    /// What the lines of a summary assert.
    private static func summarised(_ exchange: FlowRecord) -> [Assertion] {
        guard exchange.requestHead != nil, let response = exchange.responseHead else { return [] }
        let cookies = response.fields.lines.filter { $0.known == .setCookie }.map(\.value.lowerBound)
        let summary = ExchangeSummary(exchange)
        return summary.rows.flatMap { row -> [Assertion] in
            let by = "line: " + summary.text(row, hiding: Phrase.Hiding(url: { $0 }, line: { $0 }, content: { $0 }))
            func assertion(_ fact: Fact, _ holds: Bool) -> Assertion { Assertion(fact: fact, holds: holds, by: by) }
            switch row.verdict {
            case .cookie(_, .rejected(.secureOverPlain)): return []
            case .cookie(let line, .stored): return [assertion(.cookieIsKept(cookies[line]), true)]
            case .cookie(let line, _): return [assertion(.cookieIsKept(cookies[line]), false)]
            case .condition(let verdict): return verdict.agrees.map { [assertion(.conditionWasKept, $0)] } ?? []
            case .range(let verdict):
                return response.status == 206 ? [assertion(.partIsTheOneAskedFor, !verdict.isWrong)] : []
            case .cache(.notKept, _): return [assertion(.stored, false)]
            case .cache(.fresh, _): return [assertion(.stored, true), assertion(.fresh, true)]
            case .cache(.stale, _): return [assertion(.stored, true), assertion(.fresh, false)]
            case .cache: return [assertion(.stored, true)]
            case .content(let isWhole):
                return row.label == .body ? isWhole.map { [assertion(.contentIsWhole, $0)] } ?? [] : []
            case .redirect, nil: return []
            }
        }
    }

    /// What is decided beneath all words, and what the dictionary knows.
    private static func decided(_ exchange: FlowRecord) -> [Assertion] {
        guard let request = exchange.requestHead, let response = exchange.responseHead else { return [] }
        var made: [Assertion] = []
        func add(_ fact: Fact, _ holds: Bool?) {
            if let holds { made.append(Assertion(fact: fact, holds: holds, by: "decided")) }
        }
        add(.methodIsRegistered, Vocabulary.methods[request.method.name] != nil)
        add(
            .statusIsRegistered,
            Vocabulary.statuses[response.status].map { $0.standing != .unregistered } ?? false)
        let ranges = RangeVerdict(
            method: request.method, request: request.fields, status: response.status, response: response.fields,
            contentSize: exchange.response.content.size)
        if let ranges, response.status == 206 { add(.partIsTheOneAskedFor, !ranges.isWrong) }
        let conditions = ConditionalVerdict(
            method: request.method, request: request.fields, status: response.status, response: response.fields,
            now: Example.moment)
        add(.conditionWasKept, conditions?.agrees)
        return made + cookies(exchange, request, response)
    }

    private static func cookies(
        _ exchange: FlowRecord, _ request: RequestHead, _ response: ResponseHead
    ) -> [Assertion] {
        let context = CookieContext(url: exchange.url, method: request.method, request: request.fields)
        return response.fields.lines.filter { $0.known == .setCookie }.compactMap { line in
            let fate = SetCookie(response.fields.unfoldedValue(of: line)).fate(from: context, at: Example.moment)
            let isKept: Bool
            switch fate {
            // Whether it came over plain http is not known of a pasted message.
            case .rejected(.secureOverPlain): return nil
            case .stored: isKept = true
            case .removes, .rejected: isKept = false
            }
            return Assertion(fact: .cookieIsKept(line.value.lowerBound), holds: isKept, by: "\(fate)")
        }
    }
}
