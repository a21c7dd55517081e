import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics
import HTTPWire

/// The exchanges that the messages of a transcript make, and what is known of each. Used once.
struct TranscriptFlows {
    private(set) var flows: [FlowRecord] = []
    private let now: Int64
    /// What the first request asked for, as somebody says.
    private let stated: Bytes?

    init(_ messages: [CurlVerbose.Message], _ failures: [CurlReading.Failure], now: Int64, url: Bytes?) {
        self.now = now
        stated = url
        var failures = failures[...]
        for (index, message) in messages.enumerated() {
            while let failure = failures.first, failure.place <= index { add(failures.removeFirst(), failure.reason) }
            switch message.kind {
            case .request: flows.append(request(message))
            case .response:
                if message.url != nil { flows.append(unasked(message)) }
                guard let last = flows.indices.last else { continue }
                answer(last, message)
            }
            if let reason = message.failure, let last = flows.indices.last { end(last, reason) }
        }
        for failure in failures { add(failure, failure.reason) }
    }

    // MARK: Requests

    private func opened() -> FlowRecord {
        var flow = FlowRecord(id: FlowID(UInt64(flows.count) + 1), openedAt: Instant(nanoseconds: 0))
        flow.index = flows.count
        flow.tell(.opened(.init(wallClock: Self.micro(now))))
        flow.tell(.told(.assumed(.startTime)))
        return flow
    }

    private func request(_ message: CurlVerbose.Message) -> FlowRecord {
        var flow = opened()
        let head = RecordedHead.request(message.head).head
        flow.tell(.requestHeadReceived(head, head.version <= .http11 ? try? BodyFraming.request(head) : nil))
        let url = url(head, message)
        flow.tell(.told(.url(url.bytes)))
        if !url.isKnown { flow.tell(.told(.assumed(.url))) }
        if flows.isEmpty, stated != nil { flow.tell(.told(.stated(.url))) }
        if !url.isKnown, !head.fields.contains(.host) { flow.tell(.told(.assumed(.host))) }
        let length = head.fields.contains(.transferEncoding) ? nil : head.fields.first(.contentLength)?.decimal ?? 0
        if !message.body.isEmpty {
            let size = UInt64(message.body.count)
            flow.tell(.contentReceived(.request, count: message.body.count, bytes: nil))
            let isCut = length.map { $0 > size } ?? false
            flow.tell(.contentKept(.request, .inline(message.body), isTruncated: isCut))
        } else if length == 0 {
            flow.tell(.contentReceived(.request, count: 0, bytes: nil))
            flow.tell(.contentKept(.request, .inline(Bytes()), isTruncated: false))
        }
        return flow
    }

    /// A response whose request was not printed, but its URL.
    private func unasked(_ message: CurlVerbose.Message) -> FlowRecord {
        var flow = opened()
        flow.tell(.told(.url(message.url ?? Bytes())))
        flow.tell(.told(.method(.get)))
        flow.tell(.told(.assumed(.method)))
        return flow
    }

    /// As the client named it, else the target with the Host field's authority (RFC 9112 §3.3); and whether its scheme
    /// is known.
    private func url(_ head: RequestHead, _ message: CurlVerbose.Message) -> (bytes: Bytes, isKnown: Bool) {
        if flows.isEmpty, let stated { return (stated, true) }
        if let url = message.url {
            let reference = URLReference(url)
            return (reference.fragment.map { url.slice(0..<$0.lowerBound - 1) } ?? url, true)
        }
        switch head.target.form {
        case .absolute: return (head.targetBytes, true)
        case .authority: return (Bytes("http://".utf8 + head.targetBytes.array), true)
        case .origin, .asterisk: break
        }
        let host = head.fields.first(.host)
        // What was said of the first request goes for all that ask the same server.
        let first = stated.map { URLReference($0) }
        let isStated =
            host.map { host in
                first.flatMap { $0.bytes($0.authority) }.map { $0.equalsIgnoringCase(host) } ?? false
            } ?? false
        let scheme: [UInt8]
        switch message.scheme {
        case _ where isStated: scheme = first.flatMap { $0.bytes($0.scheme) }?.array ?? Array("http".utf8)
        case .secure: scheme = Array("https".utf8)
        case .plain: scheme = Array("http".utf8)
        case .unknown: scheme = Array(AssumedOrigin.isSecure(head) ? "https".utf8 : "http".utf8)
        }
        let path = head.target.form == .asterisk ? Bytes() : head.targetBytes
        let url = Bytes(scheme + Array("://".utf8) + (host ?? Bytes()).array + path.array)
        return (url, isStated || message.scheme != .unknown && host != nil)
    }

    // MARK: Responses

