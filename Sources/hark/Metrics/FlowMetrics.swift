import Bytes
import Flow
import HTTPModel
import HTTPSemantics

/// What is counted of flows for Prometheus: names, attributes and buckets of OpenTelemetry's semantic conventions for
/// HTTP (stable since version 1.23.0), in the spelling of the text format 0.0.4. A value.
///
/// No URL, path or client is in a label, and the number of label sets has a limit.
struct FlowMetrics: Sendable {
    /// One series: the values of its labels, in the order of the names.
    private typealias Labels = [String]

    private struct Histogram {
        var counts: [UInt64]
        var sum = 0.0
        var count: UInt64 = 0
    }

    private struct Family {
        let name: String
        let help: String
        let labels: [String]
        let bounds: [Double]
        var series: [Labels: Histogram] = [:]

        mutating func add(_ value: Double, _ labels: Labels) {
            // Beyond the limit all is counted together, as the SDKs of OpenTelemetry do.
            let isKnown = series[labels] != nil
            let key = isKnown || series.count < FlowMetrics.seriesLimit ? labels : []
            var histogram = series[key] ?? Histogram(counts: bounds.map { _ in 0 })
            histogram.count += 1
            histogram.sum += value
            if let place = bounds.firstIndex(where: { value <= $0 }) { histogram.counts[place] += 1 }
            series[key] = histogram
        }
    }

    static let seriesLimit = 2_000
    static let hostLimit = 100
    private static let seconds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
    private static let sizes: [Double] = [100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000]
    private static let methods: Set<String> = [
        "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH",
    ]
    private static let server = ["http_request_method", "http_response_status_code", "url_scheme", "error_type"]
    private static let client = ["http_request_method", "http_response_status_code", "server_address", "error_type"]

    private var serverDuration = Family(
        name: "http_server_request_duration_seconds", help: "Duration of exchanges with clients.", labels: server,
        bounds: seconds)
    private var clientDuration = Family(
        name: "http_client_request_duration_seconds", help: "Duration of exchanges with servers.", labels: client,
        bounds: seconds)
    private var requestSize = Family(
        name: "http_server_request_body_size_bytes", help: "Size of request contents, as transferred.",
        labels: server, bounds: sizes)
    private var responseSize = Family(
        name: "http_server_response_body_size_bytes", help: "Size of response contents, as transferred.",
        labels: server, bounds: sizes)
    private var outcomes: [Labels: UInt64] = [:]
    private var hosts: Set<String> = []
    private var active = 0

    mutating func begin() { active += 1 }

    mutating func end(_ record: FlowRecord) {
        active -= 1
        guard let outcome = record.outcome else { return }
        outcomes[[outcome.kind.rawValue, outcome.by.rawValue], default: 0] += 1
        let method = Self.method(of: record)
        let status = record.status.map { String($0) } ?? ""
        let failure = Self.failure(outcome)
        let labels = [method, status, Self.scheme(of: record), failure ?? (status.hasPrefix("5") ? status : "")]
        if let duration = record.duration { serverDuration.add(Double(duration) / 1e6, labels) }
        if let size = record.request.content.size { requestSize.add(Double(size), labels) }
        if let size = record.response.content.size { responseSize.add(Double(size), labels) }
        guard let lease = record.upstream, !lease.isLocal, !record.phases.isEmpty else { return }
        let phases = PhaseTimes(record)
        let isError = status.hasPrefix("4") || status.hasPrefix("5")
        clientDuration.add(
            Double(phases.total - (phases.blocked ?? 0)) / 1e6,
            [method, status, host(of: record), failure ?? (isError ? status : "")])
    }

    // MARK: Attributes

    private static func method(of record: FlowRecord) -> String {
        guard let name = record.requestHead?.method.name.text else { return "_OTHER" }
        return methods.contains(name) ? name : "_OTHER"
    }

    private static func scheme(of record: FlowRecord) -> String {
        let url = URLReference(record.url)
        return url.hasScheme("https") ? "https" : url.hasScheme("http") ? "http" : ""
    }

    /// A client that left is no error.
    private static func failure(_ outcome: Outcome) -> String? {
        switch outcome.kind {
        case .complete, .tunnel: nil
        case .aborted, .refused, .failed: outcome.by == .client ? nil : outcome.code.rawValue
        }
    }

    private mutating func host(of record: FlowRecord) -> String {
        guard let host = record.host, host.utf8.count <= 255 else { return "_OTHER" }
        if hosts.contains(host) { return host }
        guard hosts.count < Self.hostLimit else { return "_OTHER" }
        hosts.insert(host)
        return host
    }

    // MARK: The text

    /// - Parameter process: more lines, of the process.
    func text(version: String, process: String) -> String {
        var text = "# HELP hark_build_info The version of Hark.\n# TYPE hark_build_info gauge\n"
        text += "hark_build_info{version=\"\(Self.escaped(version))\"} 1\n"
        text += "# HELP hark_flows_total Exchanges that ended, by outcome.\n# TYPE hark_flows_total counter\n"
        for (labels, count) in outcomes.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            text += "hark_flows_total\(Self.list(["outcome", "by"], labels)) \(count)\n"
        }
        text += "# HELP http_server_active_requests Exchanges that have not ended.\n"
        text += "# TYPE http_server_active_requests gauge\nhttp_server_active_requests \(max(0, active))\n"
        for family in [serverDuration, clientDuration, requestSize, responseSize] { Self.add(family, to: &text) }
        return text + process
    }

    private static func add(_ family: Family, to text: inout String) {
        text += "# HELP \(family.name) \(family.help)\n# TYPE \(family.name) histogram\n"
        for (labels, histogram) in family.series.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            var count: UInt64 = 0
            for (place, bound) in family.bounds.enumerated() {
                count += histogram.counts[place]
                text += "\(family.name)_bucket\(list(family.labels, labels, le: number(bound))) \(count)\n"
            }
            text += "\(family.name)_bucket\(list(family.labels, labels, le: "+Inf")) \(histogram.count)\n"
            text += "\(family.name)_sum\(list(family.labels, labels)) \(histogram.sum)\n"
            text += "\(family.name)_count\(list(family.labels, labels)) \(histogram.count)\n"
        }
    }

    private static func number(_ bound: Double) -> String {
        bound == bound.rounded() ? String(Int(bound)) : String(bound)
    }

    /// An empty value is the same as no label.
    private static func list(_ names: [String], _ values: [String], le bound: String? = nil) -> String {
        var parts = zip(names, values).filter { !$1.isEmpty }.map { "\($0)=\"\(escaped($1))\"" }
        if values.isEmpty { parts.append("otel_metric_overflow=\"true\"") }
        if let bound { parts.append("le=\"\(bound)\"") }
        return parts.isEmpty ? "" : "{\(parts.joined(separator: ","))}"
    }

    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}
