import ArgumentParser
import Platform
import Store

/// What the commands that mark flows have in common.
enum FlowMarks {
    /// - Parameter body: says how many of the flows there are.
    static func put(
        on numbers: [UInt64], _ choice: SessionChoice, _ body: (SessionEditor) throws(SessionError) -> Int
    ) throws {
        let path = try choice.path()
        let count = try SessionChoice.say { () throws(SessionError) in
            let editor = try SessionEditor(path)
            defer { editor.close() }
            return try body(editor)
        }
        guard count == numbers.count else {
            guard numbers.count > 1 else { throw SessionChoice.lacks("\(numbers[0])", in: choice.session) }
            Diagnostics.say("not all of these flows are in \(path); 'hark flows' lists what there is.")
            throw ExitCode(EX_NOINPUT)
        }
    }
}
