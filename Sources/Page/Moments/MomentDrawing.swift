import Explain
import Flow
import Workbench

/// Where the time of an exchange went, as a drawing. A value.
struct MomentDrawing {
    private let waterfall: Waterfall

    private static let width = 900.0
    private static let labels = 70.0

    init(_ record: FlowRecord) {
        waterfall = Waterfall(record)
    }

    /// Empty when nobody measured it.
    var svg: String {
        guard let last = waterfall.segments.last, last.to > 0 else { return "" }
        let scale = (Self.width - Self.labels - 80) / Double(last.to)
        func x(_ time: Int64) -> String { Self.number(Self.labels + Double(time) * scale) }
        let height = waterfall.segments.count * 20 + 6
        var svg = "<h2>Where the time went</h2>\n<svg viewBox=\"0 0 \(Int(Self.width)) \(height)\" role=\"img\">\n"
        svg += "<title>\(MomentPage.text(words))</title>\n"
        for (place, segment) in waterfall.segments.enumerated() {
            let y = place * 20
            let length = Self.number(max(1, Double(segment.to - segment.from) * scale))
            svg += "<text x=\"0\" y=\"\(y + 14)\">\(segment.phase.rawValue)</text>"
            svg += "<rect class=\"\(segment.phase.rawValue)\" x=\"\(x(segment.from))\" y=\"\(y + 3)\" "
            svg += "width=\"\(length)\" height=\"14\"/>"
            let end = Self.number(Self.labels + Double(segment.to) * scale + 6)
            svg += "<text x=\"\(end)\" y=\"\(y + 14)\">\(Quantity.duration(segment.to - segment.from))</text>\n"
        }
        let bottom = height - 23
        for tick in waterfall.ticks where tick <= last.to {
            svg += "<line class=\"tick\" x1=\"\(x(tick))\" x2=\"\(x(tick))\" y1=\"\(bottom)\" y2=\"\(bottom + 18)\"/>\n"
        }
        return svg + "</svg>\n"
    }

    /// The same for who cannot see it.
    private var words: String {
        waterfall.segments.map { "\($0.phase.rawValue) \(Quantity.duration($0.to - $0.from))" }.joined(separator: ", ")
    }

    /// With one decimal.
    private static func number(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
}
