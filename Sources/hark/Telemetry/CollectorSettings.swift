import Bytes
import Fleet
import Flow
import HTTPSemantics
import Workbench

/// How a collector is reached, and what it is told of this process: by the option, and by the variables that all
/// programs with OpenTelemetry read ("OTLP Exporter Configuration"). These never switch it on. A value.
struct CollectorSettings {
    /// One signal's address.
    struct Endpoint {
        let server: Destination
        /// As the Host field has it.
        let host: String
        let target: String
    }

    /// A variable or an option that cannot be used, in a sentence.
    struct Mistake: Error {
        let text: String
    }

    private(set) var endpoints: [TelemetrySignal: Endpoint] = [:]
    /// Fields that requests have besides; some may be credentials.
    let fields: [(name: String, value: String)]
    let isCompressed: Bool
    /// For an answer, in milliseconds.
    let timeout: Int
    /// Between two exports of metrics, in microseconds.
    let interval: Int64
    let sampler: TraceSampler
    /// What the resource has besides.
    let attributes: [(name: String, value: String)]
    /// A file of CAs.
    let certificate: String?

    /// - Parameters:
    ///   - address: the option's value; nil for the usual collector, or the variables'.
    ///   - labels: `NAME=VALUE`, which win over the variables.
    init(
        _ address: String?, _ signals: [TelemetrySignal], labels: [(name: String, value: String)],
        _ variables: [String: String]
    ) throws(Mistake) {
        func variable(_ name: String) -> String? { variables[name].flatMap { $0.isEmpty ? nil : $0 } }
        let common = address ?? variable("OTEL_EXPORTER_OTLP_ENDPOINT") ?? "http://127.0.0.1:4318"
        for signal in signals {
            let own = "OTEL_EXPORTER_OTLP_\(signal.rawValue.uppercased())_ENDPOINT"
            if address == nil, let text = variable(own) {
                endpoints[signal] = try Self.endpoint(text, path: "", from: own)
            } else {
                endpoints[signal] = try Self.endpoint(
                    common, path: signal.path, from: address == nil ? "OTEL_EXPORTER_OTLP_ENDPOINT" : "--otlp")
            }
        }
        let form = variable("OTEL_EXPORTER_OTLP_PROTOCOL") ?? "http/protobuf"
        guard form == "http/protobuf" else {
            throw Mistake(
                text: "OTEL_EXPORTER_OTLP_PROTOCOL is '\(form.terminalEscaped)'; Hark sends http/protobuf only")
        }
        isCompressed = variable("OTEL_EXPORTER_OTLP_COMPRESSION") != "none"
        fields = try Self.pairs(variable("OTEL_EXPORTER_OTLP_HEADERS"), "OTEL_EXPORTER_OTLP_HEADERS")
        for (name, value) in fields {
            let isValue = value.utf8.allSatisfy(ASCII.isFieldText)
            guard OctetClass.token.containsAll(Bytes(name)), !name.isEmpty, isValue else {
                throw Mistake(text: "OTEL_EXPORTER_OTLP_HEADERS has something that is no header (expected NAME=VALUE)")
            }
        }
        timeout = try Self.number(variable("OTEL_EXPORTER_OTLP_TIMEOUT"), "OTEL_EXPORTER_OTLP_TIMEOUT") ?? 10_000
        interval =
            Int64(try Self.number(variable("OTEL_METRIC_EXPORT_INTERVAL"), "OTEL_METRIC_EXPORT_INTERVAL") ?? 60_000)
            * 1_000
        if let name = variable("OTEL_TRACES_SAMPLER") {
            guard let sampler = TraceSampler(name, argument: variable("OTEL_TRACES_SAMPLER_ARG")) else {
                throw Mistake(
                    text: "OTEL_TRACES_SAMPLER '\(name.terminalEscaped)' is not known (expected one of "
                        + "\(TraceSampler.names.joined(separator: ", ")))")
            }
            self.sampler = sampler
        } else {
            sampler = .standard
        }
        var attributes = try Self.pairs(variable("OTEL_RESOURCE_ATTRIBUTES"), "OTEL_RESOURCE_ATTRIBUTES")
        if let name = variable("OTEL_SERVICE_NAME") { attributes.append(("service.name", name)) }
        self.attributes = attributes + labels
        certificate = variable("OTEL_EXPORTER_OTLP_CERTIFICATE")
    }

    private static func endpoint(_ text: String, path: String, from origin: String) throws(Mistake) -> Endpoint {
        let url = Bytes(text)
        guard let server = Destination(url: url), let scheme = text.firstRange(of: "://"), !text.contains("@") else {
            throw Mistake(
                text:
                    "\(origin) '\(text.terminalEscaped)' is not a collector (expected http://HOST:PORT or https://HOST)"
            )
        }
        let rest = text[scheme.upperBound...]
        var target = rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? "/"
        if !path.isEmpty { target += target.hasSuffix("/") ? path : "/" + path }
        guard target.utf8.allSatisfy({ $0 > ASCII.space && $0 < ASCII.delete }), !target.contains("#") else {
            throw Mistake(text: "\(origin) '\(text.terminalEscaped)': the path has bytes that no URL has")
        }
        let host = String(rest.prefix { $0 != "/" && $0 != "?" })
        return Endpoint(server: server, host: host, target: target)
    }

    /// `NAME=VALUE`, with commas; values are percent-encoded, as in `baggage`.
    private static func pairs(_ text: String?, _ origin: String) throws(Mistake) -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        for part in (text ?? "").split(separator: ",") {
            guard let equals = part.firstIndex(of: "=") else {
                throw Mistake(text: "\(origin) has a part without '=' (expected NAME=VALUE, with commas)")
            }
            let value = PercentCoding.decode(Bytes(String(part[part.index(after: equals)...]))).text
            pairs.append((trimmed(part[..<equals]), trimmed(value[...])))
        }
        return pairs
    }

    private static func trimmed(_ text: Substring) -> String { Bytes(String(text)).trimmed.text }

    private static func number(_ text: String?, _ origin: String) throws(Mistake) -> Int? {
        guard let text else { return nil }
        guard let number = Int(text), (1...86_400_000).contains(number) else {
            throw Mistake(text: "\(origin) '\(text.terminalEscaped)' is not a number of milliseconds")
        }
        return number
    }
}
