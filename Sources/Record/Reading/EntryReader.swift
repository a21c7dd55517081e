import Bytes
import Explain
import HTTPModel
import HTTPSemantics

/// Turns one entry's tree into a `RecordedEntry`. What has the wrong type or cannot be is told and left out; the rest is
/// read. Made for one entry; `log` goes in and comes back.
struct EntryReader {
    let file: Bytes
    let index: Int
    var log: DamageLog

    /// Nil when the value is no entry at all.
    mutating func read(_ node: JSONNode) -> RecordedEntry? {
        guard case .object = node.value else {
            log.add(node.offset, "An entry should stand here, and this is \(node.kind).", "It was left out.")
            return nil
        }
        let request = object(node, "request")
        let response = object(node, "response")
        guard request != nil || response != nil else {
            log.add(node.offset, "This entry has neither a request nor a response.", "It was left out.")
            return nil
        }
        if request == nil {
            log.add(node.offset, "This entry has no request.", "Its response was read.")
        }
        var evidence = (request: RecordedEntry.Evidence(), response: RecordedEntry.Evidence())
        let url = Self.withoutFragment(string(request, "url") ?? Bytes())
        let requestHead = self.requestHead(request, url, &evidence.request)
        let responseHead = self.responseHead(response, to: requestHead.method, &evidence.response)
        var times = RecordedExchange.Times(requestSent: started(node))
        readTimings(node, &times, hasResponse: responseHead != nil)
        var exchange = RecordedExchange(
            index: index, url: url, request: requestHead, response: responseHead, times: times)
        exchange.requestContent = requestContent(request, requestHead, &evidence.request)
        exchange.responseContent = responseContent(response, responseHead, requestHead.method, &evidence.response)
        exchange.interim = interim(response)
        exchange.connection = connection(node)
        exchange.outcome = outcome(node)
        exchange.changes = changes(node)
        readEvidence(request, &evidence.request)
        readEvidence(response, &evidence.response)
        var entry = RecordedEntry(exchange: exchange, offset: node.offset)
        entry.id = integer(node, "_id").flatMap { UInt64(exactly: $0) }
        entry.request = evidence.request
        entry.response = evidence.response
        return entry
    }

    private static func withoutFragment(_ url: Bytes) -> Bytes {
        URLReference(url).fragment.map { url.slice(0..<$0.lowerBound - 1) } ?? url
    }

    // MARK: Times and connection

    private mutating func started(_ node: JSONNode) -> Int64 {
        let text = string(node, "startedDateTime")
        if let time = text.flatMap(RecordedTime.parse) { return time }
        let place = node.member("startedDateTime", in: file)?.offset ?? node.offset
        log.add(place, "startedDateTime is no date and time.", "The entry counts as begun at 1970-01-01T00:00:00Z.")
        return 0
    }

    private mutating func readTimings(_ node: JSONNode, _ times: inout RecordedExchange.Times, hasResponse: Bool) {
        guard let timings = object(node, "timings") else { return }
        var untilResponse: Int64 = 0
        var connect: Int64 = 0
        for phase in RecordedExchange.Times.Phase.allCases {
            guard let duration = duration(timings, phase) else { continue }
            times.phases.append((phase, duration))
            switch phase {
            case .blocked, .dns, .send, .wait: untilResponse += duration
            case .connect: connect = duration
            // HAR 1.2: connect includes ssl. Where it is the shorter one, its writer counted them apart.
            case .ssl: connect = duration > connect ? connect + duration : connect
            case .receive: break
            }
        }
        if hasResponse, !times.phases.isEmpty {
            times.responseReceived = times.requestSent + untilResponse + connect
        }
    }

    /// Microseconds of a phase; nil when it was not measured (-1 in HAR). A day-long phase is real, a million years is not.
    private mutating func duration(_ timings: JSONNode, _ phase: RecordedExchange.Times.Phase) -> Int64? {
        guard let node = timings.member(phase.name, in: file), !node.isNull else { return nil }
        guard let value = node.double(in: file), value < 1e12 else {
            log.add(node.offset, "The time of \(phase.rawValue) is no number of milliseconds.", "It was left out.")
            return nil
        }
        return value < 0 ? nil : Int64((value * 1000).rounded())
    }

    private mutating func connection(_ node: JSONNode) -> RecordedExchange.Connection? {
        guard let connection = object(node, "_connection") else { return nil }
        let client = integer(connection, "client").flatMap { UInt64(exactly: $0) }
        let upstream = integer(connection, "upstream").flatMap { UInt64(exactly: $0) }
        let reused = connection.member("reused", in: file)?.boolean ?? false
        return RecordedExchange.Connection(client: client, upstream: upstream, reused: reused)
    }

    // MARK: Members

    mutating func object(_ parent: JSONNode?, _ name: StaticString) -> JSONNode? {
        guard let node = parent?.member(name, in: file), !node.isNull else { return nil }
        if case .object = node.value { return node }
        wrong(node, name, "an object")
        return nil
    }

    mutating func array(_ parent: JSONNode?, _ name: StaticString) -> [JSONNode]? {
        guard let node = parent?.member(name, in: file), !node.isNull else { return nil }
        if let elements = node.elements { return elements }
        wrong(node, name, "an array")
        return nil
    }

    mutating func string(_ parent: JSONNode?, _ name: StaticString) -> Bytes? {
        guard let node = parent?.member(name, in: file), !node.isNull else { return nil }
        if let text = node.string(in: file) { return text }
        wrong(node, name, "a string")
        return nil
    }

    mutating func integer(_ parent: JSONNode?, _ name: StaticString) -> Int64? {
        guard let node = parent?.member(name, in: file), !node.isNull else { return nil }
        if let value = node.integer(in: file) { return value }
        if let value = node.string(in: file)?.decimal.flatMap({ Int64(exactly: $0) }) {
            log.add(node.offset, "\(name) is a string and should be a number.", "Its digits were read.")
            return value
        }
        wrong(node, name, "a whole number")
        return nil
    }

    /// A size; nil when it is unknown (-1 in HAR).
    mutating func size(_ parent: JSONNode?, _ name: StaticString) -> UInt64? {
        integer(parent, name).flatMap { UInt64(exactly: $0) }
    }

    func isTrue(_ parent: JSONNode?, _ name: StaticString) -> Bool {
        parent?.member(name, in: file)?.boolean == true
    }

    /// A string's bytes, decoded from base64.
    mutating func base64(_ parent: JSONNode?, _ name: StaticString) -> Bytes? {
        guard let text = string(parent, name) else { return nil }
        if let bytes = decodeBase64(text) { return bytes }
        log.add(parent?.member(name, in: file)?.offset ?? 0, "\(name) is not base64.", "It was left out.")
        return nil
    }

    /// Some recorders break base64 into lines.
    func decodeBase64(_ text: Bytes) -> Bytes? {
        if let bytes = Base64.decode(text) { return Bytes(bytes) }
        return Base64.decode(Bytes(text.filter { $0 > 0x20 })).map { Bytes($0) }
    }

    private mutating func wrong(_ node: JSONNode, _ name: StaticString, _ expected: String) {
        log.add(node.offset, "\(name) is \(node.kind) and should be \(expected).", "It was left out.")
    }
}

extension RecordedExchange.Times.Phase {
    fileprivate var name: StaticString {
        switch self {
        case .blocked: "blocked"
        case .dns: "dns"
        case .connect: "connect"
        case .ssl: "ssl"
        case .send: "send"
        case .wait: "wait"
        case .receive: "receive"
        }
    }
}
