import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics
import HTTPWire
import Messages

/// Turns one entry's tree into the events of a flow. What has the wrong type or cannot be is told and left out; the
/// rest is read. Made for one entry; `log` goes in and comes back.
struct EntryReader {
    let file: Bytes
    let index: Int
    var log: DamageLog
    /// Gives what stands in a file of its own beside this one.
    var attachments: RecordingReader.Attachments = { _ in nil }
    /// A content was found there.
    var hasFiles = false

    /// What is known of one message besides its head.
    struct Evidence {
        /// The head is the bytes that were on the wire, not made from a list of headers.
        var isHeadExact = false
        /// What came instead of a head, when it could not be understood.
        var malformedHead: Bytes?
        /// What was understood of that.
        var refused: RefusedRequest?
        /// The head as it was forwarded.
        var sent: Bytes?
        /// The field block that the head came in.
        var block: HeadBlock?
        /// The field block that it went on in.
        var sentBlock: Bytes?
    }

    /// Nil when the value is no entry at all.
    mutating func read(_ node: JSONNode) -> FlowRecord? {
        guard let events = events(node) else { return nil }
        var flow = FlowRecord(events, run: string(node, "_run").flatMap { RunID(hexadecimal: $0) })
        flow?.index = index
        flow?.remarks = remarks(node)
        if let start = flow?.openedAt { flow?.ruleActs = rules(node, since: start) }
        if let original = object(node, "_repeats"),
            let number = integer(original, "_id").flatMap({ UInt64(exactly: $0) })
        {
            flow?.repeats = RepeatedFlow(
                FlowID(number), run: string(original, "_run").flatMap { RunID(hexadecimal: $0) })
        }
        if let omitted = size(object(node, "response"), "_interimOmitted") {
            flow?.interimOmitted = Int(clamping: omitted)
        }
        // Of which message they were is not told.
        if let omitted = size(node, "_quirksOmitted") { flow?.response.quirksOmitted = Int(clamping: omitted) }
        return flow
    }

    /// Nil when the value is no entry at all.
    mutating func events(_ node: JSONNode) -> [FlowEvent]? {
        guard case .object = node.value else {
            log.add(
                node.offset, "An entry was expected here, but this is \(node.kind).", "It was left out.",
                losesFlows: true)
            return nil
        }
        let request = object(node, "request")
        let response = object(node, "response")
        guard request != nil || response != nil else {
            log.add(
                node.offset, "This entry has neither a request nor a response.", "It was left out.", losesFlows: true)
            return nil
        }
        if request == nil {
            log.add(node.offset, "This entry has no request.", "Only its response was read.")
        }
        var events = ReadEvents(number(node))
        opened(node, &events)
        let url = Self.withoutFragment(string(request, "url") ?? Bytes())
        redacted(node, &events)
        var evidence = (request: Evidence(), response: Evidence())
        let outcome = outcome(node)
        let isRefused = outcome?.code == .malformedRequest
        let requestHead = self.requestHead(request, url, isRefused: isRefused, &evidence.request)
        let method = requestHead?.method ?? .get
        let responseHead = self.responseHead(response, to: method, &evidence.response)
        // Hark itself writes it where no request was understood, as HAR wants some URL.
        let isNone = url == "about:blank" && requestHead == nil && !isForeign(node)
        if !url.isEmpty, !isNone, evidence.request.malformedHead == nil { events.at(0, .told(.url(url))) }
        let lease = lease(node)
        let clock = EntryClock(phases(node), isLeased: lease != nil, hasResponse: responseHead != nil)
        if let changes = changes(node), !changes.isEmpty { events.at(0, .told(.changes(changes))) }

        head(requestHead, evidence.request, &events)
        let isForeign = isForeign(node)
        events.content(requestContent(request, requestHead, isForeign: isForeign), of: .request, at: 0)
        body(request, .request, since: 0, &events)
        let origin = ResponseOrigin(node, in: file) ?? response.flatMap { ResponseOrigin($0, in: file) }
        if origin == nil { connects(node, clock, lease, URLReference(url), &events) }
        // RFC 9112 §6.3: how a response ends depends on the method it answers.
        let wasForwarded = evidence.request.sent != nil || clock.isForeign && (responseHead != nil || clock.wasSent)
        if clock.isMeasured, wasForwarded {
            events.at(clock.sent, .requestForwarded(sent: evidence.request.sent, edits: []))
        } else if let sent = evidence.request.sent {
            events.at(clock.sent, .requestForwarded(sent: sent, edits: []))
        }
        let requestSize = size(request, "_wireSize")
        if requestSize != nil || clock.isForeign && clock.isMeasured && wasForwarded {
            events.at(clock.sent, .messageEnded(.request, wireSize: requestSize))
        }
        for (place, interim) in interim(response).enumerated() {
            events.at(clock.answered, .interimReceived(interim.head))
            if let sent = interim.sent {
                events.at(clock.answered, .interimForwarded(index: place, sent: sent, edits: []))
            }
        }
        head(responseHead, to: method, evidence.response, clock, &events)
        let content = responseContent(
            response, responseHead, method, evidence.response, isForeign: isForeign, from: origin)
        events.content(content, of: .response, at: clock.answered)
        body(response, .response, since: clock.answered, &events)
        let responseSize = size(response, "_wireSize")
        if responseSize != nil || clock.isForeign && clock.isMeasured && responseHead != nil {
            events.at(clock.ended, .messageEnded(.response, wireSize: responseSize))
        }
        stream(node, "client", request, .request, evidence.request, &events)
        stream(node, "upstream", response, .response, evidence.response, &events)
        tls(node, clock, &events)
        quirks(node, requestHead, responseHead, &events)
        tunnel(node, clock, &events)
        innerMessages(node, &events)
        if let outcome { events.at(clock.ended, .finished(outcome)) }
        return events.inOrder
    }

