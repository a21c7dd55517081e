import Bytes
import Engine
import Flow
import HTTPModel
import HTTPWire
import Synchronization
import TestKit
import Testing

/// Streams do not touch each other: whatever order the frames of many come in, on both legs and whatever the windows
/// are, each exchange has the outcome that it has alone.
@Suite struct HTTP2InterleavedStreamsTests {
    /// How many seeds each test tries.
    private static let seeds = 12

    @Test(arguments: 0..<8)
    func interleavedStreamsEndAsTheyWouldAlone(batch: Int) async throws {
        for seed in batch * Self.seeds..<(batch + 1) * Self.seeds { try await Self.compare(UInt64(seed)) }
    }

    private static func compare(_ seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let plans = (0..<Int.random(in: 2...10, using: &random)).map { StreamPlan($0, &random) }
        let notes = ServerNotes()
        let origin = try ScriptedOrigin { raw, number in
            let peer = HTTP2Peer(.server, raw, limits: limits(seed &+ UInt64(number)))
            var answers = StreamAnswers(peer, plans, seed &* 31 &+ UInt64(number))
            // The end of the connection ends it.
            try? answers.serve(notes)
            if let failure = peer.failure { throw Failure("\(failure)") }
        }
        let configuration = ProxyConfiguration.with { $0.upstreamHTTP2 = true }
        try await withEngine(configuration) { engine in
            var outcomes: [[StreamOutcome]] = []
            for run in 0...1 {
                let peer = HTTP2Peer(.client, try engine.connect(), limits: limits(seed &* 7))
                var asking = StreamAsking(peer, plans, origin.host, run, seed)
                let messages = try asking.ask(isInterleaved: run == 1)
                #expect(peer.failure == nil && peer.goAway == nil, "seed \(seed)")
                let flows = try engine.finished(plans.count * (run + 1)).suffix(plans.count)
                outcomes.append(
                    zip(plans, zip(messages, flows)).map { plan, made in
                        StreamOutcome(plan, made.0, made.1, notes.seen("\(run)/\(plan.number)"))
                    })
            }
            for (plan, (alone, together)) in zip(plans, zip(outcomes[0], outcomes[1])) {
                #expect(alone == together, "seed \(seed), stream \(plan.number)")
                guard plan.ending == .whole || plan.ending == .refusedOnce else { continue }
                #expect(together.isWhole(plan), "seed \(seed), stream \(plan.number)")
            }
        }
        #expect(origin.problems.isEmpty, "seed \(seed)")
    }

    /// Windows of any size.
    private static func limits(_ seed: UInt64) -> HTTP2Limits {
        var random = SeededGenerator(seed: seed)
        var limits = HTTP2Limits()
        limits.streams = 1000
        limits.streamWindow = [60, 1_000, 16_384, 65_535, 300_000].randomElement(using: &random) ?? 0
        limits.largestStreamWindow = limits.streamWindow
        limits.connectionWindow = [65_535, 1 << 20].randomElement(using: &random) ?? 65_535
        return limits
    }
}

/// What one stream carries, both ways.
private struct StreamPlan: Sendable {
    enum Ending: Sendable, CaseIterable {
        case whole
        /// The server refuses it at first, as one that it has not looked at.
        case refusedOnce
        case resetByClient, resetByClientInResponse
        case resetByServer, resetByServerBeforeItsHead
    }

    let number: Int
    let ending: Ending
    /// Sizes of the pieces that each message goes in.
    let request: [Int]
    let response: [Int]
    let hasTrailers: (request: Bool, response: Bool)
    let hasInterim: Bool

