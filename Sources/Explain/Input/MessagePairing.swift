import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import HTTPWire

/// Puts requests and responses together in the order of arrival, as a connection does (RFC 9112 §9.2), and fills in
/// what pasted messages do not tell: scheme, host, time. Used once for one input.
struct MessagePairing {
    struct Pair {
        var exchange: FlowRecord
        /// Places among the messages.
        var request: Int?
        var response: Int?
        var interim: [(place: Int, head: ResponseHead)] = []
        /// What was assumed of the URL that was asked for.
        var originAssumption: Prose?
        /// What else was assumed, and what of a message is not here.
        var remarks: [MessageKind: [Prose]] = [:]
        /// The scheme of the URL is a guess that the answer may correct.
        var isSchemeGuessed = false
        /// There is a head to go by.
        var isReadable = true
        /// What is known is told by the messages alone; otherwise a recording knows the request without its bytes.
        var isTold = true

        init(exchange: FlowRecord) {
            self.exchange = exchange
        }

        /// There is a URL that was not made up: at most its scheme is a guess.
        var knowsURL: Bool { exchange.provenance(of: .host) != .assumed }

        /// The sentences under the first line of this message.
        func assumptions(of kind: MessageKind) -> [Prose] {
            let isFirst = kind == .request || request == nil
            return (isFirst ? originAssumption.map { [$0] } ?? [] : []) + remarks[kind, default: []]
        }

        /// What is reasoned under this message. Only of what is there: a response alone has no word on its request.
        func topics(of kind: MessageKind) -> [Reasoning.Topic] {
            var left: Set<Reasoning.Topic> = [.framing]
            if !exchange.isTimed { left.formUnion([.timing, .outcome]) }
            switch kind {
            case .request where response == nil: return Reasoning.Topic.allCases.filter { !left.contains($0) }
            case .request: return [.url, .method]
            case .response where request == nil && isTold:
                return [.status, .redirects, .cookies, .caching, .content, .compression, .authentication]
            case .response:
                left.formUnion([.url, .method])
                return Reasoning.Topic.allCases.filter { !left.contains($0) }
            }
        }
    }

    private(set) var pairs: [Pair] = []
    private let circumstances: ExplainedInput.Circumstances
    /// The first pair that waits for its response.
    private var waiting = 0

    init(_ circumstances: ExplainedInput.Circumstances) {
        self.circumstances = circumstances
    }

    mutating func take(_ message: ExplainedMessage, at place: Int) {
        switch message.explanation.head {
        case .request(let head): takeRequest(head, message, place)
        case .response(let head): takeResponse(head, message, place)
        case .unreadable:
            var pair = Pair(exchange: Self.flow(at: 0))
            pair.isReadable = false
            if message.kind == .request { pair.request = place } else { pair.response = place }
            // Nothing waits for it, and it waits for nothing.
            pairs.insert(pair, at: min(waiting, pairs.count))
            waiting += 1
        }
    }

    private mutating func takeRequest(_ head: RequestHead, _ message: ExplainedMessage, _ place: Int) {
        let isFirst = !pairs.contains { $0.request != nil }
        let (url, assumption) = url(of: head, isFirst: isFirst)
        var pair = Pair(exchange: Self.flow(at: pairs.count))
        pair.tell(.opened(.init(wallClock: moment(head.fields, later: 0))))
        pair.tell(.told(.assumed(.startTime)))
        pair.tell(.requestHeadReceived(head, try? BodyFraming.request(head)))
        pair.tell(.told(.url(url)))
        if assumption != nil { pair.tell(.told(.assumed(.url))) }
        if isFirst, circumstances.url != nil { pair.tell(.told(.stated(.url))) }
        if assumption != nil, !head.fields.contains(.host) { pair.tell(.told(.assumed(.host))) }
        pair.tell(message, .request)
        pair.request = place
        pair.originAssumption = assumption
        pair.isSchemeGuessed = assumption != nil
        pairs.append(pair)
    }

