package import Bytes
import Filter

/// A line that a script wrote.
package enum ScriptLine: Sendable {
    /// What a script says of itself.
    package struct Ready: Sendable, Hashable {
        package var subscriptions: [ScriptSubscription] = []
        package var options: [Option] = []
        package var commands: [Command] = []
        /// What it asked for that Hark does not have: clauses.
        package var missing: [String] = []
        /// Options that people may want to set and that it does not have, with those of Hark in their place; empty
        /// where there are none.
        package var instead: [String: String] = [:]

        package init() {}
    }

    package struct Option: Sendable, Hashable {
        package let name: String
        package let type: String
        package let fallback: String
        package let help: String
    }

    /// Something that people can have it do.
    package struct Command: Sendable, Hashable {
        package let name: String
        package let help: String
    }

    case ready(Ready)
    case started
    /// Why it cannot start, or cannot use a value of an option.
    case failed(option: String?, String)
    case verdict(UInt64, ScriptVerdict)
    /// It answers this question by something that is no verdict.
    case invalid(UInt64, String)
    /// It failed at this question, and says why.
    case failure(UInt64, String)
    case log(level: String, text: String, flow: UInt64?)
    case output(isError: Bool, Bytes)
    case subscribe(Ready)
    case call(id: Int64, ScriptCall)
    /// What came of a command.
    case result(UInt64, ScriptResult)
    /// Another type, which is ignored.
    case other
    /// An event that cannot be subscribed to: why.
    case refused(String)

    /// nil when the line is no JSON object.
    static func read(_ line: Bytes) -> ScriptLine? {
        let tree = line.withUnsafeBytes { raw -> JSONNode? in
            var parser = JSONParser(raw.bindMemory(to: UInt8.self))
            guard let tree = try? parser.tree() else { return nil }
            parser.skipWhitespace()
            return parser.next == nil ? tree : nil
        }
        guard let tree, case .object = tree.value else { return nil }
        return ScriptLineReader(file: line).line(tree)
    }
}

/// Reads the members of a line.
private struct ScriptLineReader {
    let file: Bytes

    /// Why a verdict is none: a clause.
    struct Fault: Error {
        let text: String
    }

    func line(_ node: JSONNode) -> ScriptLine {
        switch string(node, "type") {
        case "ready", "subscribe":
            do throws(Fault) {
                let ready = try ready(node)
                return string(node, "type") == "ready" ? .ready(ready) : .subscribe(ready)
            } catch {
                return .refused(error.text)
            }
        case "started": return .started
        case "failed":
            let (option, text) = (string(node, "option"), string(node, "text") ?? "no reason given")
            return .failed(option: option, (option.map { "option \($0): " } ?? "") + text)
        case "verdict":
            guard let id = node.member("id", in: file)?.integer(in: file), id >= 0 else { return .other }
            if string(node, "verdict") == "fail" {
                return .failure(UInt64(id), string(node, "text") ?? "no reason given")
            }
            do throws(Fault) {
                return .verdict(UInt64(id), try verdict(node))
            } catch {
                return .invalid(UInt64(id), error.text)
            }
        case "log":
            let flow = node.member("flow", in: file)?.integer(in: file).flatMap { UInt64(exactly: $0) }
            return .log(level: string(node, "level") ?? "info", text: string(node, "text") ?? "", flow: flow)
        case "output":
            return .output(isError: string(node, "stream") == "stderr", bytes(node, "text") ?? Bytes())
        case "call":
            guard let id = node.member("id", in: file)?.integer(in: file) else { return .other }
            return .call(id: id, call(string(node, "method") ?? "", node.member("params", in: file) ?? node))
        case "result":
            guard let id = node.member("id", in: file)?.integer(in: file), id >= 0 else { return .other }
            if let error = string(node, "error") { return .result(UInt64(id), .failed(String(error.prefix(500)))) }
            return .result(UInt64(id), .value(node.member("value", in: file).map(spelled) ?? ""))
        case .some, nil: return .other
        }
    }

    // MARK: - Subscriptions

