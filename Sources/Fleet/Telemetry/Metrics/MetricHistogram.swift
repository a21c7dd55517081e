/// A histogram of several series, one for each set of attributes. A value.
struct MetricHistogram: Sendable {
    /// The values of the attributes, in the order of their names; none for what is counted together.
    typealias Attributes = [String]

    struct Series: Sendable {
        /// One for each bound, and one for what is larger.
        var counts: [UInt64]
        var sum = 0.0

        var count: UInt64 { counts.reduce(0, +) }
    }

    static let seconds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
    static let sizes: [Double] = [100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000]
    /// Beyond so many all is counted together, as the SDKs of OpenTelemetry do.
    static let seriesLimit = 2_000

    /// As the conventions have it: `http.server.request.duration`.
    let name: String
    let help: String
    /// `s` or `By`.
    let unit: String
    /// The names of the attributes: `http.request.method`.
    let names: [String]
    let bounds: [Double]
    private(set) var series: [Attributes: Series] = [:]

    init(_ name: String, _ help: String, unit: String, names: [String], bounds: [Double]) {
        (self.name, self.help, self.unit, self.names, self.bounds) = (name, help, unit, names, bounds)
    }

    mutating func add(_ value: Double, _ attributes: Attributes) {
        let key = series[attributes] != nil || series.count < Self.seriesLimit ? attributes : []
        let place = bounds.firstIndex { value <= $0 } ?? bounds.count
        series[key, default: Series(counts: [UInt64](repeating: 0, count: bounds.count + 1))].counts[place] += 1
        series[key]?.sum += value
    }

    /// In a fixed order.
    var sorted: [(key: Attributes, value: Series)] {
        series.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    }
}
