import Filter
import Fleet
import Flow
import Library

extension FleetLibrary {
    /// Whether `--session` names a fleet, and not a file.
    static func isFleet(_ session: String) -> Bool {
        session == "fleet" || session.hasPrefix("postgres://") || session.hasPrefix("postgresql://")
    }

    /// Connects.
    static func open(_ session: String) throws -> FleetLibrary {
        let connector = FleetConnector()
        return try FleetLibrary(connector.open(connector.address(session, of: "--session")), reader: .standard)
    }

    /// The run that selected flows are of: flows are `RUN:N`, and N by itself where one run has it. Fails with a
    /// sentence and an exit code.
    ///
    /// - Parameter name: the first digits of a run.
    func scoped(to group: FlowSelection.Group, of name: String?) throws -> FleetLibrary {
        if let name {
            let isName = name.utf8.count >= 4 && name.utf8.count <= 16 && name.allSatisfy(\.isHexDigit)
            guard isName else {
                throw UsageFailure.said("'\(name.terminalEscaped)' is not a run (expected 4 to 16 hexadecimal digits)")
            }
            let run = try one(reader.runs(beginningWith: name.lowercased()), "run \(name)")
            return scoped(to: run)
        }
        let numbers = group.parts.compactMap { part -> ClosedRange<Int64>? in
            switch part {
            case .number(let number): Int64(clamping: number)...Int64(clamping: number)
            case .range(let range): Int64(clamping: range.lowerBound)...Int64(clamping: range.upperBound)
            case .newest, .all: nil
            }
        }
        var runs = try reader.runs(having: numbers)
        let newest = Int(clamping: group.newestNeeded)
        if newest > 0 {
            runs += try reader.newest(newest, run: nil).map(\.run)
        }
        guard !runs.isEmpty else { return self }
        return scoped(
            to: try one(Array(Set(runs)), group.parts.map(\.text).joined(separator: ",")))
    }

    private func one(_ runs: @autoclosure () throws -> [RunID], _ what: String) throws -> RunID {
        let found = try runs()
        if found.count == 1 { return found[0] }
        guard let first = found.first else {
            Diagnostics.say("no flow matches: the database has no \(what.terminalEscaped)")
            throw UsageFailure.notFound
        }
        throw UsageFailure.said(
            "\(what.terminalEscaped) is in \(found.count) runs; name one, such as \(first.text.prefix(8)):NUMBER")
    }
}
