import Library
import Page
import Workbench

/// What the list is sorted by; the largest first. A sorted list is a snapshot: it does not grow.
enum Sorting: String, CaseIterable, Sendable {
    case recorded
    case duration
    case size = "response.size"
    case status, host

    var next: Sorting {
        let all = Self.allCases
        return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
    }

    var order: FlowOrder? {
        guard self != .recorded, let field = RowColumn.named(rawValue)?.field else { return nil }
        // Names go from A to Z.
        return FlowOrder(field: field, isReversed: self != .host)
    }

    var words: String {
        switch self {
        case .recorded: "As recorded."
        case .duration: "Sorted by duration, the longest first. S sorts by size."
        case .size: "Sorted by size, the largest first. S sorts by status."
        case .status: "Sorted by status, the highest first. S sorts by host."
        case .host: "Sorted by host. S lists as recorded."
        }
    }
}
