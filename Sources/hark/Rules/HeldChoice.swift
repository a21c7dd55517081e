import ArgumentParser
import Filter

/// Which of the messages that are held, by the numbers of their flows.
struct HeldChoice {
    private let group: FlowSelection.Group

    init(_ text: String) throws {
        do throws(FlowRequestError) {
            if let group = try FlowSelection.Group(text, mayNameSession: false) {
                self.group = group
                return
            }
        } catch {
            throw ValidationError(error.text.terminalEscaped)
        }
        throw ValidationError(
            "'\(text.terminalEscaped)' is not a flow number (expected 12, #12, 3-7, last or all); 'hark held' "
                + "lists the "
                + "held messages"
        )
    }

    /// Those that are held of the numbers that are named; a number by itself is asked for as it is.
    func numbers(_ proxy: HeldProxy) throws -> [UInt64] {
        if group.parts.count == 1, case .number(let number) = group.parts[0] { return [number] }
        // The number stands first in a line, before a tab.
        let held = try proxy.ask("list").split(separator: "\n").compactMap { line in
            line.split(separator: "\t").first.flatMap { UInt64($0) }
        }
        let found = Array(Set(held)).sorted()
        let chosen = group.chosen(from: found, newest: found.reversed())
        guard chosen.missing.isEmpty else {
            let names = chosen.missing.prefix(20).map(\.text).joined(separator: ", ")
            let hint = held.isEmpty ? "no messages are held" : "'hark held' lists the held messages"
            Diagnostics.say("no flow matches \(names): \(hint)")
            throw UsageFailure.notFound
        }
        return chosen.numbers
    }
}
