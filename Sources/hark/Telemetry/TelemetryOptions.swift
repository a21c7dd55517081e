import ArgumentParser
import Bytes
import Engine
import Formats

/// What a proxy tells collectors and Prometheus.
struct TelemetryOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Send traces and metrics to this OpenTelemetry collector. Without a value: http://127.0.0.1:4318.",
            valueName: "url"))
    var otlp: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Send these signals: traces, metrics, logs (with --otlp).", valueName: "list"))
    var otlpSignals = "traces,metrics"

    @Option(
        name: .long,
        help: ArgumentHelp("Add this header's values to spans (with --otlp). Repeatable.", valueName: "name"))
    var otlpHeader: [String] = []

    @Flag(name: .long, help: "Set traceparent in forwarded requests (with --otlp).")
    var otlpPropagate = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Serve /metrics for Prometheus here. Without a value: 127.0.0.1:9464.", valueName: "host:port"))
    var metrics: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Require the bearer token in this file for /metrics (its first line).", valueName: "file"),
        completion: .file())
    var metricsAuth: String?

    func validate() throws {
        _ = try signals()
        _ = try headers()
        _ = try place()
        if otlp == nil, otlpSignals != "traces,metrics" { throw ValidationError("--otlp-signals needs --otlp") }
        if otlp == nil, !otlpHeader.isEmpty { throw ValidationError("--otlp-header needs --otlp") }
        if otlp == nil, otlpPropagate { throw ValidationError("--otlp-propagate needs --otlp") }
        if metrics == nil, metricsAuth != nil { throw ValidationError("--metrics-auth needs --metrics") }
    }

    /// In the order in which they are named.
    func signals() throws -> [TelemetrySignal] {
        var signals: [TelemetrySignal] = []
        for word in otlpSignals.split(separator: ",", omittingEmptySubsequences: false) {
            guard let signal = TelemetrySignal(rawValue: String(word)), !signals.contains(signal) else {
                throw ValidationError(
                    "--otlp-signals '\(otlpSignals.terminalEscaped)': expected some of traces, metrics, logs, with "
                        + "commas"
                )
            }
            signals.append(signal)
        }
        return signals
    }

    /// The headers of spans, in lower case; none that carries a credential.
    func headers() throws -> [String] {
        try otlpHeader.map { name in
            let bytes = Bytes(name)
            guard !bytes.isEmpty, OctetClass.token.containsAll(bytes) else {
                throw ValidationError("--otlp-header '\(name.terminalEscaped)' is not the name of a header")
            }
            guard SecretNames.strength(of: bytes) == nil else {
                throw ValidationError(
                    "--otlp-header \(name): its value is a credential, which never leaves Hark this way")
            }
            return name.lowercased()
        }
    }

    /// Where metrics are served; nil: nowhere.
    func place() throws -> HostPort? {
        guard let metrics else { return nil }
        guard metrics != Self.usual else { return HostPort(host: "127.0.0.1", port: 9464) }
        guard let place = HostPort(metrics) else {
            throw ValidationError(
                "--metrics '\(metrics.terminalEscaped)' is not an address (expected HOST:PORT, such as 127.0.0.1:9464)")
        }
        return place
    }

    /// What stands for an option without its value.
    static let usual = "usual"

    /// The words of a command line in which `--otlp` and `--metrics` may stand without a value.
    static func completed(_ words: [String]) -> [String] {
        OptionalValue.completed(
            OptionalValue.completed(words, "--otlp", usual: usual, isValue: OptionalValue.isURL), "--metrics",
            usual: usual, isValue: OptionalValue.isPlace)
    }
}
