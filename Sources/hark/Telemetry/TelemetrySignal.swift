/// What OpenTelemetry calls a signal: each has a path and a queue of its own.
enum TelemetrySignal: String, CaseIterable {
    case traces, metrics, logs

    /// Under a collector's address (OTLP, "OTLP/HTTP Request").
    var path: String { "v1/\(rawValue)" }
}
