import ArgumentParser
import Authority
import Filter
import Fleet
import Flow
import Library
import Platform
import Store

/// The flows that a command line asks for, of one session, HAR or log. Made for one command.
struct ChosenFlows {
    /// By name or path, as a person gave it; nil for the newest session.
    let session: String?
    let source: any FlowLibrary
    /// Finds them; `names` is to be asked, too.
    let filter: FlowFilter
    /// nil: a filter was given.
    private let group: FlowSelection.Group?
    /// The numbers of the newest flows, the newest first, as many as are needed.
    private let newest: [UInt64]

    init(_ filter: FlowFilter, in session: String?) throws {
        self.session = session
        source = try SessionChoice.source(of: session)
        self.filter = filter
        (group, newest) = (nil, [])
    }

    /// - Parameter standard: the session of what names none itself.
    init(_ group: FlowSelection.Group, _ standard: String?) throws {
        // Of a fleet, what stands before a number is its run.
        let fleet = standard.flatMap { FleetLibrary.isFleet($0) ? $0 : nil }
        session = fleet ?? group.session ?? standard
        // Numbers come from elsewhere, too: only an option opens a connection.
        if fleet == nil, let named = group.session, FleetLibrary.isFleet(named) {
            throw UsageFailure.said("name the database of a fleet with --session")
        }
        do {
            let found = try SessionChoice.source(of: session)
            if let fleet = found as? FleetLibrary {
                source = try fleet.scoped(to: group, of: group.session)
            } else {
                source = found
            }
        } catch {
            // Whoever searches for `localhost:8080` writes the same.
            if fleet == nil, let named = group.session {
                let text = "\(named):\(group.parts.map(\.text).joined(separator: ","))"
                Diagnostics.say("this was read as SESSION:NUMBER; to search for the text: text:\(text.terminalEscaped)")
            }
            throw error
        }
        self.group = group
        let needed = group.newestNeeded
        newest = needed > 0 ? try source.newest(Int(clamping: needed)) : []
        filter = group.filter(newest: newest)
    }

    /// Gives the file back, before somebody else of this process opens it.
    func close() { (source as? SessionLibrary)?.reader.close() }

    /// Hands them out as they were recorded, or in the order that is asked for, until `body` says no.
    func walk(_ reading: FlowReading = FlowReading(), _ body: (FilterSubject) throws -> Bool) throws {
        try source.forEach(filter, .here, reading) { subject in
            guard isChosen(subject.record.id.number) else { return true }
            return try body(subject)
        }
    }

    func isChosen(_ number: UInt64) -> Bool {
        guard let group else { return true }
        return group.names(number) || newest.contains(number)
    }

    /// The numbers, each once: as they were named, of a filter as recorded. Fails with a sentence and exit code 1 when
    /// there are none, or when one that was named is not there; of a range, those that are there will do.
    func numbers() throws -> [UInt64] {
        var found: [UInt64] = []
        try walk(FlowReading(hasContent: false)) { subject in
            found.append(subject.record.id.number)
            return true
        }
        return try checked(found)
    }

    /// Flows were named one by one, and not found by a filter.
    var areNamed: Bool { group != nil }

    /// The same of numbers that were found, each perhaps several times.
    func checked(_ found: [UInt64]) throws -> [UInt64] {
        guard let group else {
            guard !found.isEmpty else { throw noMatch() }
            return found
        }
        let chosen = group.chosen(from: Array(Set(found)).sorted(), newest: newest)
        guard chosen.missing.isEmpty else { throw noMatch(chosen.missing) }
        return chosen.numbers
    }

    /// Says on standard error that numbers are not there, where a command shows what is.
    func sayMissing() throws {
        guard let group, group.parts.contains(where: \.isOne) else { return }
        var found: [UInt64] = []
        try walk(FlowReading(hasContent: false)) { subject in
            found.append(subject.record.id.number)
            return true
        }
        let missing = group.chosen(from: Array(Set(found)).sorted(), newest: newest).missing
        guard !missing.isEmpty else { return }
        _ = noMatch(missing)
        if case .number(let number) = missing[0] { Diagnostics.say("to search for the text: text:\(number)") }
    }

    /// Says that nothing matches, on standard error; with which code the command ends.
    func noMatch(_ missing: [FlowSelection.Part] = []) -> ExitCode {
        let place = session.map { $0 == "-" ? "standard input" : $0.terminalEscaped } ?? "the newest session"
        let isEmpty = (try? source.newest(1).isEmpty) ?? false
        let list = session.map { "hark flows --session \(ShellText.quoted($0).terminalEscaped)" } ?? "hark flows"
        let others = session == nil ? ", and --session names another of 'hark sessions'" : ""
        if isEmpty {
            Diagnostics.say("no flow matches: \(place) has no flows.")
        } else if missing.isEmpty {
            Diagnostics.say("no flow matches this filter in \(place).")
        } else {
            let names = missing.prefix(20).map(\.text) + (missing.count > 20 ? ["…"] : [])
            Diagnostics.say(
                "no flow matches \(names.joined(separator: ", ")) in \(place); '\(list)' lists its flows\(others).")
        }
        return UsageFailure.notFound
    }
}

extension FlowSelection.Part {
    /// It names one flow.
    fileprivate var isOne: Bool {
        switch self {
        case .number, .newest: true
        case .range, .all: false
        }
    }
}
