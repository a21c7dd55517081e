import ArgumentParser
import Authority
import Engine
import Fleet
import Flow
import Platform
import Reactor
import Synchronization

/// What a proxy tells collectors and Prometheus: set up before it starts, started with it, ended after it.
final class TelemetryRun: Sendable {
    private struct State {
        var exporter: TelemetryExporter?
        var listener: MetricsListener?
    }

    private let settings: CollectorSettings?
    private let sink: TelemetrySink?
    private let resource: ExportedResource?
    private let metrics: MetricsSink
    private let place: HostPort?
    private let tokenFile: String?
    private let access: AccessOptions
    private let state = Mutex(State())

    /// nil when nothing is told. Fails with a sentence and an exit code.
    ///
    /// - Parameters:
    ///   - labels: of the run, as those of `--label`.
    ///   - metrics: counts all flows.
    init?(
        _ options: TelemetryOptions, _ access: AccessOptions, labels: [String: String], run: RunID,
        _ metrics: MetricsSink
    ) throws {
        guard options.otlp != nil || options.metrics != nil else { return nil }
        self.metrics = metrics
        self.access = access
        place = try options.place()
        tokenFile = options.metricsAuth
        guard let address = options.otlp else {
            (settings, sink, resource, propagation) = (nil, nil, nil, nil)
            return
        }
        let (signals, headers) = (try options.signals(), try options.headers())
        let others = labels.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
        do throws(CollectorSettings.Mistake) {
            let settings = try CollectorSettings(
                address == TelemetryOptions.usual ? nil : address, signals, labels: others, Environment.all)
            self.settings = settings
            sink = TelemetrySink(
                signals, fields: headers, sampler: settings.sampler, counting: metrics)
            propagation = options.otlpPropagate ? TracePropagation(run: run, sampler: settings.sampler) : nil
            resource = ExportedResource(
                version: Hark.version, run: run.text, host: AuthorityOwner.current().host, others: settings.attributes)
        } catch {
            Diagnostics.say(error.text)
            throw ExitCode(EX_USAGE)
        }
    }

    /// What names the trace in requests; nil when nothing does.
    let propagation: TracePropagation?

    /// What takes flows, besides what counts them.
    var flows: (any FlowSink)? { sink }

    /// Serves metrics. The proxy takes requests for none of these addresses.
    func serve() async throws -> [SocketAddress] {
        guard let place else { return [] }
        let listener = try await MetricsListener.start(at: place, tokenFile: tokenFile, access, metrics)
        state.withLock { $0.listener = listener }
        return listener.addresses
    }

    /// Begins to send.
    ///
    /// - Parameter own: the proxy's addresses.
    func start(own: [SocketAddress]) async throws {
        guard let settings, let sink, let resource else { return }
        let exporter = TelemetryExporter(settings, resource, from: sink, metrics)
        try await exporter.start(own: own)
        state.withLock { $0.exporter = exporter }
    }

    /// Where metrics are served.
    var addresses: [SocketAddress] { state.withLock { $0.listener?.addresses } ?? [] }

    /// Once all flows have ended.
    func stop() async {
        let (exporter, listener) = state.withLock { ($0.exporter, $0.listener) }
        await exporter?.stop()
        await listener?.stop()
    }
}
