import ArgumentParser
import Bytes
import Filter
import Flow

/// Flows as a person names them: `12` or `#12`, `3-7`, `last`.
enum FlowNumbers: ExpressibleByArgument, Equatable {
    case one(UInt64)
    case range(ClosedRange<UInt64>)
    case last

    /// nil for anything else.
    init?(argument: String) {
        if argument == "last" {
            self = .last
            return
        }
        let parts = argument.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Self.number($0) }
        guard numbers.count == parts.count, let first = numbers.first, let last = numbers.last, first <= last,
            parts.count <= 2
        else { return nil }
        self = parts.count == 1 ? .one(first) : .range(first...last)
    }

    private static func number(_ text: Substring) -> UInt64? {
        let digits = text.first == "#" ? text.dropFirst() : text
        return Bytes(String(digits)).decimal
    }

    /// The numbers that are meant, and those of them that are not there. Of a range, what is there.
    static func find(
        _ asked: [FlowNumbers], in source: any FlowSource
    ) throws -> (numbers: [UInt64], missing: [UInt64]) {
        var found: (numbers: [UInt64], missing: [UInt64]) = ([], [])
        for one in asked {
            switch one {
            case .one(let number):
                if try source.flow(number) == nil { found.missing.append(number) } else { found.numbers.append(number) }
            case .range(let range):
                let before = found.numbers.count
                try source.forEach(Self.filter(range), .here) { subject in
                    if range.contains(subject.record.id.number) { found.numbers.append(subject.record.id.number) }
                    return true
                }
                if found.numbers.count == before { found.missing.append(range.lowerBound) }
            case .last:
                var last: UInt64?
                try source.forEach(.everything, .here) { subject in
                    last = max(last ?? 0, subject.record.id.number)
                    return true
                }
                if let last { found.numbers.append(last) } else { found.missing.append(1) }
            }
        }
        return found
    }

    static func filter(_ range: ClosedRange<UInt64>) throws -> FlowFilter {
        // Filters count as SQLite does.
        let most = UInt64(Int64.max)
        return try FlowFilter("id >= \(min(range.lowerBound, most)) and id <= \(min(range.upperBound, most))")
    }
}
