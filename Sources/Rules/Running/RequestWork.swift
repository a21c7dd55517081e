import Bytes
import Flow
import HTTPModel
import HTTPSemantics

/// A request's head while the rules that act on it have their turn.
struct RequestWork {
    private var orders = RuleOrders()
    private let values: RuleValues
    private var fields: FieldWork
    private var madeLine: LineWork?
    private let hasBody: Bool
    /// Who changed the request line, in order.
    private var lineActs: [(isOfMethod: Bool, act: RuleAct)] = []

    /// Somebody is told what rules do.
    private let isTold: Bool

    init(_ values: RuleValues, hasBody: Bool, after flags: [HeaderRule], isTold: Bool) {
        self.values = values
        self.hasBody = hasBody
        self.isTold = isTold
        fields = FieldWork(values.record.requestFields, isTold: isTold)
        for flag in flags { fields.apply(flag) }
    }

    /// Few rules look at it.
    private var line: LineWork {
        get { madeLine ?? LineWork(values) }
        set { madeLine = newValue }
    }

    /// What all of them want together.
    func finished() -> RuleOrders {
        var orders = orders
        orders.fields = fields.wishes
        orders.line = madeLine?.wanted
        orders.formless += formlessLine
        return orders
    }

    /// So many rules have their turn.
    mutating func expect(_ count: Int) { fields.expect(count) }

    /// Takes up what a rule wishes of the fields; false where there is no request any more that it could change.
    mutating func wish(_ wish: HeaderRule) -> Bool {
        guard orders.ending == nil else { return false }
        fields.apply(wish)
        return true
    }

    /// Carries a rule out, as far as it is about requests.
    mutating func take(_ ready: RuleBook.Ready, _ run: RuleRun) {
        for step in ready.steps {
            guard let wish = step.plainRequestWish, orders.ending == nil else {
                take(step, ready, run)
                continue
            }
            if fields.apply(wish), isTold, let act = step.usualAct { orders.acts.append(act) }
        }
    }

    private mutating func take(_ step: RuleStep, _ ready: RuleBook.Ready, _ run: RuleRun) {
        let before = (fields.wishes.count, orders.trailers.count)
        let wasOver = orders.ending != nil
        let lineBefore = madeLine
        fields.isRaw = step.isRaw
        if step.isRaw || madeLine != nil { line.isRaw = step.isRaw }
        guard let text = changed(step, ready, run) else { return }
        let act = ready.act(step, text)
        orders.note(act, step, wasOver: wasOver)
        if let line = madeLine {
            let before = lineBefore ?? LineWork(values)
            let told = ready.act(step, RuleOrders.formlessText)
            if line.method != before.method { lineActs.append((true, told)) }
            if line.target != before.target { lineActs.append((false, told)) }
        }
        guard step.isRaw else { return }
        let made = fields.wishes.dropFirst(before.0) + orders.trailers.dropFirst(before.1)
        orders.noteFormless(made, step, ready)
    }

    /// What is told of who wrote the request line, where HTTP/2 has no form for what became of it: known at the end,
    /// as each of them works on what the others left.
    private var formlessLine: [RuleAct] {
        guard let line = madeLine?.wanted, orders.ending == nil else { return [] }
        return lineActs.filter { $0.isOfMethod ? !line.methodHasFormInFrames : !line.targetHasFormInFrames }.map(\.act)
    }

