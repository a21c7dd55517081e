import ArgumentParser
import Dispatch
import Filter
import Flow
import Library
import MCP
import Platform
import Store
import Views

/// What the tools of `hark mcp` do: the same as the commands, on the same session, with credentials replaced. Safe to
/// use from anywhere: flows are read on one queue, one call after the other; what waits for the network, or for flows
/// to come, waits elsewhere.
struct AgentTools: Sendable {
    /// As the user named it; nil for that of the newest proxy, else the newest.
    private let named: @Sendable () -> String?
    /// Looked up for each call: another proxy may have started.
    var session: String? { named() ?? RunningProxyChoice.newest }
    let permissions: Set<AgentPermission>
    /// nil: credentials are shown.
    let redaction: AgentRedaction?
    private let queue = DispatchQueue(label: "hark.mcp")

    init(session: String?, permissions: Set<AgentPermission>, showsSecrets: Bool) {
        self.init(reading: { session }, permissions: permissions, showsSecrets: showsSecrets)
    }

    /// - Parameter session: looked up for each call.
    init(
        reading session: @escaping @Sendable () -> String?, permissions: Set<AgentPermission>, showsSecrets: Bool
    ) {
        named = session
        self.permissions = permissions
        redaction = showsSecrets ? nil : AgentRedaction(key: ExportRun.randomKey())
    }

    /// Answers one call.
    ///
    /// - Parameter client: who asks, for the user.
    func answer(_ call: ToolCall, of client: String) async -> ToolAnswer {
        var answer = await carriedOut(call)
        if redaction != nil { answer.countSecrets() }
        if call.tool.acts { audit(call, client, answer) }
        return answer
    }

    private func carriedOut(_ call: ToolCall) async -> ToolAnswer {
        let arguments = call.arguments
        switch call.tool.name {
        case "get_status": return await read { try status() }
        case "list_flows": return await read { try list(arguments) }
        case "get_flow": return await read { try flow(arguments) }
        case "get_body": return await read { try body(arguments) }
        case "list_messages": return await read { try messages(arguments) }
        case "explain_flow": return await read { try explanation(arguments) }
        case "find_problems": return await read { try problems(arguments) }
        case "diff_flows": return await read { try difference(arguments) }
        case "get_stats": return await read { try statistics(arguments) }
        case "look_up": return await read { try lookedUp(arguments) }
        case "export_flows": return await read { try export(arguments) }
        case "wait_for_flows": return await wait(arguments)
        case "get_rules": return await read { try rules() }
        case "try_rules": return await read { try trial(arguments) }
        case "get_help": return await read { try help(arguments) }
        case "mark_flows": return await read { try mark(arguments) }
        case "send_request": return await sending(arguments) { try await send($0) }
        case "replay_flow": return await sending(arguments) { try await replay($0) }
        case "run_command": return await sending(arguments) { try await run($0) }
        case "set_rules": return await read { try setRules(arguments) }
        case "decide_held": return await read { try decide(arguments) }
        default: return .failure("\(call.tool.name) is not available")
        }
    }

    // MARK: Running

    /// More output of a command is read by nobody.
    private static let outputLimit = 16 << 20

    /// Does what reads flows, on the queue.
    func read(_ body: @escaping @Sendable () throws -> ToolAnswer) async -> ToolAnswer {
        await withCheckedContinuation { continuation in
            queue.async {
                let capture = OutputCapture(limit: Self.outputLimit)
                let answer = OutputCapture.$current.withValue(capture) {
                    FlowView.$current.withValue(redaction?.view) {
                        do {
                            return try body()
                        } catch {
                            return failure(error, capture.remarks)
                        }
                    }
                }
                continuation.resume(returning: answer)
            }
        }
    }

    /// Does what sends, or waits for a command, elsewhere.
    private func sending(
        _ arguments: ToolArguments, _ body: (ToolArguments) async throws -> ToolAnswer
    ) async -> ToolAnswer {
        let capture = OutputCapture(limit: Self.outputLimit)
        return await OutputCapture.$current.withValue(capture) {
            do {
                return try await body(arguments)
            } catch {
                return failure(error, capture.remarks)
            }
        }
    }

    /// In the words of the command, without paths of the machine.
    private func failure(_ error: any Error, _ remarks: [String]) -> ToolAnswer {
        let said: String
        switch error {
        case let failure as AgentFailure: said = failure.text
        case is ExitCode: said = remarks.joined(separator: "\n")
        case let error as any FlowLibraryError: said = (remarks + [error.text]).joined(separator: "\n")
        default: said = ([Hark.message(for: error)] + remarks).joined(separator: "\n")
        }
        let folder = KeptSession.folder?.path ?? ""
        // The folder itself, too: that there is no session in it yet.
        let text =
            folder.isEmpty ? said : said.replacing(folder + "/", with: "").replacing(" in \(folder)", with: "")
        return .failure(text.isEmpty ? "this did not work" : redaction?.text(text) ?? text)
    }

    /// What a command prints. With `seesSecrets` it reads flows as they were recorded, so that what it says of them is
    /// so, and hides credentials as it hides them from a person.
    func output<Command: ParsableCommand>(
        of type: Command.Type, _ words: [String], seesSecrets: Bool = false
    ) throws -> String {
        let capture = OutputCapture(limit: Self.outputLimit)
        do {
            try OutputCapture.$current.withValue(capture) {
                try FlowView.$current.withValue(seesSecrets ? nil : redaction?.view) {
                    var command = try type.parse(words)
                    try command.run()
                }
            }
        } catch let code as ExitCode {
            // 1: what was asked for is so, or not; the output says it.
            guard code.rawValue == 1, !capture.results.isEmpty else {
                throw AgentFailure(capture.remarks.joined(separator: "\n"))
            }
        } catch let error as any FlowLibraryError {
            throw AgentFailure((capture.remarks + [error.text]).joined(separator: "\n"))
        } catch {
            throw AgentFailure(type.message(for: error))
        }
        return capture.results
    }

