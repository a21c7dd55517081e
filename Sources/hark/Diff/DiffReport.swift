import Bytes
import Flow
import HTTPModel
import Views
import Workbench

/// The differences of two flows, laid out for a person: what is gone stands behind a minus, what is new behind a plus.
struct DiffReport {
    var out: LineBuffer
    /// Columns of the terminal; nil: nothing is cut.
    private let width: Int?

    init(_ out: LineBuffer, width: Int?) {
        self.out = out
        self.width = width
    }

    mutating func heading(_ first: String, _ left: FlowRecord, _ second: String, _ right: FlowRecord) {
        flow("-", .bad, first, left)
        flow("+", .good, second, right)
    }

    private mutating func flow(_ sign: StaticString, _ ink: Ink, _ name: String, _ record: FlowRecord) {
        out.ink(ink) { $0.text(sign) }
        out.wire(" #\(name)  ")
        out.wire(record.method.name)
        out.text(" ")
        out.wire(record.url, limit: room(at: out.column + 5))
        if let status = record.status {
            out.text(" ")
            out.number(status)
        }
        out.newline()
    }

    mutating func write(_ diff: FlowDiff, withTimes: Bool = true) {
        var section: String?
        for difference in diff.differences {
            let title = title(difference)
            if title != section {
                section = title
                out.newline()
                out.ink(.strong) { $0.wire(title) }
                out.newline()
            }
            write(difference)
        }
        let omitted = diff.request.omitted + diff.response.omitted
        if omitted > 0 { out.line("… and \(omitted) more", indent: 2) }
        if withTimes { times(diff.timing) }
        out.newline()
        for doubt in diff.doubts { out.line(doubt) }
        out.line(Self.sentence(diff))
    }

    /// What it comes to.
    static func sentence(_ diff: FlowDiff) -> String {
        let volatile = diff.differences.filter(\.isVolatile)
        let steady = diff.differences.count - volatile.count
        var names: [String] = []
        for difference in volatile where !names.contains(difference.path.text) { names.append(difference.path.text) }
        let others = names.isEmpty ? "" : ", apart from fields that always differ (\(names.joined(separator: ", ")))"
        if steady == 0 { return "No difference\(others)." }
        let more =
            names.isEmpty
            ? "" : ", plus \(volatile.count) in fields that always differ (\(names.joined(separator: ", ")))"
        return "\(steady) difference\(steady == 1 ? "" : "s")\(more)."
    }

    // MARK: - One difference

    private func title(_ difference: Difference) -> String {
        let message = difference.message == .request ? "Request" : "Response"
        return switch difference.part {
        case .message, .startLine, .field: message
        case .trailer: "\(message): trailers"
        case .content: "\(message): content"
        case .interim(let index): "Interim response \(index + 1)"
        case .outcome: "End"
        }
    }

    private mutating func write(_ difference: Difference) {
        let name = Self.name(difference)
        guard !difference.isVolatile else {
            return out.ink(.quiet) { buffer in
                Self.one(&buffer, name, difference, room: width.map { $0 - 1 } ?? .max)
                buffer.newline()
            }
        }
        var line = LineBuffer(style: out.style, hiding: out.hidden)
        Self.one(&line, name, difference, room: .max)
        if line.column <= width.map({ $0 - 1 }) ?? 120 {
            Self.one(&out, name, difference, room: .max)
            return out.newline()
        }
        // Too long for one line: what was stands above what is.
        out.text("  ")
        out.wire(name, limit: room(at: 2))
        out.newline()
        side("-", .bad, difference.left)
        side("+", .good, difference.right)
    }

    private mutating func side(_ sign: StaticString, _ ink: Ink, _ value: Bytes?) {
        guard let value else { return }
        let limit = room(at: 6)
        out.ink(ink) { buffer in
            buffer.text("    ")
            buffer.text(sign)
            buffer.text(" ")
            buffer.wire(value, limit: limit)
        }
        out.newline()
    }

    /// Name, then what was and what is, on one line.
    private static func one(_ out: inout LineBuffer, _ name: String, _ difference: Difference, room: Int) {
        out.text("  ")
        out.wire(name)
        out.text("  ")
        func left(_ limit: Int) -> Int { max(8, limit == .max ? .max : limit - out.column) }
        if let value = difference.left {
            let limit = left(room)
            out.ink(difference.isVolatile ? .normal : .bad) { buffer in
                buffer.text("- ")
                buffer.wire(value, limit: limit)
            }
        }
        if difference.left != nil, difference.right != nil { out.text("  ") }
        if let value = difference.right {
            let limit = left(room)
            out.ink(difference.isVolatile ? .normal : .good) { buffer in
                buffer.text("+ ")
                buffer.wire(value, limit: limit)
            }
        }
    }

    /// Which one it is, with what is to be said of it beyond its two values.
    private static func name(_ difference: Difference) -> String {
        let path =
            switch difference.part {
            case .message: "exists only in one flow:"
            case .startLine: "start line"
            case .interim where difference.path.isEmpty: "start line"
            case .outcome: "it ended"
            case .field, .trailer, .content, .interim: difference.path.text
            }
        return switch difference.action {
        case .moved: "\(path) (order)"
        case .respelled: "\(path) (spelling)"
        case .added, .removed, .changed: path
        }
    }

    private func room(at column: Int) -> Int {
        width.map { max(10, $0 - 1 - column) } ?? .max
    }

    // MARK: - Times

    private mutating func times(_ timing: [FlowDiff.Timing]) {
        guard !timing.isEmpty else { return }
        out.newline()
        out.ink(.strong) { $0.text("Times") }
        out.newline()
        for time in timing {
            out.text("  ")
            out.wire(time.phase?.rawValue ?? "total")
            for (column, value) in [(24, time.left), (38, time.right)] {
                guard let value else {
                    out.right(to: column) { $0.text("-") }
                    continue
                }
                out.right(to: column) { $0.duration(nanoseconds: Self.nanoseconds(value)) }
            }
            if let left = time.left, let right = time.right, Self.isTold(right - left) {
                out.right(to: 53) { buffer in
                    buffer.text(right > left ? "+" : "-")
                    buffer.duration(nanoseconds: Self.nanoseconds(abs(right - left)))
                }
            }
            out.newline()
        }
    }

    /// A part of a millisecond more or less is no difference between two exchanges.
    static func isTold(_ microseconds: Int64) -> Bool { microseconds.magnitude >= 1000 }

    static func nanoseconds(_ microseconds: Int64) -> UInt64 {
        let (product, overflow) = UInt64(clamping: microseconds).multipliedReportingOverflow(by: 1000)
        return overflow ? .max : product
    }
}
