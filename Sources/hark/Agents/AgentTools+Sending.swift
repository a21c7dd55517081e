import ArgumentParser
import Bytes
import Engine
import Filter
import Flow
import HTTPModel
import HTTPSemantics
import MCP
import Platform
import Store
import Workbench

// Requests to servers, where the user allows them.
extension AgentTools {
    func send(_ arguments: ToolArguments) async throws -> ToolAnswer {
        let url = arguments.text("url") ?? ""
        let request = try AgentRequest(
            url: url, method: arguments.text("method") ?? "GET", headers: arguments.texts("headers"),
            body: arguments.text("body"))
        let destination: Destination
        do {
            destination = try SendingOptions.server(url)
        } catch {
            throw AgentFailure("url: expected http://HOST or https://HOST, such as http://localhost:3000/health")
        }
        let (record, place) = try await sent(Sending(request.bytes, to: destination), beside: nil)
        audit("send_request", arguments, record.status.map { "status \($0)" } ?? "no response")
        return try await answer(record, in: place, diff: nil)
    }

    func replay(_ arguments: ToolArguments) async throws -> ToolAnswer {
        let number = try number(arguments)
        guard let recorded = try original().flow(number)?.record else {
            throw AgentFailure("flow \(number) does not exist. List them: list_flows {}")
        }
        var rules: [HeaderRule] = []
        for line in arguments.texts("set") {
            do throws(HeaderRule.Invalid) {
                rules.append(try HeaderRule.parse(line, flag: .setRequest))
            } catch {
                throw AgentFailure("set: \(error.text). Example: \"X-Try: 2\"")
            }
        }
        let request: ReplayedRequest
        do throws(ReplayProblem) {
            request = try ReplayedRequest(recorded).changed(by: rules)
        } catch {
            throw AgentFailure("flow \(number) cannot be sent again: \(error.text)")
        }
        // Its credentials go where they went, and nowhere else.
        guard let destination = request.destination, request.destinationDoubt == nil else {
            throw AgentFailure("flow \(number) cannot be sent again: its server is not known for sure")
        }
        var sending = Sending(request.bytes, to: destination)
        sending.repeats = request.original
        let beside = session == "-" ? nil : try SessionChoice.storedPath(of: session)
        let (record, place) = try await sent(sending, beside: beside)
        audit("replay_flow", arguments, record.status.map { "status \($0)" } ?? "no response")
        return try await answer(record, in: place, diff: FlowDiff(recorded, record, .answers))
    }

    private func sent(_ sending: Sending, beside: String?) async throws -> (FlowRecord, String?) {
        // A proxy and its page would do for an agent what the user allows only to themselves.
        let forbidden = HeldProxy.listeners(beside: session == nil ? nil : (try? sessionPath()))
        let run = try await SendingRun(SendingOptions.parse([]), beside: beside, forbidden: forbidden)
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
        let compared = try path.map { try SessionChoice.path(of: session) == $0 } ?? false
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

/// A request that an agent composed: what it wrote cannot become anything but one request.
struct AgentRequest {
    let bytes: Bytes

    init(url: String, method: String, headers: [String], body: String?) throws {
        let reference = URLReference(Bytes(url))
        guard url.utf8.allSatisfy({ $0 > ASCII.space && $0 < ASCII.delete }),
            let authority = reference.bytes(reference.host), !authority.isEmpty
        else { throw AgentFailure("url: expected http://HOST or https://HOST, such as http://localhost:3000/health") }
        guard !method.isEmpty, method.utf8.allSatisfy({ OctetClass.token.contains($0) }) else {
            throw AgentFailure("method: expected a name such as POST")
        }
        // RFC 9112 §3.2.1: the target is path and query.
        let path = reference.raw.slice(reference.path).text
        let query = reference.bytes(reference.query).map { "?\($0.text)" } ?? ""
        let afterScheme = url.components(after: "://")
        let host = String(afterScheme.prefix { $0 != "/" && $0 != "?" && $0 != "#" })
        guard !host.contains("@") else { throw AgentFailure("url: credentials do not belong into a URL") }
        var lines = ["\(method) \(path.isEmpty ? "/" : path)\(query) HTTP/1.1"]
        let names = headers.map { $0.prefix { $0 != ":" }.lowercased() }
        if !names.contains("host") { lines.append("Host: \(host)") }
        for (line, name) in zip(headers, names) {
            let isField =
                !name.isEmpty && name.utf8.allSatisfy { OctetClass.token.contains($0) } && line.contains(":")
                && line.utf8.allSatisfy { $0 == ASCII.tab || ($0 >= ASCII.space && $0 != ASCII.delete) }
            guard isField else { throw AgentFailure("headers: expected lines such as \"Accept: text/html\"") }
            guard !["content-length", "transfer-encoding", "connection"].contains(name) else {
                throw AgentFailure("headers: \(name) is set by Hark")
            }
            lines.append(line)
        }
        if let body { lines.append("Content-Length: \(body.utf8.count)") }
        lines.append("Connection: close")
        bytes = Bytes(Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")).utf8))
    }
}

extension String {
    /// What follows the first place of a text; all of it when it is not there.
    fileprivate func components(after text: String) -> Substring {
        guard let range = self.firstRange(of: text) else { return self[...] }
        return self[range.upperBound...]
    }
}