    /// Does what the action does to requests; what to tell of it, nil when it did nothing.
    private mutating func changed(_ step: RuleStep, _ ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        let source = step.source
        // What answers in place of a server leaves no request to be changed.
        let isOver = orders.ending != nil
        switch step.action {
        case .pin:
            orders.remarks.isPinned = true
            return "The flow was pinned."
        case .comment(let comment):
            orders.remarks.comments.append(comment)
            return "The flow got a comment."
        case .tag(let tag):
            orders.remarks.tags.append(tag)
            return "The flow got the tag '\(tag)'."
        case .skipRecord:
            orders.remarks.isSkipped = true
            return "The flow is not written to files."
        case .field(.request, let rule) where !isOver:
            return fields.apply(step.wish ?? rule) ? RuleStep.changedRequest : nil
        case .setCookie(let name, let value) where !isOver:
            return fields.setCookie(name, value, source) ? "The cookie \(name.text) was set." : nil
        case .removeCookie(let name) where !isOver:
            return fields.removeCookie(name, source) ? "The cookie \(name.text) was removed." : nil
        case .setMethod(let method) where !isOver: return setMethod(method, source)
        case .setPath(let path) where !isOver:
            return hasPath && line.setPath(path, source) ? RuleAct.changedPath : nil
        case .setQuery(let name, let value) where !isOver:
            return hasPath && line.setQuery(name, value, source) ? RuleAct.changedQuery : nil
        case .removeQuery(let name) where !isOver:
            return hasPath && line.removeQuery(name, source) ? RuleAct.changedQuery : nil
        case .connectTo(let host, let port) where !isOver:
            orders.way = .connect(host: host, port: port)
            return "Connected to \(host.text), port \(port)."
        case .via(let proxy) where !isOver:
            orders.proxy = proxy
            return "Used the upstream proxy \(proxy)."
        case .mapTo(let url, let keepsHost) where !isOver: return map(url, keepsHost, source, ready, run)
        case .noCache where !isOver:
            let isChanged = fields.remove(["If-None-Match", "If-Modified-Since"], source)
            let isSet = fields.set("Cache-Control", "no-cache", source)
            return fields.set("Pragma", "no-cache", source) || isChanged || isSet
                ? "Caches must revalidate." : nil
        case .noCompression where !isOver:
            return fields.set("Accept-Encoding", "identity", source) ? "Asked for uncompressed content." : nil
        case .noCookies where !isOver: return fields.remove(["Cookie"], source) ? "Removed the cookies." : nil
        case .delay(.request, let time) where !isOver:
            orders.delay += time
            return "The request was delayed \(RuleWords.duration(time))."
        // Told where a connection is made.
        case .delay(.connect, let time) where !isOver:
            orders.connectDelays.append(
                (time, ready.act(step, "The connection was delayed \(RuleWords.duration(time)).")))
            return nil
        case .hold(request: true, _) where !isOver:
            orders.isHeld = true
            orders.isHeldRaw = orders.isHeldRaw || step.isRaw
            return RuleAct.heldRequest
        case .throttle(let rate) where !isOver:
            orders.shape.throttle = rate
            orders.shape.throttledBy = ready.key.text
            return "The transfer rate was limited."
        case .cut(.request, let count) where !isOver:
            orders.shape.cut = min(count, orders.shape.cut ?? .max)
            return "The request is truncated after \(count) bytes."
        case .forceHTTP1 where !isOver:
            orders.forcesHTTP1 = true
            return "Used HTTP/1.1 with the server."
        case .keepNoBody:
            orders.keepsNoBody = true
            return "The contents were not recorded."
        case .setTrailer(.request, let name, let value) where !isOver:
            guard hasBody else { return "There is no content before the trailer \(name.text)." }
            orders.trailers.append(HeaderRule(.set(value: value), name, source: source, isRaw: step.isRaw))
            return "A trailer field was sent after the request body."
        case .allowCORS where !isOver: return answerPreflight(step, ready)
        case .upgradeInsecure where !isOver: return upgrade()
        // What is to be the same in its content, too, is looked for when that is here.
        case .answerFrom(let session, let isStrict) where !isOver && !(isStrict && hasBody):
            let (ending, text) = AnswerWork(values).recorded(session, isStrict: isStrict, content: Bytes(), ready, run)
            orders.ending = ending
            return text
        case .respond, .redirect, .block, .mapFile, .reset, .drop, .badGateway, .failLookUp:
            guard !isOver, let (ending, text) = AnswerWork(values).ending(step, ready, run) else { return nil }
            orders.ending = ending
            return text
        // Of a request that is answered already, of responses, of bodies, of connections, or not carried out.
        case .field, .setCookie, .removeCookie, .setResponseCookie, .removeResponseCookie, .setTrailer, .setMethod,
            .setPath, .setQuery, .removeQuery, .replaceBody, .substitute, .setJSON, .mapTo, .connectTo, .via,
            .answerFrom,
            .delay, .throttle, .stall, .cut, .corrupt, .expiredCertificate, .failTLS, .replaceMessage, .dropMessage,
            .injectMessage, .hold, .noCache, .noCompression, .noCookies,
            .allowCORS, .forceHTTP1, .upgradeInsecure, .noCSP, .tunnel:
            return nil
        }
    }

