import ArgumentParser
import Bytes
import Flow

/// Which entry of a recording is meant: by its place, counted from 0, or by the number that its flow has on the
/// terminal and in `_id`.
enum EntryChoice: ExpressibleByArgument, Equatable, CustomStringConvertible {
    case place(Int)
    case number(FlowID)

    /// `12`, or `#12`; nil for anything else.
    init?(argument: String) {
        let isNumber = argument.first == "#"
        let digits = argument.utf8.dropFirst(isNumber ? 1 : 0)
        guard !digits.isEmpty, digits.allSatisfy(ASCII.isDigit), let value = UInt64(Substring(digits))
        else { return nil }
        if isNumber {
            self = .number(FlowID(value))
        } else {
            guard let place = Int(exactly: value) else { return nil }
            self = .place(place)
        }
    }

    var description: String {
        switch self {
        case .place(let place): "\(place)"
        case .number(let id): "#\(id.number)"
        }
    }

    /// Says that there is no such entry.
    func isNone(of count: Int, in path: String) -> ExitCode {
        switch self {
        case .place(let place):
            UsageFailure.said(
                "--entry \(self): \(path.terminalEscaped) has "
                    + (count == 1 ? "one entry, --entry 0" : "the entries 0 to \(count - 1)")
                    + "; --entry '#\(place)' is the flow of this number. Without --entry they are listed.")
        case .number:
            UsageFailure.said(
                "--entry '\(self)': \(path.terminalEscaped) has no flow of this number. Without --entry "
                    + "its entries are listed."
            )
        }
    }

    /// The entry that is meant; nil when there is none.
    func choose(from flows: [FlowRecord]) -> FlowRecord? {
        switch self {
        case .place(let place): flows.indices.contains(place) ? flows[place] : nil
        case .number(let id): flows.first { $0.id == id }
        }
    }
}