    private func ready(_ node: JSONNode) throws(Fault) -> ScriptLine.Ready {
        var ready = ScriptLine.Ready()
        let events = node.member("events", in: file)?.elements ?? []
        guard events.count <= 1_000 else { throw Fault(text: "there are more than 1,000 events") }
        for (place, event) in events.enumerated() {
            guard let name = string(event, "on") else { throw Fault(text: "an event has no \"on\"") }
            guard let on = ScriptEventKind(rawValue: name) else {
                ready.missing.append("the event '\(name)' is not available")
                continue
            }
            let text = string(event, "filter") ?? ""
            let filter = try filter(text)
            if let refusal = ScriptSubscription.refusal(filter, on: on) {
                throw Fault(text: "the filter '\(text)' cannot be used: \(refusal)")
            }
            let wantsBody = event.member("body", in: file)?.boolean ?? false
            let wantsRecord = event.member("record", in: file)?.boolean ?? true
            ready.subscriptions.append(
                ScriptSubscription(
                    on: on, filter: filter, wantsBody: wantsBody, wantsRecord: on == .end && wantsRecord, place: place))
        }
        for option in node.member("options", in: file)?.elements ?? [] {
            guard let name = string(option, "name") else { continue }
            let fallback = option.member("default", in: file)
            ready.options.append(
                ScriptLine.Option(
                    name: name, type: string(option, "type") ?? "str",
                    fallback: fallback?.string(in: file)?.text ?? "", help: string(option, "help") ?? ""))
        }
        for missing in (node.member("missing", in: file)?.elements ?? []).prefix(100) {
            if let text = missing.string(in: file)?.text { ready.missing.append(String(text.prefix(300))) }
        }
        if case .object(let members)? = node.member("instead", in: file)?.value {
            for member in members.prefix(1_000) {
                ready.instead[member.key.bytes(in: file).text] = member.value.string(in: file)?.text ?? ""
            }
        }
        for command in (node.member("commands", in: file)?.elements ?? []).prefix(1_000) {
            guard let name = string(command, "name"), !name.isEmpty else { continue }
            ready.commands.append(ScriptLine.Command(name: name, help: string(command, "help") ?? ""))
        }
        return ready
    }

    /// A text as such, anything else as the JSON that it is.
    private func spelled(_ node: JSONNode) -> String {
        if node.isNull { return "" }
        if let text = node.string(in: file) { return text.text }
        let end = file.withUnsafeBytes { raw -> Int in
            var parser = JSONParser(raw.bindMemory(to: UInt8.self))
            parser.position = node.offset
            return (try? parser.tree()) == nil ? node.offset : parser.position
        }
        return file.slice(node.offset..<end).text
    }

    private func filter(_ text: String) throws(Fault) -> FlowFilter {
        do throws(FilterError) {
            return try FlowFilter(text)
        } catch {
            throw Fault(text: "the filter '\(text)' is not valid: column \(error.column(in: text)): \(error.message)")
        }
    }

    // MARK: - Verdicts

    private func verdict(_ node: JSONNode) throws(Fault) -> ScriptVerdict {
        guard let name = string(node, "verdict") else { throw Fault(text: "the verdict has no \"verdict\"") }
        guard let kind = ScriptVerdict.Kind(rawValue: name) else {
            throw Fault(text: "there is no verdict '\(name.prefix(40))'")
        }
        var verdict = ScriptVerdict(kind)
        verdict.request = try part(node.member("request", in: file))
        verdict.response = try part(node.member("response", in: file))
        // At `server-connect` there is no request that they would belong to.
        verdict.request.server = try member(node, "server") ?? verdict.request.server
        verdict.request.via = try member(node, "via") ?? verdict.request.via
        if let message = node.member("message", in: file), !message.isNull { verdict.data = try content(message) }
        verdict.tags = try tags(node.member("tag", in: file))
        verdict.comment = try member(node, "comment")?.text
        verdict.pins = node.member("pin", in: file)?.boolean ?? false
        verdict.wantsChunks = string(node, "stream") == "chunks"
        verdict.streams = verdict.wantsChunks || node.member("stream", in: file)?.boolean ?? false
        if let data = node.member("data", in: file), !data.isNull { verdict.data = try content(data) }
        return verdict
    }