    /// For commands that hide credentials by themselves: theirs are replaced already, or may be seen.
    var secretWords: [String] { ["--show-secrets"] }

    /// The option that names the session.
    var sessionWords: [String] { session.map { ["--session=\($0)"] } ?? [] }

    // MARK: Which flows

    /// Opens the session as the agent sees it.
    func source() throws -> any FlowLibrary { try SessionChoice.source(of: session) }

    /// Opens it as it was recorded.
    func original() throws -> any FlowLibrary {
        try FlowView.$current.withValue(nil) { try SessionChoice.source(of: session) }
    }

    /// A name of the session that is the same as long as it is the same file.
    func sessionPath() throws -> String { try filePath() ?? session ?? "-" }

    /// The path of the session's file; nil for standard input and a database.
    func filePath() throws -> String? { try session == "-" ? nil : SessionChoice.file(of: session) }

    func filter(_ arguments: ToolArguments) throws -> FlowFilter {
        let text = arguments.text("filter") ?? ""
        let request: FlowRequest
        do throws(FlowRequestError) {
            request = try FlowRequest([text])
        } catch {
            throw AgentFailure(
                "\(error.text)\nExample: status >= 500. All fields: get_help {\"topic\": \"filter\"}")
        }
        guard case .filter(let filter, _) = request else {
            throw AgentFailure("filter: expected a test such as status >= 400; for flow numbers call get_flow")
        }
        if redaction != nil, let comparison = SecretFields.comparison(in: filter) {
            throw AgentFailure("filter: \(comparison)")
        }
        return filter
    }

    /// Flows by number, all of the session that is read.
    func numbers(_ words: [String]) throws -> [UInt64] {
        let request: FlowRequest
        do throws(FlowRequestError) {
            request = try FlowRequest(words)
        } catch {
            throw AgentFailure(error.text)
        }
        guard case .selection(let selection) = request, selection.groups.allSatisfy({ $0.session == nil }) else {
            throw AgentFailure("expected flow numbers such as 12 or \"last\"; list them: list_flows {}")
        }
        let chosen = try FlowArguments(words).chosen(in: session)
        do {
            return try chosen.numbers()
        } catch {
            throw AgentFailure(try missing(words, in: chosen.source))
        }
    }

    private func missing(_ words: [String], in source: any FlowLibrary) throws -> String {
        guard let last = try source.newest(1).first else { return "this session has no flows" }
        let count = try source.count(.everything, .here)
        return "flow \(words.joined(separator: ", ")) does not exist: this session has \(count) "
            + "flow\(count == 1 ? "" : "s"), the newest is \(last). List them: list_flows {}"
    }

    func number(_ arguments: ToolArguments, _ name: String = "flow") throws -> UInt64 {
        let words = arguments.flows(name)
        let found = try numbers(words)
        guard found.count == 1 else {
            throw AgentFailure("argument \(name): expected one flow, not \(found.count)")
        }
        return found[0]
    }

    /// One flow as the agent sees it, with what it may repeat known.
    func subject(_ number: UInt64) throws -> FilterSubject {
        try redaction?.learn(before: number, in: try original(), called: try sessionPath())
        guard let subject = try source().flow(number) else {
            guard try isThere(number) else { throw AgentFailure(try missing(["\(number)"], in: source())) }
            throw AgentFailure(
                "flow \(number) cannot be read: its record is damaged. List the others: list_flows {}"
            )
        }
        return subject
    }

    /// Whether the session has a flow of this number, be it readable or not.
    private func isThere(_ number: UInt64) throws -> Bool {
        guard let filter = try? FlowFilter("id = \(number)") else { return false }
        return try source().count(filter, .here) > 0
    }

    /// Writes down what an agent did, or tried to, for the user.
    private func audit(_ call: ToolCall, _ client: String, _ answer: ToolAnswer) {
        audit(call.tool.name, call.arguments.audited(of: call.tool), client, answer.outcome)
    }

    func audit(_ refusal: ToolRefusal, _ client: String) {
        audit(refusal.tool, refusal.arguments, client, "refused: \(refusal.reason)")
    }

    private func audit(_ tool: String, _ arguments: String, _ client: String, _ outcome: String) {
        func hidden(_ text: String) -> String { redaction?.text(text) ?? text }
        let result = CapturedText.cut(hidden(outcome), to: 300).replacing("\n", with: " ")
        AgentNote(
            time: Clock.microseconds(), client: client, tool: tool, arguments: hidden(arguments), result: result
        ).write(beside: OutputCapture.$current.withValue(OutputCapture(limit: 4_096)) { try? filePath() })
    }
}

extension ToolAnswer {
    /// What came of a call that acts, in few words.
    fileprivate var outcome: String {
        if isError { return "failed: \(firstLine)" }
        if let code = fact("exit_code")?.integer {
            return fact("timed_out") == true ? "timed out" : "exit code \(code)"
        }
        if let count = fact("marked")?.integer { return "\(count) marked" }
        if let status = fact("status") { return status.integer.map { "status \($0)" } ?? "no response" }
        return fact("revision")?.integer.map { "revision \($0)" } ?? "done"
    }
}
