import Explain
import Filter
import Flow

/// Which flows of files are judged: those of a filter, or of numbers.
struct JudgeSelection {
    private let request: FlowRequest
    private let matcher: FilterMatcher?
    /// The numbers of the newest flows of this file, the newest first, as many as are needed.
    private var newest: [UInt64] = []
    /// Of this file.
    private var (seen, count) = (0, 0)
    /// In all files.
    private var isAnyTaken = false
    /// Parts of the selection that named a flow of any file.
    private var namedParts: Set<FlowSelection.Part> = []

    init(_ request: FlowRequest) {
        self.request = request
        if case .filter(let filter, _) = request { matcher = FilterMatcher(filter, .here) } else { matcher = nil }
    }

    /// How many of a file's newest flows have to be known.
    var newestNeeded: UInt64 { groups.map(\.newestNeeded).max() ?? 0 }

    /// There were flows in this file, and none is chosen.
    var isNoneOfSome: Bool { seen > 0 && count == 0 }

    private var groups: [FlowSelection.Group] {
        if case .selection(let selection) = request { selection.groups } else { [] }
    }

    /// Turns to the next file.
    mutating func begin(newest: [UInt64] = []) {
        self.newest = newest
        (seen, count) = (0, 0)
    }

    mutating func take(_ subject: FilterSubject, _ number: UInt64) -> Bool {
        var isTaken = matcher?.matches(subject) ?? false
        for part in groups.flatMap(\.parts) where names(part, number) {
            isTaken = true
            namedParts.insert(part)
        }
        seen += 1
        if isTaken {
            count += 1
            isAnyTaken = true
        }
        return isTaken
    }

    private func names(_ part: FlowSelection.Part, _ number: UInt64) -> Bool {
        switch part {
        case .number(let named): named == number
        case .range(let range): range.contains(number)
        case .newest(let place): place <= UInt64(newest.count) && newest[Int(place) - 1] == number
        case .all: true
        }
    }

    /// What was asked for and is in no file, as a person wrote it; nil when all of it was found.
    var missing: String? {
        if case .filter(_, let words) = request {
            if isAnyTaken { return nil }
            return words.isEmpty ? "this filter" : "'\(words.joined(separator: " "))'"
        }
        let parts = groups.flatMap(\.parts).filter { !namedParts.contains($0) }
        guard !parts.isEmpty else { return nil }
        return parts.prefix(20).map(\.text).joined(separator: ", ") + (parts.count > 20 ? ", …" : "")
    }
}
