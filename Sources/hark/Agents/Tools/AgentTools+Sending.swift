import ArgumentParser
import Bytes
import Engine
import Filter
import Flow
import HTTPModel
import Library
import MCP
import Platform
import Store
import Workbench

// Requests to servers, where the user allows them.
extension AgentTools {
    func send(_ arguments: ToolArguments) async throws -> ToolAnswer {
        let url = arguments.text("url") ?? ""
        let request: ComposedRequest
        do throws(ComposedRequest.Problem) {
            request = try ComposedRequest(
                url: url, method: arguments.text("method") ?? "GET", headers: arguments.texts("headers"),
                body: arguments.text("body").map { Bytes($0) })
        } catch {
            throw AgentFailure(error.text)
        }
        let destination: Destination
        do {
            destination = try SendingOptions.server(url)
        } catch {
            throw AgentFailure("url: expected http://HOST or https://HOST, such as http://localhost:3000/health")
        }
        // The session that is read, where it can be written to: what the agent sent is what it asks about next.
        let beside = (try? filePath()).flatMap { SessionFile.isDatabase($0) ? $0 : nil }
        let (record, place) = try await sent(
            Sending(request.bytes, to: destination), beside: beside, seconds: arguments.integer("timeout"))
        return try await answer(record, in: place, diff: nil)
    }

    func replay(_ arguments: ToolArguments) async throws -> ToolAnswer {
        let number = try number(arguments)
        guard let recorded = try original().flow(number) else {
            throw AgentFailure("flow \(number) does not exist. List them: list_flows {}")
        }
        let (sending, isElsewhere) = try repeated(recorded, arguments)
        let beside = session == "-" ? nil : try SessionChoice.storedPath(of: session)
        let (record, place) = try await sent(sending, beside: beside)
        var answer = try await answer(record, in: place, diff: FlowDiff(recorded.record, record, .answers))
        if isElsewhere { answer.say("It went to another server than the recorded one, without its credentials.") }
        return answer
    }

    /// The recorded request, changed. Its credentials go where they went, and nowhere else.
    private func repeated(
        _ recorded: FilterSubject, _ arguments: ToolArguments
    ) throws -> (sending: Sending, isElsewhere: Bool) {
        let number = recorded.record.id.number
        var rules = try headers(arguments)
        let own: Destination?
        do throws(ReplayProblem) {
            let request = try ReplayedRequest(recorded.record, willBeEdited: true)
            own = request.destinationDoubt == nil ? request.destination : nil
        } catch {
            throw AgentFailure("flow \(number) cannot be sent again: \(error.text)")
        }
        var destination = own
        if let to = arguments.text("to") {
            do {
                destination = try SendingOptions.server(to)
            } catch {
                throw AgentFailure("to: expected http://HOST:PORT or https://HOST, such as http://localhost:3000")
            }
        }
        guard let destination else {
            throw AgentFailure("flow \(number) cannot be sent again: its server is not known for sure. Name it: to")
        }
        let isElsewhere = own.map { !$0.isSameServer(as: destination) } ?? true
        // What hides credentials takes them out, whether or not the agent may see them.
        let hiding = redaction ?? AgentRedaction(key: ExportRun.randomKey())
        let record = isElsewhere ? hiding.subject(recorded).record : recorded.record
        var content = arguments.text("body").map { Bytes($0) }
        if content == nil, isElsewhere { content = FilterReader.whole(record.request.content.kept) ?? Bytes() }
        if let content {
            // RFC 9112 §6.3: it is this long, whatever the recorded one was.
            rules += [
                HeaderRule(.remove, "Transfer-Encoding", source: "body"),
                HeaderRule(.set(value: Bytes("\(content.count)")), "Content-Length", source: "body"),
            ]
        }
        if isElsewhere { rules += Self.withoutSecrets(record.requestHead?.fields ?? .none) }
        do throws(ReplayProblem) {
            let request = try ReplayedRequest(record, willBeEdited: content != nil).changed(by: rules)
            var bytes = request.bytes
            if let content {
                let head = bytes.slice(0..<RawMessage.headSize(of: bytes))
                bytes = Bytes(head.array + content.array)
            }
            var sending = Sending(bytes, to: destination)
            sending.repeats = request.original
            return (sending, isElsewhere)
        } catch {
            throw AgentFailure("flow \(number) cannot be sent again: \(error.text)")
        }
    }

    private func headers(_ arguments: ToolArguments) throws -> [HeaderRule] {
        func rules(_ name: String, _ flag: HeaderRule.Flag, _ example: String) throws -> [HeaderRule] {
            try arguments.texts(name).map { line in
                do throws(HeaderRule.Invalid) {
                    return try HeaderRule.parse(line, flag: flag)
                } catch {
                    throw AgentFailure("\(name): \(error.text). Example: \(example)")
                }
            }
        }
        return try rules("remove", .removeRequest, "\"Cookie\"") + rules("set", .setRequest, "\"X-Try: 2\"")
    }

    /// Takes out every line in which a credential was replaced by its tag.
    private static func withoutSecrets(_ fields: FieldSection) -> [HeaderRule] {
        fields.lines.compactMap { line in
            guard fields.value(of: line).text.contains("[secret ") else { return nil }
            return HeaderRule(.remove, fields.name(of: line), source: "to")
        }
    }

    private func sent(
        _ sending: Sending, beside: String?, seconds: Int? = nil
    ) async throws -> (FlowRecord, String?) {
        // A proxy and its page would do for an agent what the user allows only to themselves.
        let forbidden = HeldProxy.listeners(beside: session == nil ? nil : (try? filePath()))
        let words = seconds.map { ["--timeout", "response-head=\($0)s", "--timeout", "body=\($0)s"] } ?? []
        let run = try await SendingRun(SendingOptions.parse(words), beside: beside, forbidden: forbidden)
        let record = await run.send(sending)
        await run.finish()
        if let path = run.path, let editor = try? SessionEditor(path) {
            _ = try? editor.tag([record.id.number], "agent")
            editor.close()
        }
        return (record, run.path)
    }

    private func answer(_ record: FlowRecord, in path: String?, diff: FlowDiff?) async throws -> ToolAnswer {
        let name = path.flatMap { try? SessionEntry(path: $0) }?.name
        let compared = try path.map { try filePath() == $0 } ?? false
        return await read {
            let subject = FilterSubject(record, reader: .standard)
            let seen = redaction?.subject(subject) ?? subject
            var answer = try shown(seen, parts: ["request", "response"])
            if let failure = record.sendingFailure {
                answer.add(captured: redaction?.text(failure) ?? failure)
            }
            answer.fact("session", name.map { .string($0) } ?? .null)
            if !compared {
                answer.say("It is in another session than the one that is read: \(name ?? "it was not stored").")
            }
            if let diff {
                answer.say(
                    diff.isSteady
                        ? "The response is the same as recorded, apart from fields that always differ."
                        : "The response differs from the recorded one in \(diff.differences.count) places.")
                answer.fact("differences", .integer(Int64(diff.differences.count)))
            }
            return answer
        }
    }
}

extension Destination {
    /// The same scheme, host and port.
    fileprivate func isSameServer(as other: Destination) -> Bool {
        host == other.host && port == other.port && isSecure == other.isSecure
    }
}