    private mutating func takeResponse(_ head: ResponseHead, _ message: ExplainedMessage, _ place: Int) {
        if waiting == pairs.count { addUnasked(head, message) }
        if head.isInterim, head.status != 101 {
            pairs[waiting].interim.append((place, head))
            pairs[waiting].tell(.interimReceived(head))
            return
        }
        if pairs[waiting].isSchemeGuessed, AssumedOrigin.isSecure(head, to: pairs[waiting].exchange.url) {
            takeForSecure(waiting)
        }
        // What came through a cache was made before it arrived (RFC 9111 §4.2.3).
        let age = head.fields.first(.age)?.decimal.flatMap { Int64(exactly: $0) } ?? 0
        pairs[waiting].response = place
        pairs[waiting].tell(.opened(.init(wallClock: moment(head.fields, later: age))))
        let method = pairs[waiting].exchange.method
        pairs[waiting].tell(.responseHeadReceived(head, try? BodyFraming.response(head, to: method)))
        pairs[waiting].tell(.told(.assumed(.startTime)))
        pairs[waiting].tell(.told(.assumed(.responseTime)))
        pairs[waiting].tell(message, .response)
        if head.fields.contains(.date) {
            pairs[waiting].remarks[.response, default: []].append(
                age > 0
                    ? "Hark assumes that it arrived at the time given by Date and Age."
                    : "Hark assumes that it arrived at the time in Date.")
        }
        waiting += 1
    }

    private mutating func takeForSecure(_ place: Int) {
        let url = pairs[place].exchange.url
        guard url.hasPrefix(ignoringCase: "http://"), URLReference(url).port == nil else { return }
        pairs[place].tell(.told(.url(Bytes(Array("https".utf8) + url.slice(4..<url.count).array))))
        pairs[place].originAssumption =
            """
            A request does not state its scheme. Hark assumes https because the response requires TLS; to change it, \
            use --url.
            """
    }

    /// For a response whose request is not there.
    private mutating func addUnasked(_ head: ResponseHead, _ message: ExplainedMessage) {
        let followed = redirectBefore()
        let url = followed ?? circumstances.url ?? Self.likelyURL(head)
        let method = circumstances.method ?? message.explanation.answered ?? .get
        var pair = Pair(exchange: Self.flow(at: pairs.count))
        pair.tell(.opened(.init(wallClock: micro(circumstances.now))))
        pair.tell(.told(.assumed(.startTime)))
        pair.tell(.told(.method(method)))
        pair.tell(.told(circumstances.method == nil ? .assumed(.method) : .stated(.method)))
        pair.tell(.told(.url(url)))
        if followed != nil || circumstances.url == nil { pair.tell(.told(.assumed(.url))) }
        if followed == nil, circumstances.url != nil {
            pair.tell(.told(.stated(.url)))
            pair.tell(.told(.stated(.host)))
        }
        // Where a redirect leads is no name that was made up.
        if followed == nil, circumstances.url == nil { pair.tell(.told(.assumed(.host))) }
        let asked: Prose =
            if followed != nil {
                "Hark assumes \(method.name) \(url), the target of the redirect before it,"
            } else if circumstances.url != nil, circumstances.method != nil {
                "It is stated to be \(method.name) \(url). Hark"
            } else if circumstances.url != nil {
                "Hark assumes \(method.name) \(url),"
            } else {
                "Hark assumes \(method.name), does not know the URL (set it with --url),"
            }
        pair.originAssumption =
            "The request is missing. " + asked
            + (circumstances.url != nil && circumstances.method != nil && followed == nil ? " " : " and ")
            + "skips what depends on the request's fields."
        pairs.append(pair)
    }

    /// Where the response before this one leads, when its request is missing too: `curl -L` prints one after another.
    private func redirectBefore() -> Bytes? {
        guard let last = pairs.last, last.request == nil, let redirect = last.exchange.redirect else { return nil }
        let isKnown = last.exchange.isRecorded(.host) || URLReference(redirect.location).scheme != nil
        return isKnown ? redirect.target.raw : nil
    }

    // MARK: What is taken for granted

    /// When a message was made, by its Date, else now; and so many seconds after that. In microseconds since 1970.
    private func moment(_ fields: FieldSection, later seconds: Int64) -> Int64 {
        guard let date = fields.first(.date).flatMap({ HTTPDate.parse($0, now: circumstances.now) }) else {
            return micro(circumstances.now)
        }
        let (moment, overflow) = date.addingReportingOverflow(seconds)
        return micro(overflow ? date : moment)
    }

