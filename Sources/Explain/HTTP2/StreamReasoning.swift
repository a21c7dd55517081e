import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import HTTPWire

/// What HTTP/2 did for an exchange: its streams, what the compression of fields saved, what had to wait and for what,
/// which priority was asked for, and how each stream came to its end.
struct StreamReasoning {
    private let exchange: FlowRecord
    private var steps = StepCollector()

    /// The steps; none where HTTP/2 was not spoken.
    static func steps(
        about exchange: FlowRecord, _ connections: [ConnectionRecord] = []
    ) -> [Reasoning.Step] {
        guard exchange.request.stream != nil || exchange.response.stream != nil else { return [] }
        var reasoning = StreamReasoning(exchange)
        reasoning.reason()
        return reasoning.steps.steps + GoAwayReasoning.steps(about: exchange, connections)
    }

    private init(_ exchange: FlowRecord) {
        self.exchange = exchange
    }

    private mutating func reason() {
        streams()
        for kind in MessageKind.allCases { rules(kind) }
        for kind in MessageKind.allCases { savings(kind) }
        priority()
        for kind in MessageKind.allCases { windows(kind) }
        for kind in MessageKind.allCases { waits(kind) }
        for kind in MessageKind.allCases { reset(kind) }
    }

    // MARK: - Streams

    private mutating func streams() {
        switch (exchange.request.stream, exchange.response.stream) {
        case (let client?, let server?):
            steps.add(
                "streams",
                "The exchange was stream \(client) of the client's connection and stream \(server) of the server's.",
                "RFC 9113 §5.1.1")
        case (let client?, nil):
            steps.add("streams", "The exchange was stream \(client) of the client's connection.", "RFC 9113 §5.1.1")
        case (nil, let server?):
            steps.add("streams", "The exchange was stream \(server) of the server's connection.", "RFC 9113 §5.1.1")
        case (nil, nil): break
        }
    }

    // MARK: - Fields

    /// What a list of fields may have in HTTP/2 (RFC 9113 §8.2, §8.3): what stands in the place of a start line, and
    /// nothing that speaks of a connection of HTTP/1.1.
    private mutating func rules(_ kind: MessageKind) {
        guard exchange[kind].stream != nil else { return }
        let rule = "rules of the \(kind.rawValue)"
        if let refused = exchange[kind].malformedHead {
            let section = RecordedHead.section(refused, hasStartLine: false)
            guard let fault = FieldRules.fault(section, kind) else { return }
            let text = Prose.phrase(fault.text)
            guard let line = fault.line.map({ section.lines[$0] }) else { return steps.fault(rule, text, fault.spec) }
            let field = section.raw.slice(line.name.lowerBound..<max(line.name.lowerBound, line.value.upperBound))
            return steps.fault(rule, text + " It is \(field).", fault.spec)
        }
        switch kind {
        case .request where exchange.requestHead?.version.major == 2:
            steps.add(
                rule, held: true,
                """
                It has no request line: \(":method: \(exchange.method.name)") and the parts of the URL came first, \
                each once. No field was specific to HTTP/1.1 connections.
                """, "RFC 9113 §8.3.1")
        case .response where exchange.responseHead?.version.major == 2:
            steps.add(
                rule, held: true,
                """
                It has no status line: \(":status: \(exchange.responseHead?.status ?? 0)") came first, once. No field \
                was specific to HTTP/1.1 connections.
                """,
                "RFC 9113 §8.3.2")
        case .request, .response: break
        }
    }