    /// Its own, or else its place among the entries.
    mutating func number(_ node: JSONNode) -> FlowID {
        FlowID(integer(node, "_id").flatMap { UInt64(exactly: $0) } ?? UInt64(index) + 1)
    }

    private static func withoutFragment(_ url: Bytes) -> Bytes {
        URLReference(url).fragment.map { url.slice(0..<$0.lowerBound - 1) } ?? url
    }

    // MARK: Heads

    private func head(_ head: RequestHead?, _ evidence: Evidence, _ events: inout ReadEvents) {
        if let malformed = evidence.malformedHead { events.at(0, .malformedHeadReceived(.request, malformed)) }
        if let refused = evidence.refused { events.at(0, .requestLineRead(refused)) }
        guard let head else { return }
        let isTextual = head.version <= .http11
        events.at(0, .requestHeadReceived(head, isTextual ? try? BodyFraming.request(head) : nil))
        if !evidence.isHeadExact { events.at(0, .told(.assumed(.requestBytes))) }
    }

    private func head(
        _ head: ResponseHead?, to method: Method, _ evidence: Evidence, _ clock: EntryClock, _ events: inout ReadEvents
    ) {
        if let malformed = evidence.malformedHead {
            events.at(clock.answered, .malformedHeadReceived(.response, malformed))
        }
        if let head {
            let isTextual = head.version <= .http11
            let framing = isTextual ? try? BodyFraming.response(head, to: method) : nil
            events.at(clock.answered, .responseHeadReceived(head, framing))
            if !evidence.isHeadExact { events.at(clock.answered, .told(.assumed(.responseBytes))) }
            if !clock.isMeasured { events.at(clock.answered, .told(.assumed(.responseTime))) }
            // A status is all that is told: no server sends a response without any field.
            if clock.isForeign, !evidence.isHeadExact, head.fields.lines.isEmpty {
                events.at(clock.answered, .told(.assumed(.response)))
            }
        }
        if let sent = evidence.sent { events.at(clock.answered, .responseForwarded(sent: sent, edits: [])) }
    }

    // MARK: Times and connection

