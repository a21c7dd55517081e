import Bytes
import Explain
import Flow
import HTTPModel
import HTTPWire
import TestKit
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
        var story = Story(
            UInt64(index) + 1, openedAt: Instant(nanoseconds: 1_000), opening: .init(wallClock: moment * 1_000_000))
        func tell(_ kind: MessageKind, _ content: Bytes) {
            story.keeps(kind, content)
            story.happen(.messageEnded(kind, wireSize: UInt64(content.count)))
        }
        let (head, content) = split(request)
        if case .requestHead(let head, _)? = TestHead.decoded(head) {
            story.happen(.requestHeadReceived(head, try? BodyFraming.request(head)))
            story.happen(.told(.url(url(head, scheme))))
            tell(.request, content)
            if let response { tellResponse(response, to: head.method) }
        } else {
            Issue.record("no request head: \(request)")
        }
        func tellResponse(_ text: String, to method: Method) {
            guard let (head, content) = responsePart(text, to: method) else {
                Issue.record("no response head: \(text)")
                return
            }
            story.happen(.responseHeadReceived(head, try? BodyFraming.response(head, to: method)))
            tell(.response, content)
        }
        var exchange = story.record
        exchange.index = index
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

    private static func split(_ text: String) -> (head: Bytes, content: Bytes) {
        let bytes = Bytes(text)
        for index in bytes.indices.dropLast() where bytes[index] == 10 && bytes[index + 1] == 10 {
            return (bytes.slice(0..<index), bytes.slice(index + 2..<bytes.count))
        }
        return (bytes, Bytes())
    }

    private static func responsePart(_ text: String, to method: Method) -> (ResponseHead, Bytes)? {
        let (head, content) = split(text)
        switch TestHead.decoded(head, answering: method) {
        case .responseHead(let made, _)?, .interimHead(let made)?: return (made, content)
        default: return nil
        }
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
