import ArgumentParser
import Filter
import Fleet
import Library
import Platform

/// "Which flows" of a command line, as every command that takes flows reads it: numbers, else a filter. A value.
struct FlowArguments {
    private let request: FlowRequest

    /// - Parameters:
    ///   - words: the arguments; none ask for every flow.
    ///   - searchesWords: a word by itself is searched for as a text. Commands that change, send or delete flows refuse
    ///     it, and so do those to whom a person gives numbers.
    init(_ words: [String], searchesWords: Bool = false) throws {
        do throws(FlowRequestError) {
            request = try FlowRequest(words)
        } catch {
            throw ValidationError(error.text.terminalEscaped)
        }
        if !searchesWords, let ambiguity = request.ambiguity { throw ValidationError(ambiguity.terminalEscaped) }
    }

    /// Nothing was said, or nothing that leaves a flow out.
    var isEverything: Bool { request == .everything }

    /// Numbers were given.
    var isSelection: Bool {
        if case .selection = request { true } else { false }
    }

    /// What was understood, in words.
    var words: [String] {
        switch request {
        case .filter(let filter, _):
            return [FilterWords.sentence(filter)] + FilterWords.doubts(filter).map { "Note: \($0)." }
        case .selection(let selection):
            return selection.groups.map { group in
                let names = group.parts.prefix(20).map(\.text) + (group.parts.count > 20 ? ["…"] : [])
                let place = group.session.map { " of \($0)" } ?? ""
                return "Flow numbers \(names.joined(separator: ", "))\(place)."
            }
        }
    }

    /// The session that all of them are of, by name or path; nil for the newest. Fails with a sentence and an exit
    /// code when there are several.
    ///
    /// - Parameter session: of the command line, for flows that name none themselves.
    func session(_ session: String?) throws -> String? {
        guard case .selection(let selection) = request else { return session }
        guard selection.groups.count == 1 else {
            throw UsageFailure.said("these flow numbers are from several sessions; give those of one session at a time")
        }
        if let session, FleetLibrary.isFleet(session) { return session }
        if let named = selection.groups[0].session, let session, session != named {
            throw UsageFailure.said(
                "--session \(session.terminalEscaped) and \(named.terminalEscaped):… name two sessions; give "
                    + "only one. To "
                    + "search for the text: text:\(named.terminalEscaped):…")
        }
        return selection.groups[0].session ?? session
    }

    /// The flows, all of one session. Fails with a sentence and an exit code when there is no such session.
    func chosen(in session: String?) throws -> ChosenFlows {
        _ = try self.session(session)
        return try all(in: session)[0]
    }

    /// The flows by session, in the order they were named.
    func all(in session: String?) throws -> [ChosenFlows] {
        switch request {
        case .filter(let filter, _): return [try ChosenFlows(filter, in: session)]
        case .selection(let selection): return try selection.groups.map { try ChosenFlows($0, session) }
        }
    }
}
