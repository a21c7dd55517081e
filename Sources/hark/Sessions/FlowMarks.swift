import ArgumentParser
import Platform
import Store

/// What the commands that mark flows have in common.
enum FlowMarks {
    /// - Parameters:
    ///   - verb: what was done, as "pinned".
    ///   - body: says how many of the flows there are.
    static func put(
        on flows: FlowArguments, in session: String?, _ verb: String,
        _ body: (SessionEditor, [UInt64]) throws(SessionError) -> Int
    ) throws {
        let chosen = try flows.chosen(in: session)
        let path = try chosen.editablePath("marked")
        let numbers = try chosen.numbers()
        chosen.close()
        let count = try SessionChoice.say { () throws(SessionError) in
            let editor = try SessionEditor(path)
            defer { editor.close() }
            return try body(editor, numbers)
        }
        guard count == numbers.count else {
            Diagnostics.say("\(numbers.count - count) of these flows are no longer in \(path)")
            throw UsageFailure.notFound
        }
        if count > 1 { Diagnostics.say("\(verb) \(count) flows") }
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
        guard source is StoredSource else {
            let place = path.terminalEscaped
            Diagnostics.say(
                "\(place) is not a session, and only flows of a session can be \(verb); first: hark import \(place)")
            throw UsageFailure.data
        }
        return path
    }
}