    /// `*` and authorities have no path (RFC 9112 §3.2).
    private var hasPath: Bool {
        let form = values.record.requestHead?.target.form
        return form == .origin || form == .absolute
    }

    /// The client waits for what its own method means (RFC 9112 §6.3): of HEAD for no content, which can be kept from
    /// it.
    private mutating func setMethod(_ method: Bytes, _ source: String) -> String? {
        guard values.method != "CONNECT" else {
            return "The method is unchanged: the client would not understand the response to \(method.text)."
        }
        return line.setMethod(method, source) ? RuleAct.changedMethod : nil
    }

    private mutating func map(
        _ mapped: MappedURL, _ keepsHost: Bool, _ source: String, _ ready: RuleBook.Ready, _ run: RuleRun
    ) -> String? {
        guard hasPath else { return nil }
        let written = values.text(mapped.template, .url) { run.counting.next(ready.key.acted) }
        let url = URLReference(written)
        guard let authority = url.bytes(url.authority), let (host, port) = MappedURL.server(authority, mapped.isSecure)
        else { return "The URL is unchanged: \(written.text) has no valid host." }
        var path = url.raw.slice(url.path)
        var query = url.bytes(url.query)
        let placed = mapped.template.values
        if !placed.contains(.path), !placed.contains(.query) {
            while path.last == ASCII.slash { path = path.slice(0..<(path.count - 1)) }
            path = Bytes(path.array + line.path.array)
            let parts = [query, line.query].compactMap { $0 }.filter { !$0.isEmpty }
            query = parts.isEmpty ? line.query : Bytes(Array(parts.joined(separator: [ASCII.ampersand])))
        }
        if path.isEmpty { path = "/" }
        if query?.isEmpty == true, line.query == nil { query = nil }
        _ = line.setTarget(path: path, query: query, source)
        orders.way = .server(host: host, port: port, isSecure: mapped.isSecure)
        orders.leavesHost = true
        if !keepsHost { fields.set("Host", authority, source) }
        return "Sent to \(written.text)."
    }

    /// A browser that asks first is answered, whatever the server would say (Fetch §4.8).
    private mutating func answerPreflight(_ step: RuleStep, _ ready: RuleBook.Ready) -> String? {
        guard values.method == "OPTIONS", let origin = fields.values("Origin").first,
            let method = fields.values("Access-Control-Request-Method").first
        else { return nil }
        var lines: [RuleAnswer.Field] = [
            .init(name: "Access-Control-Allow-Origin", value: origin),
            .init(name: "Access-Control-Allow-Credentials", value: "true"),
            .init(name: "Access-Control-Allow-Methods", value: method), .init(name: "Vary", value: "Origin"),
        ]
        if let names = fields.values("Access-Control-Request-Headers").first {
            lines.append(.init(name: "Access-Control-Allow-Headers", value: names))
        }
        orders.ending = .answer(RuleAnswer(status: 204, fields: lines))
        return "The preflight was answered."
    }

    private mutating func upgrade() -> String? {
        guard values.url.hasScheme("http"), values.method != "CONNECT" else { return nil }
        let secure = Bytes(Array("https".utf8) + values.url.raw.dropFirst("http".utf8.count))
        orders.ending = .answer(RuleAnswer(status: 307, fields: [.init(name: "Location", value: secure)]))
        return "Redirected to https."
    }
}