    private func part(_ node: JSONNode?) throws(Fault) -> ScriptVerdict.Part {
        var part = ScriptVerdict.Part()
        guard let node, !node.isNull else { return part }
        guard case .object = node.value else { throw Fault(text: "a message is an object") }
        part.method = try member(node, "method")
        part.url = try member(node, "url")
        part.server = try member(node, "server")
        part.via = try member(node, "via")
        part.reason = try member(node, "reason")
        if let status = node.member("status", in: file), !status.isNull {
            guard let number = status.integer(in: file).flatMap({ Int(exactly: $0) }) else {
                throw Fault(text: "a status is a whole number")
            }
            part.status = number
        }
        if let headers = node.member("headers", in: file), !headers.isNull { part.headers = try fields(headers) }
        if let set = node.member("set", in: file), !set.isNull { part.set = try fields(set) }
        if let add = node.member("add", in: file), !add.isNull { part.add = try fields(add) }
        if let remove = node.member("remove", in: file), !remove.isNull {
            let names = (remove.elements ?? []).compactMap { $0.string(in: file) }
            guard let elements = remove.elements, names.count == elements.count else {
                throw Fault(text: "\"remove\" is a list of names")
            }
            part.remove = names
        }
        if let body = node.member("body", in: file), !body.isNull { part.body = try content(body) }
        if let trailers = node.member("trailers", in: file), !trailers.isNull { part.trailers = try fields(trailers) }
        try check(part)
        return part
    }

    /// A list of names, or one.
    private func tags(_ node: JSONNode?) throws(Fault) -> [String] {
        guard let node, !node.isNull else { return [] }
        let all = node.elements ?? [node]
        let tags = all.compactMap { $0.string(in: file)?.text }
        guard tags.count == all.count else { throw Fault(text: "\"tag\" is a list of names") }
        return tags
    }

    /// A text, or `{"base64": …}`; nil where it is not there.
    private func member(_ node: JSONNode, _ name: StaticString) throws(Fault) -> Bytes? {
        guard let value = node.member(name, in: file), !value.isNull else { return nil }
        if let text = value.string(in: file) { return text }
        guard case .object = value.value else { throw Fault(text: "\"\(name)\" is a text") }
        return try base64(value)
    }

    /// Hark takes no longer head from a client or a server either.
    private static let fieldLimit = 1_000
    private static let headLimit = 256 << 10

    private func check(_ part: ScriptVerdict.Part) throws(Fault) {
        let fields = [part.headers ?? [], part.set, part.add, part.trailers ?? []]
        guard fields.reduce(part.remove.count, { $0 + $1.count }) <= Self.fieldLimit else {
            throw Fault(text: "there are more than \(Self.fieldLimit) headers")
        }
        let size = fields.joined().reduce(0) { $0 + $1.name.count + $1.value.count }
        guard size <= Self.headLimit else {
            throw Fault(text: "the headers have more than \(Self.headLimit >> 10) KiB")
        }
    }

    private func fields(_ node: JSONNode) throws(Fault) -> [RuleAnswer.Field] {
        guard let elements = node.elements else { throw Fault(text: "headers are a list of pairs") }
        var fields: [RuleAnswer.Field] = []
        for element in elements {
            guard let pair = element.elements, pair.count == 2 else {
                throw Fault(text: "a header is a pair of name and value")
            }
            fields.append(RuleAnswer.Field(name: try text(pair[0]), value: try text(pair[1])))
        }
        return fields
    }

    /// A string, or `{"base64": …}`.
    private func text(_ node: JSONNode) throws(Fault) -> Bytes {
        if let text = node.string(in: file) { return text }
        guard case .object = node.value else { throw Fault(text: "a header's name and value are strings") }
        return try base64(node)
    }

    /// `{"text": …}` or `{"base64": …}`.
    private func content(_ node: JSONNode) throws(Fault) -> Bytes {
        guard case .object = node.value else { throw Fault(text: "a body is {\"text\": …} or {\"base64\": …}") }
        if let text = bytes(node, "text") { return text }
        return try base64(node)
    }

