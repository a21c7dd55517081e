import Bytes
package import Flow
import HTTPModel
import HTTPSemantics
import Registry

/// The status: its class, what it asks of the client, and the fields it needs to do so.
package enum StatusReasoning {
    /// What the status means; nil without a response.
    package static func reasoning(about exchange: FlowRecord) -> Reasoning? {
        guard let response = exchange.responseHead else { return nil }
        let status = response.status
        var steps = StepCollector()
        let family = StatusClass(status)
        let term = Vocabulary.statuses[status]
        // RFC 9110 §9.3.6: no content follows, whatever the status says otherwise.
        if exchange.method == .connect, (200..<300).contains(status), exchange.isRecorded(.method) {
            steps.add("class", tunnelWords, "RFC 9110 §9.3.6")
            return Reasoning(.status, tunnelWords, steps: steps.steps)
        }
        steps.add(
            "class",
            exchange.isCacheMiss ? "504 is a 5xx status: here, the cache could not answer." : classWords(status),
            family.reference.text)
        steps.add("client", circumstance(exchange, status) ?? advice(status, term), term?.spec ?? "RFC 9110 §15")
        if term?.standing == .unregistered {
            steps.add(
                "registry", "\(status) is not a registered status; clients treat it like \(family.general).",
                "RFC 9110 §15")
        }
        // RFC 9110 §15.3.7.2: each part says its own range, and the response none.
        let isMultipart = status == 206 && exchange.responseType?.is("multipart", "byteranges") == true
        for need in isMultipart ? [] : term?.needs ?? [] {
            let field = Bytes(need.field)
            let use = Prose(stringLiteral: need.use)
            let spec = need.reference.text
            if let value = response.fields.values(named: field).first {
                let words: Prose = value.isEmpty ? "\(field) is present, but empty." : "\(field) is \(value)."
                steps.add(need.field, held: !value.isEmpty, words, spec)
            } else if need.isRequired {
                steps.fault(need.field, "\(field) is missing, but \(status) requires it: \(use)", spec)
            } else {
                steps.add(need.field, held: false, "\(field) is missing: \(use)", spec)
            }
        }
        // RFC 9110 §10.2.2 defines it for 201 and redirects only.
        if !(300..<400).contains(status), status >= 200, status != 201, response.fields.contains(.location) {
            steps.add(
                "Location", held: false, "A \(status) with Location is not a redirect: clients do not follow it.",
                "RFC 9110 §10.2.2")
        }
        if let limit = RateLimit(response.fields) {
            let next: Prose =
                limit.wait(at: response.fields.first(.date).flatMap { HTTPDate.parse($0, now: exchange.seconds) })
                .map { "; renewed in \(Quantity.span($0))" } ?? ""
            steps.add(
                "quota", held: limit.remaining > 0, "\(limit.remaining) left of the quota" + next + ".",
                "draft-ietf-httpapi-ratelimit-headers")
        }
        if !response.reason.isEmpty {
            steps.add(
                "reason", "The phrase \(response.reason) is for people; programs must not depend on it.", "RFC 9112 §4")
        }
        return Reasoning(.status, circumstance(exchange, status) ?? advice(status, term), steps: steps.steps)
    }

    /// What a status asks for where the request gives it another meaning; nil where it does not.
    private static func circumstance(_ exchange: FlowRecord, _ status: Int) -> Prose? {
        switch exchange.responseOrigin {
        case .rule?: return "Change the rule, or switch it off, to see what the server answers."
        case .proxy(_, let error)?: return "Ask the proxy why: it says \(error). The server may know nothing of it."
        case .browser?: return "Nothing: the browser changed http to https by itself."
        case .cache?, .serviceWorker?, nil: break
        }
        // RFC 9111 §5.2.1.7.
        if exchange.isCacheMiss {
            return "Send the request without \("only-if-cached") to get a response from the server."
        }
        if status == 412, let words = existence(exchange) { return words }
        if status == 406, exchange.requestHead != nil, acceptsAllTypes(exchange.requestFields) {
            return "The request accepts every media type, so look for another reason, such as a limit of the server."
        }
        // Fetch §4.8.
        if !(200...299).contains(status), CORSRequest.isPreflight(exchange.method, exchange.requestFields) {
            return "The browser sends the request only after a 2xx: answer OPTIONS without credentials, with 204."
        }
        if exchange.method == .head, exchange.isRecorded(.method), [200, 203, 206].contains(status) {
            return exchange.responseHead?.fields.announcedLength == 0
                ? "Use the fields; by Content-Length, a GET would have no content either."
                : "Use the fields; only a GET would have the content."
        }
        if status == 304, exchange.requestHead != nil { return wrongRenewal(exchange) }
        if status == 308, let response = exchange.responseHead,
            Redirect.isResumeIncomplete(response, asked: exchange.requestFields)
        {
            return "Send the rest of the upload."
        }
        // Why not is told with the redirect.
        if [301, 302, 303, 307, 308].contains(status), RedirectReasoning.hasObstacle(exchange) {
            // RFC 3986 §4.4.
            if exchange.responseHead?.fields.first(.location)?.isEmpty == true {
                return "Some clients request the same URL again, others stop."
            }
            return "No HTTP request follows from it."
        }
        return lackingAdvice(status, exchange)
    }

    /// Without Accept, any type will do (RFC 9110 §12.5.1).
    private static func acceptsAllTypes(_ fields: FieldSection) -> Bool {
        let members = fields.list(named: "accept")
        return members.isEmpty
            || Preference.sorted(members).contains { $0.essence.isExactly("*/*") && $0.weight > 0 }
    }

    /// After a 412 to a condition that is only about whether the resource exists (RFC 9110 §13.1.1, §13.1.2).
    private static func existence(_ exchange: FlowRecord) -> Prose? {
        guard let step = ConditionalReasoning.verdict(exchange)?.onlyStep, step.value?.isExactly("*") == true else {
            return nil
        }
        return switch step.number {
        case 1: "The resource does not exist: create it without If-Match."
        case 3: "The resource exists already: fetch it, or replace it with its entity tag in If-Match."
        default: nil
        }
    }

    /// What a 504 means to a request that only a cache may answer (RFC 9111 §5.2.1.7).
    static let cacheMissWords = "The cache has no usable response, and only-if-cached forbids it to ask the server."

    /// Where the advice speaks of a field that does not say it.
    private static func lackingAdvice(_ status: Int, _ exchange: FlowRecord) -> Prose? {
        guard let fields = exchange.responseHead?.fields else { return nil }
        switch status {
        case 429, 503:
            let value = fields.first(named: "retry-after")
            let isUsable = value.map { $0.decimal != nil || HTTPDate.parse($0, now: exchange.seconds) != nil } ?? false
            return isUsable ? nil : "Wait, longer after each attempt: the answer does not say for how long."
        case 401 where !fields.contains(named: "www-authenticate"):
            return "Authenticate, then send the request again; the response does not say with which scheme."
        case 407 where !fields.contains(named: "proxy-authenticate"):
            return
                "Authenticate to the proxy, then send the request again; the response does not say with which scheme."
        // RFC 9110 §10.2.1: an empty list is a list.
        case 405:
            guard fields.contains(named: "allow") else {
                return "Use another method: the response does not say which ones the resource supports."
            }
            return fields.list(named: "allow").isEmpty
                ? "Wait, or use another resource: by the empty Allow, this one supports no method at present." : nil
        default: return nil
        }
    }

    /// A 304 that renews nothing, or nothing that is known (RFC 9110 §15.4.5, RFC 9111 §4.3.4); nil for one that does.
    private static func wrongRenewal(_ exchange: FlowRecord) -> Prose? {
        guard let verdict = ConditionalReasoning.verdict(exchange) else {
            return "The request had no condition: there may be no stored response to use. Send it again."
        }
        if verdict.isForbidden304 {
            return "412 is the correct status here: find out what happened to the request before you repeat it."
        }
        let hasValidator =
            exchange.requestFields.contains(.ifNoneMatch) || exchange.requestFields.contains(named: "if-modified-since")
        guard hasValidator else {
            return "The request did not say what it has stored: there may be nothing to use. Send it again."
        }
        return verdict.isOtherTag ? "Use a stored response only if it has the entity tag of this answer." : nil
    }

    /// What a status says of a HEAD, where its own words speak of content; nil where they do not.
    ///
    /// - Parameters:
    ///   - isAssumed: only the head is here, and nothing says that it answers HEAD.
    ///   - length: what Content-Length says; nil where it says nothing.
    static func headWords(_ words: String, isAssumed: Bool, length: UInt64?) -> Prose? {
        guard
            let term = [200, 203, 206].lazy.compactMap({ Vocabulary.statuses[$0] }).first(where: {
                words.hasSuffix($0.meaning)
            })
        else { return nil }
        let brings = length == 0 ? "no content, by Content-Length" : "content"
        let known = isAssumed ? "The request succeeded." : "The request succeeded; a GET would bring \(brings)."
        return .phrase(String(words.dropLast(term.meaning.count)) + known)
    }

    /// What the client does now.
    private static func advice(_ status: Int, _ term: Term?) -> Prose {
        guard let term else {
            return "\(status) is not registered; a client treats it like \(StatusClass(status).general)."
        }
        let words = Prose(stringLiteral: term.advice.isEmpty ? term.meaning : term.advice)
        // Who else sends this number may mean something else by it.
        return term.standing == .unregistered ? "As used by \(Prose.phrase(term.spec)): " + words : words
    }

    /// Failures that pass (RFC 9110 §15.6, RFC 4918 §11.5): a method or version that is not known stays so.
    private static let mayWorkLater: Set<Int> = [500, 502, 503, 504, 507]

    /// A success of CONNECT.
    static let tunnelWords: Prose = "The tunnel is open: from now on bytes go both ways, and there is no body."

    private static func classWords(_ status: Int) -> Prose {
        switch StatusClass(status) {
        // It ends the conversation in HTTP, so no other answer follows (RFC 9110 §15.2.2).
        case .informational where status == 101:
            "101 is a 1xx status, and the last of this exchange: the connection changes its protocol."
        case .informational: "\(status) is a 1xx status: an interim response; another one follows."
        case .successful: "\(status) is a 2xx status: the server received, understood and accepted the request."
        case .redirection: "\(status) is a 3xx status: the client has to do something more."
        case .clientError:
            "\(status) is a 4xx status: the server finds a fault in the request."
        case .serverError where mayWorkLater.contains(status):
            "\(status) is a 5xx status: the server, or a proxy in front of it, failed; the same request may work later."
        case .serverError: "\(status) is a 5xx status: the server, or a proxy in front of it, failed."
        case .undefined: "\(status) is outside the five classes; clients treat it like a 5xx."
        }
    }
}
