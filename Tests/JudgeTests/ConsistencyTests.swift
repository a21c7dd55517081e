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
        /// By any cache at all, a CDN's among them: else nothing that would happen in one matters.
        case storedBySomebody
        /// By caches once it is stale, as a directive allows.
        case usableWhenStale
        /// How long it lasts is the cache's choice.
        case lifetimeIsOpen
        /// A shared cache repeats its Set-Cookie.
        case cookieIsRepeated
        /// A browser goes to the new URL without asking.
        case redirectIsRemembered
        /// An HTTP request follows.
        case redirectIsFollowed
        /// To which URL is the same for all clients.
        case nextURLIsKnown
        /// To another site.
        case siteChanges
        /// The 304 says that the client's copy is current.
        case copyIsCurrent
        /// The part came as announced.
        case partIsComplete
        /// A range asked for lies within the resource.
        case rangeExists
        /// A page of another origin reads it.
        case pageReadsIt
        /// What the preflight asks leave for is sent.
        case requestIsSent
        /// The cookie of that line.
        case cookieIsKept(Int)
        /// Framing: where the body ends, and whether the answer brings content at all.
        case bodyEndIsKnown, hasContent
        /// Content: its first bytes fit the type, its bytes fit the charset.
        case typeFits, charsetFits
        /// Security: browsers note that the host wants TLS, and do not guess types.
        case transportIsNoted, typesAreNotGuessed
        /// Authentication: a scheme is there, the credentials were accepted, more are asked for.
        case schemeIsThere, credentialsAreAccepted, credentialsAreAsked
        /// The server made the response.
        case responseIsTheServers
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
            + told(exchange) + settled(exchange)
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
                for assertion in Self.decided(exchange) + Self.settled(exchange) {
                    by["\(assertion.fact)".prefix { $0 != "(" }.description, default: []].insert("decided")
                }
                for assertion in Self.told(exchange) {
                    by["\(assertion.fact)".prefix { $0 != "(" }.description, default: []].insert("told")
                }
            }
        }
        #expect(by.count >= 32)
        for (fact, sources) in by {
            #expect(sources.count > 1, "\(fact) is only \(sources)")
        }
    }

    // MARK: What is asserted

    /// What a check asserts by being there.
    private static let claims: [String: [(Fact, Bool)]] = [
        "unknown-method": [(.methodIsRegistered, false)],
        "status-unknown": [(.statusIsRegistered, false)],
        "cache-no-store": [(.stored, false), (.storedBySomebody, false)],
        "cache-lifetime": [(.stored, true), (.fresh, true)],
        "cache-stale-on-arrival": [(.stored, true), (.fresh, false), (.usableWhenStale, false)],
        "cache-heuristic": [(.stored, true)],
        "cache-no-explicit-lifetime": [(.stored, true)],
        "redirect-cached": [(.stored, true), (.redirectIsRemembered, true), (.redirectIsFollowed, true)],
        "redirect-permanent-unlimited": [(.stored, true), (.lifetimeIsOpen, true), (.redirectIsRemembered, true)],
        "redirect-method-changed": [(.redirectIsFollowed, true)],
        "redirect-method-kept": [(.redirectIsFollowed, true)],
        "redirect-see-other": [(.redirectIsFollowed, true)],
        "redirect-other-scheme": [(.redirectIsFollowed, false)],
        "redirect-not-followed": [(.redirectIsFollowed, false)],
        "redirect-location-repeated": [(.nextURLIsKnown, false)],
        "redirect-other-origin": [(.siteChanges, true)],
        "redirect-other-host": [(.siteChanges, false)],
        "cors-allowed": [(.pageReadsIt, true)],
        "cors-origin-missing": [(.pageReadsIt, false)],
        "cors-origin-mismatch": [(.pageReadsIt, false)],
        "cors-origin-list": [(.pageReadsIt, false)],
        "cors-preflight-origin": [(.requestIsSent, false)],
        "cors-preflight-status": [(.requestIsSent, false)],
        "cors-preflight-method": [(.requestIsSent, false)],
        "cors-preflight-field": [(.requestIsSent, false)],
        "cors-preflight-uncached": [(.requestIsSent, true)],
        "cors-origin-without-vary": [(.storedBySomebody, true)],
        "cache-vary-star": [(.storedBySomebody, true)],
        "cookie-cacheable": [(.storedBySomebody, true), (.cookieIsRepeated, true)],
        "revalidation-saved-the-body": [(.copyIsCurrent, true)],
        "not-modified-other-tag": [(.copyIsCurrent, false)],
        "not-modified-to-write": [(.copyIsCurrent, false), (.conditionWasKept, false)],
        "range-refused": [(.rangeExists, true)],
        "range-length-differs": [(.partIsComplete, false)],
        "content-cut-off": [(.contentIsWhole, false)],
        "coding-not-accepted": [(.codingWasOffered, false)],
        "vary-missing": [(.codingWasOffered, true), (.storedBySomebody, true)],
        "vary-tells-the-truth": [(.codingWasOffered, true), (.storedBySomebody, true)],
        "range-answered": [(.partIsTheOneAskedFor, true), (.partIsComplete, true)],
        "range-other-part": [(.partIsTheOneAskedFor, false)],
        "range-unasked": [(.partIsTheOneAskedFor, false)],
        "precondition-ignored": [(.conditionWasKept, false)],
        "if-none-match-ignored": [(.conditionWasKept, false)],
        "if-modified-since-ignored": [(.conditionWasKept, false)],
        "if-range-ignored": [(.conditionWasKept, false)],
        "content-type-agrees": [(.typeFits, true), (.hasContent, true)],
        "content-type-disagrees": [(.typeFits, false), (.hasContent, true)],
        "compression-saves": [(.hasContent, true), (.bodyEndIsKnown, true)],
        "charset-undecodable": [(.charsetFits, false)],
        "charset-unknown": [(.charsetFits, false)],
        "bom-differs-from-charset": [(.charsetFits, false)],
        "hsts-malformed": [(.transportIsNoted, false)],
        "hsts-directive-repeated": [(.transportIsNoted, false)],
        "hsts-over-http": [(.transportIsNoted, false)],
        "hsts-for-address": [(.transportIsNoted, false)],
        "nosniff": [(.typesAreNotGuessed, true)],
        "nosniff-malformed": [(.typesAreNotGuessed, false)],
        "credentials-without-scheme": [(.schemeIsThere, false)],
        "credentials-empty": [(.schemeIsThere, true)],
        "status-401-without-challenge": [(.credentialsAreAsked, true)],
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
            if finding.message == .response, finding.check.level >= .warning {
                made.append(Assertion(fact: .responseIsTheServers, holds: true, by: code))
            }
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
                    case (.negotiation, "Vary") where step.isFault: .storedBySomebody
                    case (.redirects, "method"): .redirectIsFollowed
                    case (.redirects, "scheme") where !step.isFault: .redirectIsFollowed
                    case (.ranges, "length"): .partIsComplete
                    case (.content, "first bytes"): .typeFits
                    case (.content, "charset"): .charsetFits
                    case (.authentication, "accepted"): .credentialsAreAccepted
                    default: nil
                    }
                guard let fact, var holds = step.isFault ? false : step.held else { return nil }
                // A step that finds fault with Vary says that caches matter; of a method it matters that it is said.
                if fact == .storedBySomebody { holds = true }
                if fact == .redirectIsFollowed { holds = step.rule == "method" }
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
            case .cache(.staleWhileRevalidated, _):
                return [assertion(.stored, true), assertion(.fresh, false), assertion(.usableWhenStale, true)]
            case .cache(.leftToTheCache, _): return [assertion(.stored, true), assertion(.lifetimeIsOpen, true)]
            case .cache(.stale, _): return [assertion(.stored, true), assertion(.fresh, false)]
            case .cache: return [assertion(.stored, true)]
            case .content(let isWhole):
                guard row.label == .body, let isWhole else { return [] }
                return [assertion(.contentIsWhole, isWhole)] + (isWhole ? [assertion(.bodyEndIsKnown, true)] : [])
            case .redirect(let redirect): return [assertion(.redirectIsFollowed, redirect.isHTTP)]
            case nil: return []
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
        add(
            .methodIsRegistered,
            Vocabulary.methods[request.method.name].map { $0.standing != .unregistered } ?? false)
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
        if response.status == 304 {
            add(.copyIsCurrent, conditions.flatMap { $0.isForbidden304 || $0.isOtherTag ? false : nil })
        }
        if let ranges, !ranges.resolved.isEmpty { add(.rangeExists, ranges.resolved.contains { $0 != nil }) }
        return made + caching(exchange, request, response) + pages(exchange, request, response)
            + cookies(exchange, request, response)
    }

    private static func caching(
        _ exchange: FlowRecord, _ request: RequestHead, _ response: ResponseHead
    ) -> [Assertion] {
        guard response.status >= 200 else { return [] }
        var made: [Assertion] = []
        func add(_ fact: Fact, _ holds: Bool) { made.append(Assertion(fact: fact, holds: holds, by: "decided")) }
        let arrived = (exchange.responseReceivedAt ?? 0) / 1_000_000
        let (own, shared) = Freshness.both(
            url: exchange.url, method: request.method, request: request.fields, status: response.status,
            response: response.fields,
            clock: .init(
                requestTime: arrived, responseTime: arrived, now: arrived, isRead: exchange.isRecorded(.responseTime)))
        let use = own.use(status: response.status)
        if Storability.isForbidden(response.status) { add(.stored, false) }
        add(
            .storedBySomebody,
            !Storability.isStoredByNobody(
                StorageCondition.Facts(
                    url: exchange.url, method: request.method, request: request.fields,
                    requestControl: CacheControl(request.fields), status: response.status, response: response.fields,
                    control: CacheControl(response.fields))))
        if own.isKept, !own.isFresh { add(.usableWhenStale, own.isStaleByLeave) }
        add(.lifetimeIsOpen, use == .leftToTheCache)
        if shared.withheldFields.contains(where: { $0.equalsIgnoringCase("set-cookie") }) || !shared.isKept {
            add(.cookieIsRepeated, false)
        }
        switch use {
        case .notKept, .uncheckable, .checkedAlways, .stale: add(.redirectIsRemembered, false)
        case .fresh, .leftToTheCache, .staleWhileRevalidated: add(.redirectIsRemembered, true)
        case .undated: break
        }
        return made
    }

    /// What browsers make of the answer for a page.
    private static func pages(
        _ exchange: FlowRecord, _ request: RequestHead, _ response: ResponseHead
    ) -> [Assertion] {
        var made: [Assertion] = []
        func add(_ fact: Fact, _ holds: Bool) { made.append(Assertion(fact: fact, holds: holds, by: "decided")) }
        let redirect = Redirect.of(
            method: request.method, request: request.fields, status: response.status, response: response.fields,
            url: exchange.url)
        if let redirect {
            add(.redirectIsFollowed, redirect.isHTTP)
            add(.siteChanges, redirect.changesSite)
        }
        let asked = CORSRequest(
            request, url: URLReference(exchange.url), knowsScheme: exchange.isRecorded(.url))
        if let asked, !asked.isSameOrigin {
            let isAllowed = CORSCheck(asked, response).verdict == .allowed
            add(asked.isPreflight ? .requestIsSent : .pageReadsIt, isAllowed)
            if asked.isPreflight { add(.pageReadsIt, false) }
        } else {
            // CORS does not govern it: no verdict of CORS is due.
            add(.requestIsSent, true)
            add(.pageReadsIt, true)
        }
        return made
    }

    private static func cookies(
        _ exchange: FlowRecord, _ request: RequestHead, _ response: ResponseHead
    ) -> [Assertion] {
        let context = CookieContext(url: exchange.url, method: request.method, request: request.fields)
        return response.fields.lines.filter { $0.known == .setCookie }.compactMap { line in
            let fate = SetCookie(response.fields.unfoldedValue(of: line)).fate(
                from: context, at: Example.moment, knowsHost: exchange.isRecorded(.host))
            let isKept: Bool
            switch fate {
            // Whether it came over plain http is not known of a pasted message.
            case .rejected(.secureOverPlain), .open: return nil
            case .stored: isKept = true
            case .removes, .rejected: isKept = false
            }
            return Assertion(fact: .cookieIsKept(line.value.lowerBound), holds: isKept, by: "\(fate)")
        }
    }
}