    private mutating func opened(_ node: JSONNode, _ events: inout ReadEvents) {
        var wallClock: Int64?
        if let text = string(node, "startedDateTime") { wallClock = RecordedTime.parse(text) }
        if wallClock == nil {
            let place = node.member("startedDateTime", in: file)?.offset ?? node.offset
            log.add(
                place, "startedDateTime is not a date and time.", "Hark uses 1970-01-01T00:00:00Z as the start.")
        }
        let connection = object(node, "_connection")
        events.at(
            0,
            .opened(
                FlowEvent.Opening(
                    wallClock: wallClock ?? 0, client: string(connection, "clientAddress")?.text,
                    listener: string(connection, "listener")?.text,
                    clientConnection: size(connection, "client"), requestNumber: size(connection, "requestNumber"))))
        // The beginning of 1970 is what stands where nobody knows, as HAR wants some date.
        if wallClock ?? 0 == 0 { events.at(0, .told(.assumed(.startTime))) }
        if isTrue(connection, "retried") { events.at(0, .retried) }
    }

    private mutating func phases(_ node: JSONNode) -> EntryClock.Phases {
        let isForeign = isForeign(node)
        var phases = EntryClock.Phases(isForeign: isForeign)
        guard let timings = object(node, "timings") else { return phases }
        for phase in PhaseTimes.Phase.allCases { phases[phase] = duration(timings, phase) }
        guard isForeign else { return phases }
        // Nothing takes no time at all: zeros in every phase are how a HAR says that nobody had a clock.
        if PhaseTimes.Phase.allCases.allSatisfy({ phases[$0] ?? 0 == 0 }) {
            return EntryClock.Phases(isForeign: true)
        }
        // HAR 1.2: connect includes ssl. Where the sum of all is the time of the entry, its writer counted them apart.
        if let ssl = phases[.ssl], let connect = phases[.connect], ssl > 0, ssl <= connect,
            let told = node.member("time", in: file)?.double(in: file), told < 1e12
        {
            let sum = PhaseTimes.Phase.allCases.filter { $0 != .ssl }.reduce(0) { $0 + Double(phases[$1] ?? 0) } / 1000
            let apart = sum + Double(ssl) / 1000
            if abs(told - apart) < 1, abs(told - sum) > 1 { phases[.connect] = connect + ssl }
        }
        return phases
    }

    /// Not written by Hark, or not of what Hark itself saw.
    func isForeign(_ node: JSONNode) -> Bool {
        guard let connection = node.member("_connection", in: file) else { return true }
        // What was imported knows its client's address, and neither a run nor a connection of Hark's.
        return node.member("_run", in: file) == nil && connection.member("client", in: file)?.integer(in: file) == 0
            && connection.member("upstream", in: file)?.isNull != false
    }

    /// Microseconds of a phase; nil when it was not measured (-1 in HAR). A day-long phase is real, a million years is
    /// not.
    private mutating func duration(_ timings: JSONNode, _ phase: PhaseTimes.Phase) -> Int64? {
        guard let node = timings.member(phase.name, in: file), !node.isNull else { return nil }
        guard let value = node.double(in: file), value < 1e12 else {
            log.add(node.offset, "The time of \(phase.rawValue) is not a number of milliseconds.", "It was left out.")
            return nil
        }
        return value < 0 ? nil : Int64((value * 1000).rounded())
    }

    /// nil when there was no connection to a server, or nobody counted it.
    private mutating func lease(_ node: JSONNode) -> FlowEvent.UpstreamLease? {
        guard let connection = object(node, "_connection"), let number = size(connection, "upstream") else {
            return nil
        }
        let address = string(node, "serverIPAddress")?.text
        return FlowEvent.UpstreamLease(
            connection: number, address: address.map { $0.contains(":") ? "[\($0)]:0" : "\($0):0" },
            reused: isTrue(connection, "reused"), isLocal: address == nil,
            through: (connection.member("through", in: file)?.elements ?? []).prefix(16).compactMap {
                $0.string(in: file)?.text.prefix(300).description
            })
    }