    /// How much shorter the block is than the list that it says.
    private mutating func savings(_ kind: MessageKind) {
        let head = kind == .request ? exchange.requestHead?.raw : exchange.responseHead?.raw
        guard let block = exchange[kind].block, let plain = head.map({ max(0, $0.count - 2) }), plain > 0 else {
            return
        }
        let known = block.places.count { $0.form == .indexed && $0.origin != nil }
        let noun: Prose = kind == .request ? "request" : "response"
        let saved = plain - block.bytes.count
        let named: Prose =
            known == 0
            ? "None of its fields was in the table from an earlier head."
            : "\(Quantity.count(known, "field")) of \(block.places.count) had been sent before on this connection."
        steps.add(
            "fields of the \(kind.rawValue)",
            saved >= 0
                ? """
                The \(noun)'s field block has \(Quantity.bytes(block.bytes.count)) instead of \(plain): \
                \(Quantity.percent(UInt64(saved), of: UInt64(plain))) % less. \(named)
                """
                : "The \(noun)'s field block has \(Quantity.bytes(block.bytes.count)), more than its lines (\(plain)).",
            "RFC 7541 §2")
    }

    // MARK: - Priority

    /// RFC 9218 §4: what was asked; who sends decides what to make of it.
    private mutating func priority() {
        guard let asked = exchange.requestFields.first(named: "priority") else { return }
        let waited = exchange.response.waits.contains { $0.cause == .connectionWindow || $0.cause == .transport }
        steps.add(
            "priority",
            waited
                ? "The request asks for \("priority: \(asked.text)"). Its response waited for earlier ones."
                : "The request asks for \("priority: \(asked.text)"). Its response did not wait for other responses.",
            "RFC 9218 §4")
    }

    // MARK: - Windows

    /// How much more could have been sent to the receiver, at the least (RFC 9113 §5.2).
    private mutating func windows(_ kind: MessageKind) {
        let sent = exchange[kind].frames.lazy.map(\.frame).filter { $0.isSent && $0.type == 0 }
        guard let stream = sent.compactMap(\.window).min(), let connection = sent.compactMap(\.connectionWindow).min()
        else { return }
        let receiver: Prose = kind == .request ? "The server's" : "The client's"
        let (ofStream, ofConnection) = (Quantity.size(max(0, stream)), Quantity.size(max(0, connection)))
        steps.add(
            "windows", held: min(stream, connection) > 0,
            stream <= 0
                ? receiver + " window for the stream was full at times; the connection had \(ofConnection) left."
                : connection <= 0
                    ? receiver + " window for the connection was full at times; the stream had \(ofStream) left."
                    : receiver + " windows had room all the time: \(ofStream) on the stream, \(ofConnection) on the "
                        + "connection.",
            "RFC 9113 §5.2")
    }

    // MARK: - Waits

    private mutating func waits(_ kind: MessageKind) {
        let message = exchange[kind]
        let noun: Prose = kind == .request ? "request" : "response"
        for cause in StreamWait.Cause.allCases {
            let waits = message.waits.filter { $0.cause == cause }
            guard !waits.isEmpty else { continue }
            let total = waits.reduce(Int64(0)) { $0 + $1.end.microseconds(since: $1.start) }
            let (words, spec) = FrameWords.text(of: cause)
            let times: Prose = waits.count == 1 ? "once" : "\(waits.count) times"
            let text: Prose =
                "The \(noun) waited \(times), \(Quantity.duration(total)) in all, for \(Prose.phrase(words))."
            // What TCP holds back for a moment is how every download goes.
            if total >= Self.noticed, cause != .transport {
                steps.fault("waited", text, spec)
            } else {
                steps.add("waited", text, spec)
            }
        }
    }

    /// In microseconds: a wait that somebody feels.
    private static let noticed: Int64 = 100_000

    // MARK: - Ends

    private mutating func reset(_ kind: MessageKind) {
        guard let frame = exchange[kind].frames.first(where: { $0.frame.type == 3 })?.frame, let code = frame.codeText
        else { return }
        let by: Prose
        switch (kind, frame.isSent) {
        case (.request, false): by = "The client"
        case (.response, false): by = "The server"
        case (.request, true): by = "Hark, towards the server,"
        case (.response, true): by = "Hark, towards the client,"
        }
        let isFault = frame.code != 0 && frame.code != 8
        let text: Prose = "\(by) reset the stream. \(Prose.phrase(code))"
        if isFault {
            steps.fault("reset", text, "RFC 9113 §5.4.2")
        } else {
            steps.add("reset", text, "RFC 9113 §5.4.2")
        }
    }
}
