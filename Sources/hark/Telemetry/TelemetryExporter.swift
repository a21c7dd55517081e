import ArgumentParser
import Bytes
import Engine
import Fleet
import Flow
import HTTPModel
import Platform
import Reactor
import Synchronization

/// Sends to a collector what waits for it: a task a signal. What cannot be sent is dropped and counted; traffic never
/// waits. Started once, stopped once; safe to use from anywhere.
final class TelemetryExporter: Sendable {
    private struct State {
        var tasks: [Task<Void, Never>] = []
        /// By the steady clock, in nanoseconds: nothing is sent any more from then on; nil while it runs.
        var end: UInt64?
        /// Reasons that were said already.
        var said: Set<String> = []
    }

    /// Seconds for what is left when the proxy ends.
    static let patience: UInt64 = 5
    private let settings: CollectorSettings
    private let resource: ExportedResource
    private let sink: TelemetrySink
    private let metrics: MetricsSink
    private let state = Mutex(State())

    init(_ settings: CollectorSettings, _ resource: ExportedResource, from sink: TelemetrySink, _ metrics: MetricsSink)
    {
        (self.settings, self.resource, self.sink, self.metrics) = (settings, resource, sink, metrics)
    }

    /// - Parameter own: the addresses of this proxy, to which nothing is sent: it would be recorded, and sent again.
    func start(own: [SocketAddress]) async throws {
        var words = ["--no-store"]
        for name in ["connect", "response-head", "body"] {
            words += ["--timeout", "\(name)=\(max(1, settings.timeout / 1_000))s"]
        }
        if let file = settings.certificate { words.append("--upstream-ca=\(file)") }
        let sending = try await SendingRun(SendingOptions.parse(words), forbidden: own)
        let tasks = settings.endpoints.map { signal, endpoint in
            Task.detached { [self] in await run(signal, endpoint, sending) }
        }
        state.withLock { $0.tasks = tasks }
    }

    /// Sends what is left, for a while, and ends.
    func stop() async {
        let tasks = state.withLock { state in
            state.end = Clock.nanoseconds() + Self.patience * 1_000_000_000
            return state.tasks
        }
        for task in tasks { await task.value }
    }

    private var end: UInt64? { state.withLock { $0.end } }

    private func run(_ signal: TelemetrySignal, _ endpoint: CollectorSettings.Endpoint, _ sending: SendingRun) async {
        var next = Clock.microseconds() + settings.interval
        while true {
            let isLast = end != nil
            if signal == .metrics {
                if isLast || Clock.microseconds() >= next {
                    next = Clock.microseconds() + settings.interval
                    await send(Self.batch(metrics), signal, endpoint, sending)
                }
                if isLast { return }
            } else if let items = sink.take(signal, isLast: isLast) {
                await send(items, signal, endpoint, sending)
                continue
            } else if isLast {
                return
            }
            try? await Task.sleep(for: .milliseconds(50))
        }
    }

    private static func batch(_ metrics: MetricsSink) -> [[UInt8]] {
        MetricWriter.metrics(metrics.counts, start: metrics.start, now: Clock.microseconds())
    }

    private func send(
        _ items: [[UInt8]], _ signal: TelemetrySignal, _ endpoint: CollectorSettings.Endpoint, _ sending: SendingRun
    ) async {
        let message = Sending(request(resource.request(items), endpoint), to: endpoint.server)
        var retry = ExportRetry(now: Clock.microseconds())
        while true {
            guard end.map({ Clock.nanoseconds() < $0 }) ?? true else {
                return drop(items.count, signal, "ended")
            }
            let record = await sending.send(message)
            let answer: ExportRetry.Answer =
                if let head = record.responseHead {
                    .status(head.status, retryAfter: Self.retryAfter(head))
                } else {
                    .lost
                }
            let decision = retry.decide(answer, now: Clock.microseconds(), jitter: .random(in: 0...1))
            switch decision {
            case .done: return took(items.count, signal, record)
            case .drop(let reason):
                tell("\(signal.rawValue) cannot be sent: \(Self.reason(record))", once: "\(signal) \(reason)")
                return drop(items.count, signal, reason)
            case .again(let pause):
                tell(
                    "\(signal.rawValue) wait for the collector: \(Self.reason(record))", once: "\(signal) waits")
                await wait(pause)
            }
        }
    }

    /// Until the time is over, or there is none left.
    private func wait(_ microseconds: Int64) async {
        let until = Clock.microseconds() + microseconds
        while Clock.microseconds() < until {
            if let end, Clock.nanoseconds() >= end { return }
            try? await Task.sleep(for: .milliseconds(50))
        }
    }

    private func took(_ count: Int, _ signal: TelemetrySignal, _ record: FlowRecord) {
        let partial = record.response.content.bytes.flatMap { ExportAnswer($0) }
        let rejected = min(count, max(0, partial?.rejected ?? 0))
        metrics.note { $0.sent[signal.rawValue, default: 0] += count - rejected }
        guard let partial else { return }
        if rejected > 0 { drop(rejected, signal, "rejected") }
        tell("the collector says of \(signal.rawValue): \(partial.text.terminalEscaped)", once: "\(signal) partial")
    }

    private func drop(_ count: Int, _ signal: TelemetrySignal, _ reason: String) {
        metrics.note { $0.dropped[[signal.rawValue, reason], default: 0] += count }
    }

    /// Each reason is said once.
    private func tell(_ sentence: String, once key: String) {
        guard state.withLock({ $0.said.insert(key).inserted }) else { return }
        Diagnostics.say("warning: \(sentence)")
    }

    private static func reason(_ record: FlowRecord) -> String {
        if let head = record.responseHead { return "the collector answered \(head.status)" }
        return record.sendingFailure ?? "no answer came"
    }

    /// Seconds; a date is not waited for.
    private static func retryAfter(_ head: ResponseHead) -> Int64? {
        head.fields.first(.retryAfter)?.decimal.flatMap { Int64(exactly: $0) }
    }

    private func request(_ body: [UInt8], _ endpoint: CollectorSettings.Endpoint) -> Bytes {
        let small = settings.isCompressed ? Gzip.compressed(body) : nil
        var head = "POST \(endpoint.target) HTTP/1.1\r\nHost: \(endpoint.host)\r\n"
        head += "User-Agent: hark/\(Hark.version)\r\nContent-Type: application/x-protobuf\r\n"
        if small != nil { head += "Content-Encoding: gzip\r\n" }
        head += "Content-Length: \((small ?? body).count)\r\n"
        for (name, value) in settings.fields { head += "\(name): \(value)\r\n" }
        return Bytes(Array(head.utf8) + Array("Connection: close\r\n\r\n".utf8) + (small ?? body))
    }
}
