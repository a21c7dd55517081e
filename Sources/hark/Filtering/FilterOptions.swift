import ArgumentParser
import Filter
import Flow
import Library
import Store

/// Which flows are shown, and which are kept, of those that pass.
struct FilterOptions: ParsableArguments {
    @Option(
        name: .long, help: ArgumentHelp("Print only matching exchanges (hark help filter).", valueName: "filter"),
        completion: FilterWordCompletion.kind)
    var show: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Record and show only matching exchanges; in session, --har, --log, page, screen (hark help filter).",
            valueName: "filter"),
        completion: FilterWordCompletion.kind)
    var keepOnly: String?

    func validate() throws {
        _ = try shown()
        _ = try kept()
    }

    /// nil: all.
    func shown() throws -> FlowFilter? { try show.map { try Self.read($0, "--show") } }

    func kept() throws -> FlowFilter? { try keepOnly.map { try Self.read($0, "--keep-only") } }

    /// Which flows are kept by a filter, and from when on that is known.
    static func choice(_ filter: FlowFilter) -> KeepingSink.Choice {
        let matcher = FilterMatcher(filter, .here)
        let stage = filter.expression.stage
        // Asked of each flow once, in the order in which they are settled.
        var hops = RedirectHops()
        let counts = filter.expression.tests.contains { $0.field.name == "redirect.hop" }
        return KeepingSink.Choice(
            needsContent: stage > .request || filter.expression.readsContent,
            isSettled: { stage.isReached(by: $0) },
            passes: { flow in
                var context = FlowContext(marks: flow.record.marks)
                if counts { context.redirectHop = hops.hop(of: flow.record) }
                return matcher.matches(FilterSubject(flow, context, reader: .standard))
            })
    }

    /// What was understood, for the start of a run.
    func words() throws -> [String] {
        let filters = [("showing", try shown()), ("keeping", try kept())]
        return filters.flatMap { verb, filter in
            guard let filter else { return [String]() }
            let sentence = FilterWords.sentence(filter)
            let understood = "\(verb) \(sentence.prefix(1).lowercased())\(sentence.dropFirst())"
            return [understood.terminalEscaped] + FilterWords.doubts(filter).map { $0.terminalEscaped + "." }
        }
    }

    /// - Parameter place: what to say before a mistake.
    static func read(_ text: String, _ place: String) throws -> FlowFilter {
        // Of flows that are still to come nobody knows the numbers, and a number is never searched for as a text.
        let isSelection = (try? FlowSelection.Group(text, mayNameSession: false)) ?? nil
        if isSelection != nil {
            let shown = text.terminalEscaped
            throw ValidationError(
                "\(place) '\(shown)' is a flow number, but no flow exists yet (expected a filter, such as id = 12, or "
                    + "text:\(shown) to search for the text)")
        }
        do {
            return try FlowFilter(text)
        } catch {
            throw ValidationError("\(place), \(error.shown(in: text).terminalEscaped)")
        }
    }
}
