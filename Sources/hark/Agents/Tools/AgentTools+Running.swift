import ArgumentParser
import Filter
import Flow
import Library
import MCP
import Platform
import Store

// Commands, where the user allows them.
extension AgentTools {
    /// So much of the end of a command's output is shown; the rest of the result has the flows.
    private static let outputLimit = 4 << 10

    /// Runs a command as `hark run` does: with a private proxy, and a session of its own for its flows.
    func run(_ arguments: ToolArguments) async throws -> ToolAnswer {
        let words = arguments.texts("command")
        guard let first = words.first, !first.isEmpty, !words.contains(where: { $0.contains("\0") }) else {
            throw AgentFailure("argument command: expected a program and its arguments, such as [\"npm\", \"test\"]")
        }
        guard let program = InstalledCopy.program else { throw AgentFailure("Hark does not find its own program") }
        let path = try Self.newSession()
        var line = [program, "run", "--quiet", "--store", path, "--"] + words
        if let directory = arguments.text("directory"), !directory.isEmpty {
            line = ["/bin/sh", "-c", "cd -- \"$1\" && shift && exec \"$@\"", "sh", directory] + line
        }
        let command: AgentProcess
        do throws(AgentProcess.StartFailure) {
            command = try AgentProcess(line)
        } catch {
            Self.removeIfEmpty(path)
            throw AgentFailure("the command could not be started: \(String(cString: strerror(error.code)))")
        }
        let seconds = arguments.integer("timeout") ?? 60
        let end = await command.end(within: seconds)
        let answer = await read { try told(end, arguments, seconds, path) }
        Self.removeIfEmpty(path)
        return answer
    }

    private func told(
        _ end: AgentProcess.End, _ arguments: ToolArguments, _ seconds: Int, _ path: String
    ) throws -> ToolAnswer {
        let name = try SessionEntry(path: path).name
        let source = try SessionChoice.source(of: path)
        let count = try source.count(.everything, .here)
        var answer = ToolAnswer()
        answer.say(
            end.isTimedOut
                ? "The command was ended after \(seconds) s (timeout)."
                : "Exit code \(end.code). \(Self.meaning(end.code))")
        answer.say("It made \(count) flow\(count == 1 ? "" : "s")\(count > 0 ? ", in the session \(name)" : "").")
        let budget = arguments.budget ?? Self.standardBudget
        let output = redaction?.text(end.output) ?? end.output
        let limit = min(Self.outputLimit, budget / 3)
        var tail = String(output.suffix(limit))
        while tail.utf8.count > limit { tail.removeFirst() }
        let omitted = end.omitted + output.utf8.count - tail.utf8.count
        if !tail.isEmpty {
            answer.say(omitted > 0 ? "Its output, without the first \(omitted) bytes:" : "Its output:")
            answer.add(captured: tail)
        }
        if count > 0 {
            var rows = AgentRows(budget: budget - tail.utf8.count - 600)
            let reading = FlowReading(.newestFirst, limit: 20, hasContent: false)
            try source.forEach(.everything, .here, reading) { subject in
                rows.add(subject)
                return !rows.isFull
            }
            rows.write(to: &answer)
            answer.say(
                try sessionPath() == path
                    ? "Next: list_flows {\"filter\": \"status >= 400 or error\"}"
                    : "This server reads another session. The user can start one that reads this: hark mcp --session "
                        + name)
        }
        answer.fact("exit_code", .integer(Int64(end.code)))
        answer.fact("timed_out", .boolean(end.isTimedOut))
        answer.fact("session", count > 0 ? .string(name) : .null)
        answer.fact("matched", .integer(Int64(count)))
        answer.fact(captured: "output", .string(tail))
        answer.rest = "Its flows: list_flows {}"
        return answer
    }

    /// What shells and `hark run` say by a code.
    private static func meaning(_ code: Int32) -> String {
        switch code {
        case 126: "The program cannot be run."
        case 127: "There is no such program."
        case 129...: "A signal ended it (\(code - 128))."
        default: ""
        }
    }

    private static func newSession() throws -> String {
        guard let folder = KeptSession.folder else { throw AgentFailure("there is no place for the session (HOME)") }
        do throws(SessionError) {
            try folder.make()
            let file = try folder.create(start: Clock.microseconds())
            file.close(removingWhenEmpty: false)
            return file.path
        } catch {
            throw AgentFailure("a session for its flows could not be made")
        }
    }

    private static func removeIfEmpty(_ path: String) {
        (try? SessionFile(path))?.close(removingWhenEmpty: true)
    }
}
