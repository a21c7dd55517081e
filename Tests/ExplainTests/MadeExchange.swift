import Bytes
import Explain
import Flow
import HTTPModel
import HTTPWire
import Testing

/// Exchanges written as text, for tests of reasonings and notes: lines end with `\n` here and with CRLF on the wire,
/// and what follows the empty line is the content.
enum MadeExchange {
    /// Sun, 06 Nov 1994 08:49:37 GMT, the moment of RFC 9110's examples.
    static let moment: Int64 = 784_111_777

    static func make(
        _ request: String, _ response: String? = nil, index: Int = 0, scheme: String = "http",
        at moment: Int64 = moment,
        change: (inout FlowRecord) -> Void = { _ in }
    ) -> FlowRecord {
        var exchange = FlowRecord(id: FlowID(UInt64(index) + 1), openedAt: Instant(nanoseconds: 1_000))
        exchange.index = index
        func tell(_ fact: FlowEvent.Fact) {
            exchange.apply(FlowEvent(flow: exchange.id, time: exchange.openedAt, fact: fact))
        }
        func tell(_ kind: MessageKind, _ content: Bytes) {
            tell(.contentReceived(kind, count: content.count, bytes: nil))
            tell(.contentKept(kind, .inline(content), isTruncated: false))
            tell(.messageEnded(kind, wireSize: UInt64(content.count)))
        }
        tell(.opened(.init(wallClock: moment * 1_000_000)))
        guard let (requestHead, requestContent) = requestPart(request) else {
            Issue.record("no request head: \(request)")
            return exchange
        }
        tell(.requestHeadReceived(requestHead, try? BodyFraming.request(requestHead)))
        tell(.told(.url(url(requestHead, scheme))))
        tell(.request, requestContent)
        if let response {
            guard let (head, content) = responsePart(response, to: requestHead.method) else {
                Issue.record("no response head: \(response)")
                return exchange
            }
            tell(.responseHeadReceived(head, try? BodyFraming.response(head, to: requestHead.method)))
            tell(.response, content)
        }
        change(&exchange)
        return exchange
    }

    private static func url(_ head: RequestHead, _ scheme: String) -> Bytes {
        if head.target.form == .absolute { return head.targetBytes }
        let host = head.fields.first(.host)?.text ?? "example.com"
        return Bytes(scheme + "://" + host + head.targetBytes.text)
    }

    static func interim(_ text: String) throws -> FlowRecord.Interim {
        FlowRecord.Interim(try #require(responsePart(text + "\n\n", to: .get)).0)
    }

    private static func split(_ text: String) -> (head: [UInt8], content: Bytes) {
        let bytes = Array(text.utf8)
        var end = bytes.count
        for index in bytes.indices.dropLast() where bytes[index] == 10 && bytes[index + 1] == 10 {
            end = index
            break
        }
        let content = end < bytes.count ? Array(bytes[(end + 2)...]) : []
        var head: [UInt8] = []
        for byte in bytes[..<end] {
            if byte == 10 { head.append(13) }
            head.append(byte)
        }
        return (head + [13, 10, 13, 10], Bytes(content))
    }

    private static func requestPart(_ text: String) -> (RequestHead, Bytes)? {
        let (head, bytes) = split(text)
        let decoder = HTTP1Decoder(role: .request)
        guard case .requestHead(let made, _)? = part(Bytes(head), decoder) else { return nil }
        return (made, bytes)
    }

    private static func responsePart(_ text: String, to method: Method) -> (ResponseHead, Bytes)? {
        let (head, bytes) = split(text)
        var decoder = HTTP1Decoder(role: .response)
        decoder.expectResponse(to: method)
        switch part(Bytes(head), decoder) {
        case .responseHead(let made, _)?: return (made, bytes)
        case .interimHead(let made)?: return (made, bytes)
        default: return nil
        }
    }

    private static func part(_ head: Bytes, _ decoder: HTTP1Decoder) -> MessagePart? {
        var decoder = decoder
        return try? head.withSpan { span in try decoder.decode(span)?.part }
    }
}

extension FlowRecord {
    /// It went over these connections.
    mutating func connect(client: UInt64, upstream: UInt64, reused: Bool) {
        opening = FlowEvent.Opening(wallClock: startedAt ?? 0, clientConnection: client)
        self.upstream = FlowEvent.UpstreamLease(
            connection: upstream, address: nil, reused: reused, isLocal: false)
        times.upstreamConnected = openedAt
    }

    /// The phases took so many microseconds.
    mutating func spend(_ phases: [(PhaseTimes.Phase, Int64)]) {
        let phases = Dictionary(uniqueKeysWithValues: phases)
        var time = openedAt
        func after(_ phase: PhaseTimes.Phase) -> Instant {
            time = time.advanced(byMicroseconds: phases[phase] ?? 0)
            return time
        }
        times.upstreamSought = after(.blocked)
        if phases[.dns] != nil { times.nameResolved = after(.dns) }
        times.upstreamConnected = after(.connect)
        if let ssl = phases[.ssl], let connect = phases[.connect] {
            times.transportConnected = times.nameResolved ?? openedAt
            times.transportConnected = times.transportConnected?.advanced(byMicroseconds: connect - ssl)
        }
        times.requestForwarded = after(.send)
        times.requestEnded = time
        times.responseHead = after(.wait)
        times.responseEnded = after(.receive)
        times.latest = time
    }

    /// The request went out so many microseconds before the response came.
    mutating func begin(microsecondsEarlier delay: Int64) {
        opening = FlowEvent.Opening(wallClock: (startedAt ?? 0) - delay)
        times.responseHead = openedAt.advanced(byMicroseconds: delay)
    }
}

extension Reasoning {
    /// The first step of this name.
    func step(_ rule: String) -> Step? { steps.first { $0.rule == rule } }
}
