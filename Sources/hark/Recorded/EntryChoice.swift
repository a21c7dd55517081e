import ArgumentParser
import Bytes
import Filter
import Flow
import Platform

/// Which entry of a recording is meant: by its place, counted from 0, or by the number that its flow has on the
/// terminal and in `_id`.
enum EntryChoice: ExpressibleByArgument, Equatable, CustomStringConvertible {
    case place(Int)
    case number(FlowID)
    /// The one with the highest number is 1, the one before it 2.
    case newest(UInt64)

    /// `12`, or `#12`, `last`, `last-3`; nil for anything else, as an entry is one.
    init?(argument: String) {
        if argument.utf8.allSatisfy(ASCII.isDigit) {
            // HAR tools count entries from 0.
            guard let place = Int(argument) else { return nil }
            self = .place(place)
            return
        }
        guard !argument.contains(where: { $0 == " " || $0 == "," }),
            let group = try? FlowSelection.Group(argument, mayNameSession: false), group.parts.count == 1
        else { return nil }
        switch group.parts[0] {
        case .number(let number): self = .number(FlowID(number))
        case .newest(let place): self = .newest(place)
        case .range, .all: return nil
        }
    }

    var description: String {
        switch self {
        case .place(let place): "\(place)"
        case .number(let id): "#\(id.number)"
        case .newest(let place): FlowSelection.Part.newest(place).text
        }
    }

    /// Says that there is no such entry.
    func isNone(of count: Int, in path: String) -> ExitCode {
        switch self {
        case .place(let place):
            UsageFailure.said(
                "--entry \(self): \(path.terminalEscaped) has "
                    + (count == 1 ? "one entry, --entry 0" : "the entries 0 to \(count - 1)")
                    + "; --entry '#\(place)' selects the flow number. Without --entry, Hark lists the entries")
        case .number, .newest:
            Self.noMatch(
                "no flow matches \(self) in \(path.terminalEscaped). Without --entry, Hark lists the entries")
        }
    }

    private static func noMatch(_ text: String) -> ExitCode {
        Diagnostics.say(text)
        return UsageFailure.notFound
    }

    /// The entry that is meant; nil when there is none.
    func choose(from flows: [FlowRecord]) -> FlowRecord? {
        switch self {
        case .place(let place): flows.indices.contains(place) ? flows[place] : nil
        case .number(let id): flows.first { $0.id == id }
        case .newest(let place):
            place > flows.count ? nil : flows.sorted { $0.id.number > $1.id.number }[Int(place) - 1]
        }
    }
}
