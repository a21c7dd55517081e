import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics

/// Puts requests and responses together in the order they came, as a connection does (RFC 9112 §9.2), and fills in what
/// pasted messages do not tell: scheme, host, time. Used once for one input.
struct MessagePairing {
    struct Pair {
        var exchange: RecordedExchange
        /// Places among the messages.
        var request: Int?
        var response: Int?
        var interim: [(place: Int, head: ResponseHead)] = []
        var assumptions: [MessageKind: [Prose]] = [:]
        /// There is a head to go by.
        var isReadable = true
        /// What is known is told by the messages alone; otherwise a recording knows the request without its bytes.
        var isTold = true

        init(exchange: RecordedExchange) {
            self.exchange = exchange
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
            var pair = Pair(exchange: Self.nothing)
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
        var exchange = RecordedExchange(
            index: pairs.count, url: url, request: head, requestContent: message.content, response: nil,
            times: RecordedExchange.Times(requestSent: time(head.fields)))
        exchange.index = pairs.count
        var pair = Pair(exchange: exchange)
        pair.request = place
        if let assumption { pair.assumptions[.request] = [assumption] }
        pairs.append(pair)
    }

    private mutating func takeResponse(_ head: ResponseHead, _ message: ExplainedMessage, _ place: Int) {
        if head.isInterim, head.status != 101 {
            if waiting == pairs.count { addStandIn(for: head) }
            pairs[waiting].interim.append((place, head))
            pairs[waiting].exchange.interim.append(head)
            return
        }
        if waiting == pairs.count { addStandIn(for: head) }
        let moment = time(head.fields)
        pairs[waiting].response = place
        pairs[waiting].exchange.response = head
        pairs[waiting].exchange.responseContent = message.content
        pairs[waiting].exchange.times = RecordedExchange.Times(requestSent: moment, responseReceived: moment)
        if head.fields.contains(.date) {
            pairs[waiting].assumptions[.response, default: []].append(
                "It is taken to have come at the moment that its Date says.")
        }
        waiting += 1
    }

    /// For a response whose request is not there.
    private mutating func addStandIn(for head: ResponseHead) {
        let url = circumstances.url ?? Self.standInURL(head)
        let head = Self.standIn(circumstances.method, url)
        var exchange = RecordedExchange(
            index: pairs.count, url: url, request: head, response: nil,
            times: RecordedExchange.Times(requestSent: circumstances.now))
        exchange.index = pairs.count
        var pair = Pair(exchange: exchange)
        pair.assumptions[.response] = [
            "Its request is not here. It is taken for an answer to \(circumstances.method.name) \(url); what depends on "
                + "the request's own fields is left out."
        ]
        pairs.append(pair)
    }

    // MARK: What is taken for granted

    private func time(_ fields: FieldSection) -> Int64 {
        let seconds = fields.first(.date).flatMap { HTTPDate.parse($0, now: circumstances.now) } ?? circumstances.now
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
        case .origin, .asterisk: break
        }
        let host = head.fields.first(.host) ?? "example.com"
        let scheme = Self.scheme(head, host)
        let path = head.target.form == .asterisk ? Bytes() : target.withoutFragment
        let url = Bytes(Array("\(scheme)://".utf8) + host + path)
        let assumption: Prose =
            head.fields.contains(.host)
            ? "A request does not say its scheme. It is taken for \(scheme); --url says otherwise."
            : "There is no Host. The server is taken for \("example.com"); --url says otherwise."
        return (url, assumption)
    }

    /// By the port, or by what the page says that the request came from.
    private static func scheme(_ head: RequestHead, _ host: Bytes) -> String {
        let secure = Array("https://".utf8) + host.lowercased
        let isSecure =
            host.hasSuffix(":443") || head.version > .http11
            || [head.fields.values(named: "origin").first, head.fields.first(.referer)].contains { value in
                value.map { $0.lowercased.starts(with: secure) } ?? false
            }
        return isSecure ? "https" : "http"
    }

    /// A cookie's Domain is the only thing in a response that names the host it came from.
    private static func standInURL(_ head: ResponseHead) -> Bytes {
        for line in head.fields.lines where line.known == .setCookie {
            if let domain = SetCookie(head.fields.unfoldedValue(of: line)).domain, !domain.isEmpty {
                return Bytes(Array("https://".utf8) + domain + Array("/".utf8))
            }
        }
        return "https://example.com/"
    }

    private static func standIn(_ method: Method, _ url: Bytes) -> RequestHead {
        let raw = Bytes(Array(method.name) + Array(" / HTTP/1.1\r\n\r\n".utf8))
        let target = method.name.count + 1
        return RequestHead(
            method: method,
            target: RequestTarget(form: .origin, range: target..<(target + 1), pathAndQuery: target..<(target + 1)),
            version: .http11, fields: FieldSection(raw: raw, lines: []))
    }

    private static var nothing: RecordedExchange {
        RecordedExchange(
            index: 0, url: Bytes(), request: standIn(.get, Bytes()), response: nil,
            times: RecordedExchange.Times(requestSent: 0))
    }
}

extension Bytes {
    fileprivate var withoutFragment: Bytes {
        firstIndex(of: UInt8(ascii: "#")).map { slice(0..<$0) } ?? self
    }

    fileprivate func hasSuffix(_ end: Bytes) -> Bool {
        count >= end.count && slice((count - end.count)..<count) == end
    }
}

extension RecordedExchange {
    /// Somebody was there with a clock when it happened.
    fileprivate var isTimed: Bool { !times.phases.isEmpty || outcome != nil || connection != nil }
}
