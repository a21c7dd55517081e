import Bytes
import Filter
import Flow
import HTTPModel

/// A response's head while the rules that act on it have their turn.
struct ResponseWork {
    private var orders = RuleOrders()
    private let values: RuleValues
    private var fields: FieldWork

    private let hasBody: Bool
    /// It is an answer in the place of a server that was not asked: what bears on any response is told only now.
    private let isUnasked: Bool

    init(_ section: FieldSection, _ values: RuleValues, hasBody: Bool, after flags: [HeaderRule], isTold: Bool) {
        self.values = values
        self.hasBody = hasBody
        isUnasked = false
        fields = FieldWork(section, isTold: isTold)
        for flag in flags { fields.apply(flag) }
    }

    /// Of an answer of a rule's own.
    init(_ lines: [(name: Bytes, value: Bytes)], _ values: RuleValues, isUnasked: Bool) {
        self.values = values
        self.isUnasked = isUnasked
        hasBody = false
        fields = FieldWork(lines)
    }

    /// What all of them want together.
    func finished() -> RuleOrders {
        var orders = orders
        orders.fields = fields.wishes
        return orders
    }

    /// The lines as they stand now.
    mutating func lines() -> [(name: Bytes, value: Bytes)] { fields.all() }

    mutating func take(_ step: RuleStep, _ ready: RuleBook.Ready, _ run: RuleRun) {
        let before = (fields.wishes.count, orders.trailers.count)
        let wasOver = orders.ending != nil
        if wasOver, !step.action.outlastsAnswer { return }
        fields.isRaw = step.isRaw
        guard let text = changed(step, ready, run) else { return }
        let act = ready.act(step, text)
        orders.note(act, step, wasOver: wasOver)
        guard step.isRaw else { return }
        let made = fields.wishes.dropFirst(before.0) + orders.trailers.dropFirst(before.1)
        orders.noteFormless(made, step, ready)
    }

    private mutating func changed(_ step: RuleStep, _ ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        let source = step.source
        // Decided by the response itself, it is done now; what the request decided was done before.
        let isLate = ready.stage == .response
        switch step.action {
        case .pin where isLate:
            orders.remarks.isPinned = true
            return "The flow was pinned."
        case .comment(let comment) where isLate:
            orders.remarks.comments.append(comment)
            return "The flow got a comment."
        case .tag(let tag) where isLate:
            orders.remarks.tags.append(tag)
            return "The flow got the tag '\(tag)'."
        case .skipRecord where isLate:
            orders.remarks.isSkipped = true
            return "The flow is not written to files."
        case .field(.response, let rule):
            return fields.apply(step.wish ?? rule) ? RuleStep.changedResponse : nil
        case .setResponseCookie(let name, let value):
            return fields.setResponseCookie(name, value, source) ? "The cookie \(name.text) was set." : nil
        case .removeResponseCookie(let name):
            return fields.removeResponseCookie(name, source) ? "The cookie \(name.text) was removed." : nil
        case .setTrailer(.response, let name, let value):
            guard hasBody else { return "There is no content before the trailer \(name.text)." }
            let isOld = values.record.requestHead.map { $0.version < .http11 } ?? false
            // RFC 9112 §7: it has no chunks.
            guard !isOld else { return "The client uses HTTP/1.0, which has no trailers." }
            orders.trailers.append(HeaderRule(.set(value: value), name, source: source, isRaw: step.isRaw))
            return "A trailer field was sent after the response body."
        case .noCache:
            let isChanged = fields.remove(["ETag", "Last-Modified", "Expires", "Age"], source)
            return fields.set("Cache-Control", "no-cache, no-store", source) || isChanged
                ? "The client must not store the response." : nil
        case .noCookies: return fields.remove(["Set-Cookie"], source) ? "Removed the cookies." : nil
        case .noCSP:
            let names: [Bytes] = ["Content-Security-Policy", "Content-Security-Policy-Report-Only"]
            return fields.remove(names, source) ? "Removed the content security policy." : nil
        case .allowCORS: return allowCORS(values, source)
        case .delay(.response, let time):
            orders.delay += time
            return "The response was delayed \(RuleWords.duration(time))."
        case .delay(.eachChunk, let time):
            orders.shape.eachChunk += time
            return "Each part is delayed \(RuleWords.duration(time))."
        case .hold(_, response: true):
            orders.isHeld = true
            orders.isHeldRaw = orders.isHeldRaw || step.isRaw
            return RuleAct.heldResponse
        case .throttle(let rate):
            orders.shape.throttle = rate
            orders.shape.throttledBy = ready.key.text
            return isLate || isUnasked ? "The transfer rate was limited." : nil
        case .stall(let count):
            orders.shape.stall = min(count, orders.shape.stall ?? .max)
            return "The response stalls after \(count) bytes."
        case .cut(.response, let count):
            orders.shape.cut = min(count, orders.shape.cut ?? .max)
            return "The response is truncated after \(count) bytes."
        case .corrupt(let count):
            let number = run.counting.next(ready.key.acted)
            var chance = Chance(seed: run.seed, ready.key.hash, number)
            orders.shape.corrupt = (count, chance.next())
            return "The number of changed bytes: \(count)."
        case .respond, .redirect, .block, .reset, .drop, .badGateway:
            guard isLate, orders.ending == nil, let (ending, text) = AnswerWork(values).ending(step, ready, run)
            else { return nil }
            orders.ending = ending
            return text
        // Of requests, of bodies, or not carried out.
        case .pin, .comment, .tag, .skipRecord, .field, .setCookie, .removeCookie, .setTrailer, .setMethod, .setPath,
            .setQuery, .removeQuery, .replaceBody, .substitute, .setJSON, .mapTo, .mapFile, .connectTo, .via,
            .answerFrom, .delay, .cut, .expiredCertificate, .failLookUp, .failTLS, .replaceMessage, .dropMessage,
            .injectMessage, .hold, .noCompression, .forceHTTP1,
            .upgradeInsecure, .keepNoBody, .tunnel:
            return nil
        }
    }

    /// Fetch §3.2: with credentials the origin has to be named.
    private mutating func allowCORS(_ values: RuleValues, _ source: String) -> String? {
        let origin = values.record.requestHead?.fields.values(named: "Origin").first
        var isChanged = fields.set("Access-Control-Allow-Origin", origin ?? "*", source)
        if origin != nil {
            isChanged = fields.set("Access-Control-Allow-Credentials", "true", source) || isChanged
            let varies = fields.values("Vary").contains { $0.lowercased.contains("origin", foldsCase: false) }
            if !varies { isChanged = fields.add("Vary", "Origin", source) || isChanged }
        } else {
            isChanged = fields.set("Access-Control-Expose-Headers", "*", source) || isChanged
        }
        return isChanged ? "Pages of any origin can read the response." : nil
    }
}