    private func base64(_ node: JSONNode) throws(Fault) -> Bytes {
        guard let text = bytes(node, "base64"), let decoded = Base64.decode(text) else {
            throw Fault(text: "base64 was expected")
        }
        return Bytes(decoded)
    }

    // MARK: - Calls

    private func call(_ method: String, _ node: JSONNode) -> ScriptCall {
        do throws(Fault) {
            return try call(method, of: node)
        } catch {
            return .invalid(error.text)
        }
    }

    private func call(_ method: String, of node: JSONNode) throws(Fault) -> ScriptCall {
        switch method {
        case "shutdown": return .shutDown
        case "flows":
            let limit = node.member("limit", in: file)?.integer(in: file) ?? 20
            guard (1...Int64(ScriptCall.mostFlows)).contains(limit) else {
                throw Fault(text: "'limit' is a number from 1 to \(ScriptCall.mostFlows)")
            }
            return .flows(try filter(string(node, "filter") ?? ""), limit: Int(limit))
        case "body":
            let message = string(node, "message") ?? "response"
            guard message == "request" || message == "response" else {
                throw Fault(text: "'message' is request or response")
            }
            let isRaw = node.member("raw", in: file)?.boolean ?? false
            return .body(flow: try flow(node), isRequest: message == "request", isRaw: isRaw)
        case "mark": return .mark(flow: try flow(node), try marks(node))
        case "send": return .send(try request(node.member("request", in: file) ?? node))
        case "replay": return .replay(flow: try flow(node))
        case "inject":
            guard let receiver = string(node, "to"), receiver == "client" || receiver == "server" else {
                throw Fault(text: "'to' is client or server")
            }
            guard let text = string(node, "text"), text.utf8.count <= ScriptCall.injectLimit else {
                throw Fault(text: "'text' is a text of at most \(ScriptCall.injectLimit >> 20) MiB")
            }
            return .inject(flow: try flow(node), toServer: receiver == "server", text: text)
        case "release": return .release(flow: try flow(node))
        default:
            let known = ScriptCall.methods.joined(separator: ", ")
            throw Fault(text: "'\(method.prefix(80))' is not available (available: \(known))")
        }
    }

    private func flow(_ node: JSONNode) throws(Fault) -> UInt64 {
        guard let flow = node.member("flow", in: file)?.integer(in: file).flatMap({ UInt64(exactly: $0) }) else {
            throw Fault(text: "'flow' is the number of a flow")
        }
        return flow
    }

    private func marks(_ node: JSONNode) throws(Fault) -> ScriptCall.Marks {
        var marks = ScriptCall.Marks()
        marks.tag = string(node, "tag").map { String($0.prefix(100)) }
        marks.untag = string(node, "untag").map { String($0.prefix(100)) }
        marks.comment = string(node, "comment").map { String($0.prefix(2_000)) }
        marks.pin = node.member("pin", in: file)?.boolean
        guard marks != ScriptCall.Marks() else { throw Fault(text: "there is no mark: tag, untag, comment or pin") }
        return marks
    }

    private func request(_ node: JSONNode) throws(Fault) -> ScriptCall.Request {
        guard let url = string(node, "url") else { throw Fault(text: "a request needs a 'url'") }
        var request = ScriptCall.Request(method: string(node, "method") ?? "GET", url: url)
        if let headers = node.member("headers", in: file), !headers.isNull { request.headers = try fields(headers) }
        if let body = node.member("body", in: file), !body.isNull { request.body = try content(body) }
        guard request.headers.count <= Self.fieldLimit else {
            throw Fault(text: "there are more than \(Self.fieldLimit) headers")
        }
        return request
    }

    // MARK: - Members

    private func bytes(_ node: JSONNode, _ name: StaticString) -> Bytes? {
        node.member(name, in: file)?.string(in: file)
    }

    private func string(_ node: JSONNode, _ name: StaticString) -> String? { bytes(node, name)?.text }
}