    init(_ number: Int, _ random: inout SeededGenerator) {
        self.number = number
        let isWhole = Int.random(in: 0..<3, using: &random) > 0
        ending = isWhole ? .whole : Ending.allCases.randomElement(using: &random) ?? .whole
        func sizes(_ random: inout SeededGenerator) -> [Int] {
            (0..<Int.random(in: 0...4, using: &random)).map { _ in
                let most = Int.random(in: 0..<12, using: &random) == 0 ? 90_000 : 2_000
                return Int.random(in: 0...most, using: &random)
            }
        }
        // What was not looked at is sent again while nothing of its content is used up: so it has none.
        request = ending == .refusedOnce ? [] : sizes(&random)
        response = sizes(&random)
        hasTrailers = (ending != .refusedOnce && Bool.random(using: &random), Bool.random(using: &random))
        hasInterim = Bool.random(using: &random)
    }

    func content(_ sizes: [Int], of kind: MessageKind) -> [UInt8] {
        (0..<sizes.reduce(0, +)).map {
            UInt8(truncatingIfNeeded: $0 &* 31 &+ number &* 7 &+ (kind == .request ? 1 : 0))
        }
    }

    var requestSteps: [StreamStep] {
        if ending == .refusedOnce { return [] }
        let breaksOff = ending == .resetByClient
        var steps = StreamStep.message(content(request, of: .request), request, hasTrailers.request, breaksOff)
        if breaksOff { steps.append(.reset(.cancel)) }
        return steps
    }

    var responseSteps: [StreamStep] {
        if ending == .resetByClient { return [] }
        if ending == .resetByServerBeforeItsHead { return [.reset(.internalError)] }
        let hint = StreamStep.fields([(":status", "103"), ("link", "</\(number)>")], ends: false)
        let breaksOff = ending == .resetByServer || ending == .resetByClientInResponse
        let head = StreamStep.fields([(":status", "\(210 + number)"), ("x-number", "\(number)")], ends: false)
        var steps = hasInterim ? [hint, head] : [head]
        steps += StreamStep.message(content(response, of: .response), response, hasTrailers.response, breaksOff)
        if ending == .resetByServer { steps.append(.reset(.internalError)) }
        return steps
    }
}

/// What a side does next on a stream.
private enum StreamStep: Sendable {
    case fields([(String, String)], ends: Bool)
    case piece([UInt8], ends: Bool)
    case reset(HTTP2ErrorCode)

    /// Content in pieces, and its end, unless it has none.
    static func message(_ content: [UInt8], _ sizes: [Int], _ hasTrailers: Bool, _ breaksOff: Bool) -> [StreamStep] {
        var steps: [StreamStep] = []
        var start = 0
        for size in sizes {
            steps.append(.piece(Array(content[start..<start + size]), ends: false))
            start += size
        }
        if breaksOff { return steps }
        return steps + [hasTrailers ? .fields([("x-sum", "\(content.count)")], ends: true) : .piece([], ends: true)]
    }
}

/// The steps of many streams, of which any that can be done may be next.
private struct StreamSteps {
    private let peer: HTTP2Peer
    private var waiting: [(stream: UInt32, steps: [StreamStep])] = []
    private var random: SeededGenerator
    private var settingsLeft = 3

    init(_ peer: HTTP2Peer, _ seed: UInt64) {
        self.peer = peer
        random = SeededGenerator(seed: seed)
    }

    mutating func add(_ stream: UInt32, _ steps: [StreamStep]) {
        if !steps.isEmpty { waiting.append((stream, steps)) }
    }

    mutating func tossCoin() -> Bool { Bool.random(using: &random) }

    /// Those of them that can be done now: a window is open, or none is needed.
    private var ready: [Int] {
        waiting.indices.filter { place in
            guard case .piece(let bytes, _) = waiting[place].steps[0], !bytes.isEmpty else { return true }
            return peer.wire.sendable(on: waiting[place].stream) > 0
        }
    }

    var canGoOn: Bool { !ready.isEmpty }