    private mutating func answer(_ place: Int, _ message: CurlVerbose.Message) {
        guard let head = RecordedHead.response(message.head, to: flows[place].method).head else {
            flows[place].tell(.malformedHeadReceived(.response, message.head))
            return
        }
        if head.isInterim, head.status != 101 { return flows[place].tell(.interimReceived(head)) }
        takeForSecure(place, head)
        // RFC 9111 §4.2.3: what came through a cache was made before it arrived.
        let age = head.fields.first(.age)?.decimal.flatMap { Int64(exactly: $0) } ?? 0
        let date = head.fields.first(.date).flatMap { HTTPDate.parse($0, now: now) }
        let moment = date.map { $0.addingReportingOverflow(age) }
        flows[place].tell(
            .opened(.init(wallClock: Self.micro(moment.map { $0.overflow ? now : $0.partialValue } ?? now))))
        let framing = head.version <= .http11 ? try? BodyFraming.response(head, to: flows[place].method) : nil
        flows[place].tell(.responseHeadReceived(head, framing))
        flows[place].tell(.told(.assumed(.responseTime)))
        let content = content(message, head)
        if let size = content.size {
            flows[place].tell(.contentReceived(.response, count: Int(clamping: size), bytes: nil))
        }
        flows[place].tell(.contentKept(.response, content.kept, isTruncated: content.isTruncated))
        if content.decodedSize != nil {
            flows[place].tell(.contentDecoded(.response, size: content.decodedSize, content: content.decoded))
        }
    }

    /// A guess that the answer corrects.
    private mutating func takeForSecure(_ place: Int, _ head: ResponseHead) {
        let url = flows[place].url
        guard !flows[place].isRecorded(.url), AssumedOrigin.isSecure(head, to: url),
            url.hasPrefix(ignoringCase: "http://"), URLReference(url).port == nil
        else { return }
        flows[place].tell(.told(.url(Bytes(Array("https".utf8) + url.slice(4..<url.count).array))))
    }

    private func content(_ message: CurlVerbose.Message, _ head: ResponseHead) -> FlowRecord.Content {
        let isChunked = head.fields.contains(.transferEncoding)
        let length = isChunked ? nil : head.fields.first(.contentLength)?.decimal
        var content = FlowRecord.Content(size: length)
        let body = isChunked ? unchunked(message) ?? message.body : message.body
        let shown = UInt64(body.count)
        guard shown > 0 else {
            if length == 0 { content.kept = .inline(Bytes()) }
            return content
        }
        // With --compressed it is the decoded content that is shown.
        if let coding = ContentCoding.list(head.fields).last(where: { $0 != .identity }), length != shown,
            coding.isUndone(in: body)
        {
            content.decodedSize = shown
            content.decoded = body
            return content
        }
        content.kept = .inline(body)
        content.isTruncated = length.map { $0 > shown } ?? false
        content.size = length ?? shown
        return content
    }

    /// A trace has the bytes as they came: the content of the chunks; nil when it is no chunks.
    private func unchunked(_ message: CurlVerbose.Message) -> Bytes? {
        var decoder = HTTP1Decoder(role: .response)
        decoder.expectResponse(to: .get)
        let all = message.bytes
        var content: [UInt8] = []
        var position = 0
        do throws(WireError) {
            while true {
                let rest = all.slice(position..<all.count)
                guard let decoded = try rest.withSpan({ span throws(WireError) in try decoder.decode(span) }) else {
                    return nil
                }
                if case .content = decoded.part { content += rest.slice(0..<decoded.consumed) }
                position += decoded.consumed
                if case .end = decoded.part { return Bytes(content) }
            }
        } catch {
            return nil
        }
    }

    // MARK: Failures

    private mutating func end(_ place: Int, _ reason: Bytes) {
        let flow = flows[place]
        guard
            let outcome = CurlFailure.outcome(
                reason, hasRequest: flow.requestHead != nil, hasResponse: flow.responseHead != nil)
        else { return }
        flows[place].tell(.finished(outcome))
    }

    /// A transfer that never got to send a request: all that is known is whom it was for, and why it failed.
    private mutating func add(_ failure: CurlReading.Failure, _ reason: Bytes) {
        guard let outcome = CurlFailure.outcome(reason, hasRequest: false, hasResponse: false) else { return }
        var flow = opened()
        if let url = flows.isEmpty ? stated : nil {
            flow.tell(.told(.url(url)))
            flow.tell(.told(.stated(.url)))
        } else if let server = failure.server {
            let isSecure = failure.isSecure || server.hasEnding(":443")
            // A port that the scheme has by itself is not written.
            let port: StaticString = isSecure ? ":443" : ":80"
            let name = server.hasEnding(port) ? server.slice(0..<server.count - port.utf8CodeUnitCount) : server
            flow.tell(.told(.url(Bytes((isSecure ? "https://" : "http://").utf8 + name.array + [ASCII.slash]))))
            flow.tell(.told(.assumed(.url)))
        }
        flow.tell(.finished(outcome))
        flows.append(flow)
    }

    private static func micro(_ seconds: Int64) -> Int64 {
        let (micro, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        return overflow ? 0 : micro
    }
}

extension FlowRecord {
    /// Nobody was there with a clock, so every event has the same moment.
    fileprivate mutating func tell(_ fact: FlowEvent.Fact) {
        apply(FlowEvent(flow: id, time: openedAt, fact: fact))
    }
}