    private func micro(_ seconds: Int64) -> Int64 {
        let (micro, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        return overflow ? 0 : micro
    }

    /// The absolute URL of a request (RFC 9112 §3.3), and what was assumed about it.
    private func url(of head: RequestHead, isFirst: Bool) -> (Bytes, Prose?) {
        if isFirst, let url = circumstances.url { return (url, nil) }
        let target = head.targetBytes
        switch head.target.form {
        case .absolute: return (target.withoutFragment, nil)
        case .authority: return (Bytes(Array("http://".utf8) + target), nil)
        // What is no legal target (RFC 9112 §3.2) may name its server by itself; nothing is put before it.
        case .origin where target.first != ASCII.slash:
            return (target.contains(ASCII.colon) ? target.withoutFragment : Bytes(), nil)
        case .origin, .asterisk: break
        }
        let host = head.fields.first(.host) ?? "example.com"
        // What was said of the first request goes for all that ask the same server.
        if let stated = circumstances.url.map({ URLReference($0) }), let scheme = stated.bytes(stated.scheme),
            let authority = stated.bytes(stated.authority), authority.equalsIgnoringCase(host)
        {
            return (Bytes(scheme.array + Array("://".utf8) + host + target.withoutFragment), nil)
        }
        let scheme = AssumedOrigin.isSecure(head) ? "https" : "http"
        let path = head.target.form == .asterisk ? Bytes() : target.withoutFragment
        let url = Bytes(Array("\(scheme)://".utf8) + host + path)
        let assumption: Prose =
            head.fields.contains(.host)
            ? AssumedOrigin.remark(url)
            : "There is no Host field, so the server is unknown. Name it with --url."
        return (url, assumption)
    }

    /// A cookie's Domain is the only thing in a response that names the host it came from.
    private static func likelyURL(_ head: ResponseHead) -> Bytes {
        for line in head.fields.lines where line.known == .setCookie {
            if let domain = SetCookie(head.fields.unfoldedValue(of: line)).domain, !domain.isEmpty {
                return Bytes(Array("https://".utf8) + domain + Array("/".utf8))
            }
        }
        return "https://example.com/"
    }

    /// One of which nothing is known yet.
    private static func flow(at index: Int) -> FlowRecord {
        var flow = FlowRecord(id: FlowID(UInt64(index) + 1), openedAt: Instant(nanoseconds: 0))
        flow.index = index
        return flow
    }
}

extension Bytes {
    fileprivate var withoutFragment: Bytes {
        firstIndex(of: UInt8(ascii: "#")).map { slice(0..<$0) } ?? self
    }
}

extension MessagePairing.Pair {
    /// Nobody was there with a clock, so every event has the same moment.
    fileprivate mutating func tell(_ fact: FlowEvent.Fact) {
        exchange.apply(FlowEvent(flow: exchange.id, time: exchange.openedAt, fact: fact))
    }

    /// What came behind a head.
    fileprivate mutating func tell(_ message: ExplainedMessage, _ kind: MessageKind) {
        let content = message.content
        tell(.contentKept(kind, content.kept, isTruncated: content.isTruncated))
        if let size = content.size { tell(.contentReceived(kind, count: Int(clamping: size), bytes: nil)) }
        if let decoded = content.decoded {
            tell(.contentDecoded(kind, size: content.decodedSize, content: decoded))
        }
        // Nobody counted what travelled: a header says it, or what is shown.
        if message.bodyForm != .wire { tell(.told(.assumed(kind == .request ? .requestSize : .responseSize))) }
        tell(
            .messageEnded(
                kind, wireSize: content.isTruncated || message.bodyForm != .wire ? nil : message.wireSize))
        remarks[kind, default: []] += message.bodyRemarks
    }
}

extension FlowRecord {
    /// Somebody was there with a clock when it happened.
    fileprivate var isTimed: Bool { !phases.isEmpty || outcome != nil || connection != nil }
}