    /// Does one step, or a part of it.
    mutating func goOn() throws {
        // A stream that was reset takes no more.
        waiting.removeAll { !peer.wire.maySend(on: $0.stream) }
        guard let place = ready.randomElement(using: &random) else { return }
        let stream = waiting[place].stream
        switch waiting[place].steps[0] {
        case .fields(let fields, let ends): peer.wire.sendFields(HTTP2Peer.fields(fields), on: stream, ends: ends)
        case .reset(let code): peer.wire.reset(stream, code)
        case .piece(let bytes, let ends):
            let most = Int.random(in: 1...max(1, bytes.count), using: &random)
            let isAll = most >= bytes.count
            let sent = peer.wire.sendData(
                bytes.span.extracting(0..<min(most, bytes.count)), on: stream, ends: ends && isAll)
            if sent < bytes.count {
                waiting[place].steps[0] = .piece(Array(bytes[sent...]), ends: ends)
                return try flushPerhaps()
            }
        }
        waiting[place].steps.removeFirst()
        if waiting[place].steps.isEmpty { waiting.remove(at: place) }
        try flushPerhaps()
    }

    private mutating func flushPerhaps() throws {
        if settingsLeft > 0, Int.random(in: 0..<20, using: &random) == 0 {
            settingsLeft -= 1
            peer.wire.setStreamWindow(Int.random(in: 50...100_000, using: &random))
        }
        if Int.random(in: 0..<3, using: &random) == 0 { try peer.flush() }
    }
}

/// The client: opens the streams in their order and does the rest in any, or one stream after the other.
private struct StreamAsking {
    private let peer: HTTP2Peer
    private let plans: [StreamPlan]
    private let host: String
    private let run: Int
    private var steps: StreamSteps
    private var streams: [UInt32] = []

    init(_ peer: HTTP2Peer, _ plans: [StreamPlan], _ host: String, _ run: Int, _ seed: UInt64) {
        self.peer = peer
        self.plans = plans
        self.host = host
        self.run = run
        steps = StreamSteps(peer, seed &* 13 &+ UInt64(run))
    }

    /// What came on each stream.
    mutating func ask(isInterleaved: Bool) throws -> [HTTP2Peer.Message] {
        // The windows that both sides begin with are known.
        try peer.flush()
        try peer.wait("the settings") { peer.wire.peerSettings.initialWindowSize != 65_535 }
        while streams.count < plans.count || !isOver {
            let mayOpen = streams.count < plans.count && (isInterleaved || isOver)
            if mayOpen, !steps.canGoOn || steps.tossCoin() {
                try open()
            } else if steps.canGoOn {
                try steps.goOn()
            } else {
                try peer.flush()
                let (canGoOn, before) = ({ self.steps.canGoOn || self.isOver || !self.unread.isEmpty }, streams.count)
                try peer.wait("something on \(before) streams", until: canGoOn)
            }
            resetWhatIsUnwanted()
        }
        try peer.flush()
        return streams.map { peer.messages[$0] ?? HTTP2Peer.Message() }
    }

    private mutating func open() throws {
        let plan = plans[streams.count]
        let path = "/\(plan.number)"
        let stream = try peer.request(
            path, method: "POST", authority: host, scheme: "http", [("x-run", "\(run)")],
            ends: plan.ending == .refusedOnce)
        streams.append(stream)
        steps.add(stream, plan.requestSteps)
    }

    /// Responses that their client wants no more once it has seen their beginning.
    private var unread: [UInt32] {
        zip(plans, streams).filter { plan, stream in
            plan.ending == .resetByClientInResponse && peer.messages[stream]?.status == "\(210 + plan.number)"
                && !peer.wire.isOver(stream)
        }.map(\.1)
    }

    private func resetWhatIsUnwanted() {
        for stream in unread { peer.wire.reset(stream, .cancel) }
    }

    private var isOver: Bool {
        streams.allSatisfy { stream in
            let message = peer.messages[stream]
            return message?.reset != nil || peer.wire.isOver(stream)
        }
    }
}

/// What a server saw of a request.
private struct RequestSeen: Hashable {
    let body: [UInt8]
    let trailers: [String]?
}

/// What a server's connections know together, by run and stream.
private final class ServerNotes: Sendable {
    private let requests = Mutex<[String: RequestSeen]>([:])
    private let refused = Mutex<Set<String>>([])

