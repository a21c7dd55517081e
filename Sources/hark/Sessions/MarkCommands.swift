import ArgumentParser
import Fleet
import Library
import Platform
import Store

/// What the commands that mark flows have in common.
enum MarkCommands {
    static func put(_ mark: FleetMark, on flows: FlowArguments, in session: String?) throws {
        if let session, FleetLibrary.isFleet(session) { return try put(mark, onFleet: flows, in: session) }
        let chosen = try flows.chosen(in: session)
        let path = try chosen.editablePath("marked")
        let numbers = try chosen.numbers()
        chosen.close()
        let count = try SessionChoice.say { () throws(SessionError) in
            let editor = try SessionEditor(path)
            defer { editor.close() }
            switch mark {
            case .pin(let isOn): return try editor.pin(numbers, isOn)
            case .comment(let text): return try editor.comment(numbers, text)
            case .tag(let name, let isOn): return try editor.tag(numbers, name, isOn: isOn)
            }
        }
        try report(count, of: numbers.count, mark, path)
    }

    private static func put(_ mark: FleetMark, onFleet flows: FlowArguments, in session: String) throws {
        var found: [FleetMarker.Flow] = []
        let choice = try FleetChoice(flows, in: session) { found.append(FleetMarker.Flow($0, $1)) }
        let count = try FleetConnector.saying { try FleetMarker(choice.link).put(mark, on: found) }
        try report(count, of: found.count, mark, choice.name)
    }

    private static func report(_ count: Int, of wanted: Int, _ mark: FleetMark, _ place: String) throws {
        guard count == wanted else {
            Diagnostics.say("\(wanted - count) of these flows are no longer in \(place.terminalEscaped)")
            throw UsageFailure.notFound
        }
        if count > 1 { Diagnostics.say("\(verb(mark)) \(count) flows") }
    }

    private static func verb(_ mark: FleetMark) -> String {
        switch mark {
        case .pin(let isOn): isOn ? "pinned" : "unpinned"
        case .comment: "commented"
        case .tag(_, let isOn): isOn ? "tagged" : "untagged"
        }
    }
}

extension ChosenFlows {
    /// The path of the session, which has to be one whose flows can be changed. Fails with a sentence and an exit code.
    ///
    /// - Parameter verb: what is done to flows, as "deleted".
    func editablePath(_ verb: String) throws -> String {
        guard session != "-" else {
            Diagnostics.say("flows from standard input cannot be \(verb); import them first: hark import -")
            throw UsageFailure.data
        }
        let path = try SessionChoice.path(of: session)
        guard source is SessionLibrary else {
            let place = path.terminalEscaped
            Diagnostics.say(
                "\(place) is not a session, and only flows of a session can be \(verb); first: hark import \(place)")
            throw UsageFailure.data
        }
        return path
    }
}