    private mutating func connects(
        _ node: JSONNode, _ clock: EntryClock, _ lease: FlowEvent.UpstreamLease?, _ url: URLReference,
        _ events: inout ReadEvents
    ) {
        if let sought = clock.sought { events.sought(at: sought, url) }
        if let resolved = clock.resolved { events.at(resolved, .nameResolved) }
        if let secured = clock.transportConnected { events.at(secured, .transportConnected) }
        if let lease {
            events.at(clock.connected, .upstreamConnected(lease))
        } else if clock.isForeign, clock.isMeasured, clock.hasConnection, clock.isConnected {
            // Some write the brackets of an IPv6 address, and an empty string where they know none.
            let told = string(node, "serverIPAddress")?.text.filter { $0 != "[" && $0 != "]" } ?? ""
            let address = told.isEmpty ? nil : told.contains(":") ? "[\(told)]:0" : "\(told):0"
            events.at(
                clock.connected,
                .upstreamConnected(
                    FlowEvent.UpstreamLease(
                        connection: nil, address: address, reused: clock.sought == nil, isLocal: false)))
        }
    }

    private mutating func tunnel(_ node: JSONNode, _ clock: EntryClock, _ events: inout ReadEvents) {
        let upgraded = object(node, "_upgraded")
        guard let tunnel = object(node, "_tunnel") ?? upgraded else { return }
        let name = upgraded == nil ? "CONNECT" : string(tunnel, "protocol")?.text ?? ""
        events.at(upgraded == nil ? clock.sent : clock.answered, .tunnelOpened(protocol: name))
        events.at(
            clock.ended, .relayed(sent: size(tunnel, "sent") ?? 0, received: size(tunnel, "received") ?? 0))
    }

    /// Messages of a WebSocket, events of a stream. Who writes the former without more says that it was one.
    private mutating func innerMessages(_ node: JSONNode, _ events: inout ReadEvents) {
        let start = string(node, "startedDateTime").flatMap { RecordedTime.parse($0) } ?? 0
        if node.member("_webSocketMessages", in: file)?.elements != nil, node.member("_upgraded", in: file) == nil {
            events.at(0, .tunnelOpened(protocol: "websocket"))
        }
        for (time, fact) in InnerMessageReader.read(node, in: file, start: start) { events.atMost(time, fact) }
    }

    /// Those that are not the heads' own, which were found again in their bytes.
    private mutating func quirks(
        _ node: JSONNode, _ request: RequestHead?, _ response: ResponseHead?, _ events: inout ReadEvents
    ) {
        for node in array(node, "_quirks") ?? [] {
            guard let kind = string(node, "message").flatMap({ MessageKind(rawValue: $0.text) }),
                let code = string(node, "code").flatMap({ Quirk.Code(name: $0.text) }),
                node.member("part", in: file) == nil
            else { continue }
            let quirk = Quirk(
                code, offset: Int(clamping: integer(node, "offset") ?? 0),
                length: Int(clamping: integer(node, "length") ?? 0))
            let known = kind == .request ? request?.quirks : response?.quirks
            if known?.contains(quirk) != true { events.at(0, .quirkFound(kind, quirk)) }
        }
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
            log.add(node.offset, "\(name) is a string (expected a number).", "Its digits were read.")
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
        return Base64.decode(Bytes(text.filter { $0 > ASCII.space })).map { Bytes($0) }
    }

    private mutating func wrong(_ node: JSONNode, _ name: StaticString, _ expected: String) {
        log.add(node.offset, "\(name) is \(node.kind) (expected \(expected)).", "It was left out.")
    }
}

extension PhaseTimes.Phase {
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

extension RunID {
    /// Sixteen hexadecimal digits; nil when they are not.
    fileprivate init?(hexadecimal text: Bytes) {
        guard text.count == 16 else { return nil }
        var value: UInt64 = 0
        for byte in text {
            guard let digit = ASCII.hexValue(byte) else { return nil }
            value = value << 4 | UInt64(digit)
        }
        self.init(value)
    }
}
