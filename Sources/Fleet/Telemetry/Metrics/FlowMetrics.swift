package import Flow

/// What is counted of flows: names, attributes and buckets of OpenTelemetry's semantic conventions for HTTP (stable
/// since version 1.23.0). A value.
///
/// No URL, path or client is an attribute, and the number of their sets has a limit.
package struct FlowMetrics: Sendable {
    package static let hostLimit = 100
    private static let server = ["http.request.method", "http.response.status_code", "url.scheme", "error.type"]
    private static let client = ["http.request.method", "http.response.status_code", "server.address", "error.type"]

    private(set) var serverDuration = MetricHistogram(
        "http.server.request.duration", "Duration of exchanges with clients.", unit: "s", names: server,
        bounds: MetricHistogram.seconds)
    private(set) var clientDuration = MetricHistogram(
        "http.client.request.duration", "Duration of exchanges with servers.", unit: "s", names: client,
        bounds: MetricHistogram.seconds)
    private(set) var requestSize = MetricHistogram(
        "http.server.request.body.size", "Size of request contents, as transferred.", unit: "By", names: server,
        bounds: MetricHistogram.sizes)
    private(set) var responseSize = MetricHistogram(
        "http.server.response.body.size", "Size of response contents, as transferred.", unit: "By", names: server,
        bounds: MetricHistogram.sizes)
    /// Flows that ended, by how and by whom.
    private(set) var outcomes: [[String]: UInt64] = [:]
    private var hosts: Set<String> = []
    private var open = 0
    /// What telemetry itself sent and lost.
    package var exports = ExportCounts()
    /// What was shipped to a fleet's database; nil when nothing is.
    package var shipping: ShipCounts?

    package init() {}

    var histograms: [MetricHistogram] { [serverDuration, clientDuration, requestSize, responseSize] }
    /// Flows that have not ended.
    var active: Int { max(0, open) }

    package mutating func begin() { open += 1 }

    package mutating func end(_ record: FlowRecord) {
        open -= 1
        guard let outcome = record.outcome else { return }
        outcomes[[outcome.kind.rawValue, outcome.by.rawValue], default: 0] += 1
        let flow = FlowTelemetry(record)
        let method = flow.method ?? "_OTHER"
        let status = flow.status.map { String($0) } ?? ""
        let attributes = [method, status, flow.scheme, flow.serverError ?? ""]
        if let duration = flow.duration { serverDuration.add(Double(duration) / 1e6, attributes) }
        if let size = record.request.content.size { requestSize.add(Double(size), attributes) }
        if let size = record.response.content.size { responseSize.add(Double(size), attributes) }
        guard let upstream = flow.upstream else { return }
        clientDuration.add(Double(upstream.duration) / 1e6, [method, status, host(of: flow), flow.clientError ?? ""])
    }

    private mutating func host(of flow: FlowTelemetry) -> String {
        guard let host = flow.host, host.utf8.count <= 255 else { return "_OTHER" }
        if hosts.contains(host) { return host }
        guard hosts.count < Self.hostLimit else { return "_OTHER" }
        hosts.insert(host)
        return host
    }
}

/// What was sent to collectors and what was lost, by signal. A value.
package struct ExportCounts: Sendable {
    /// Flows that wait.
    package var waiting = 0
    /// Spans, data points or log records, by signal.
    package var sent: [String: Int] = [:]
    /// The same, by signal and reason.
    package var dropped: [[String]: Int] = [:]
}