    func seen(_ name: String) -> RequestSeen? { requests.withLock { $0[name] } }
    func note(_ name: String, _ request: RequestSeen) { requests.withLock { $0[name] = request } }
    func isFirst(_ name: String) -> Bool { refused.withLock { $0.insert(name).inserted } }
}

/// What came of a stream, for its client, its server and the record; without what is a matter of time.
private struct StreamOutcome: Equatable {
    let heads: [[String]]
    let body: [UInt8]?
    let trailers: [String]?
    let hasEnded: Bool
    let reset: HTTP2ErrorCode?
    let seen: RequestSeen?
    let code: Outcome.Code?
    let sizes: [UInt64?]

    init(_ plan: StreamPlan, _ message: HTTP2Peer.Message, _ flow: FlowRecord, _ seen: RequestSeen?) {
        // Whoever resets a stream may do so before all has come.
        let isCutShort = plan.ending == .resetByClient || plan.ending == .resetByClientInResponse
        heads = message.heads.map { $0.filter { !$0.hasPrefix("date: ") } }
        body = isCutShort ? nil : message.body
        trailers = message.trailers
        hasEnded = message.hasEnded
        reset = message.reset
        self.seen = seen
        code = flow.outcome?.code
        sizes = isCutShort ? [] : [flow.request.contentSize, flow.response.contentSize]
    }

    /// It is what the plan says.
    func isWhole(_ plan: StreamPlan) -> Bool {
        let sum = plan.request.reduce(0, +)
        return hasEnded && reset == nil && code == .ok
            && heads.last?.first == ":status: \(210 + plan.number)"
            && body == plan.content(plan.response, of: .response)
            && trailers == (plan.hasTrailers.response ? ["x-sum: \(plan.response.reduce(0, +))"] : nil)
            && seen?.body == plan.content(plan.request, of: .request)
            && seen?.trailers == (plan.hasTrailers.request ? ["x-sum: \(sum)"] : nil)
    }
}

/// The server: answers requests that are whole, many at once.
private struct StreamAnswers {
    private let peer: HTTP2Peer
    private let plans: [StreamPlan]
    private var steps: StreamSteps
    private var looked: Set<UInt32> = []

    init(_ peer: HTTP2Peer, _ plans: [StreamPlan], _ seed: UInt64) {
        self.peer = peer
        self.plans = plans
        steps = StreamSteps(peer, seed)
    }

    mutating func serve(_ notes: ServerNotes) throws {
        while true {
            for stream in news { take(stream, notes) }
            if steps.canGoOn {
                try steps.goOn()
            } else {
                try peer.flush()
                try peer.wait("a request") { steps.canGoOn || !news.isEmpty }
            }
        }
    }

    private var news: [UInt32] { peer.opened.filter { peer.messages[$0]?.hasEnded == true && !looked.contains($0) } }

    private mutating func take(_ stream: UInt32, _ notes: ServerNotes) {
        looked.insert(stream)
        guard let message = peer.messages[stream] else { return }
        func value(_ name: String) -> String? {
            message.fields.first { $0.hasPrefix("\(name): ") }.map { String($0.dropFirst(name.count + 2)) }
        }
        guard let number = value(":path").flatMap({ Int($0.dropFirst()) }), let run = value("x-run") else { return }
        let plan = plans[number]
        let name = "\(run)/\(number)"
        if plan.ending == .refusedOnce, notes.isFirst(name) { return steps.add(stream, [.reset(.refusedStream)]) }
        notes.note(name, RequestSeen(body: message.body, trailers: message.trailers))
        steps.add(stream, plan.responseSteps)
    }
}

extension HTTP2Connection {
    fileprivate func maySend(on stream: UInt32) -> Bool {
        switch state(of: stream) {
        case .open, .halfClosedRemote: true
        case .halfClosedLocal, .closed, nil: false
        }
    }

    fileprivate func isOver(_ stream: UInt32) -> Bool {
        switch state(of: stream) {
        case .closed, nil: true
        case .open, .halfClosedLocal, .halfClosedRemote: false
        }
    }
}
