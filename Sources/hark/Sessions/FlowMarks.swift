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
            let flows = numbers.count == 1 ? "is no flow \(numbers[0])" : "are not all of these flows"
            Diagnostics.say("there \(flows) in \(path)")
            throw ExitCode(EX_NOINPUT)
        }
    }
}
