package import Bytes
package import Flow
import HTTPModel
import HTTPSemantics
import HTTPWire

/// Makes of a verdict what becomes of a message, in the terms that rules have. Whatever a message cannot be makes the
/// whole verdict invalid: a framing or hop-by-hop field, a control character, a method, status or URL that is none.
package struct ScriptChanger: Sendable {
    /// Why a verdict is invalid: a clause.
    package struct Fault: Error, Sendable, Hashable {
        package let text: String

        package init(text: String) {
            self.text = text
        }
    }

    /// What becomes of a request.
    package struct RequestChange: Sendable {
        package var request: ScriptRequest
        package var headers: [HeaderRule] = []
        package var trailers: [HeaderRule] = []
        package var line: Alteration.NewRequestLine?
        package var server: RuleWay?
        package var content: Bytes?
        /// What was changed, for people; empty when nothing was.
        package var words: [String] = []
    }

    /// What becomes of a response.
    package struct ResponseChange: Sendable {
        package var response: ScriptResponse
        package var headers: [HeaderRule] = []
        package var trailers: [HeaderRule] = []
        package var line: Alteration.NewStatusLine?
        package var content: Bytes?
        package var words: [String] = []
    }

    /// For the record: `script NAME`.
    package let source: String

    package init(source: String) {
        self.source = source
    }

    /// Fields as these rules leave them.
    package static func applied(_ rules: [HeaderRule], to fields: [RuleAnswer.Field]) -> [RuleAnswer.Field] {
        ScriptFieldWork.applied(rules, to: fields)
    }

    // MARK: - Requests

    /// - Parameters:
    ///   - body: whether it can be replaced.
    ///   - received: the trailers that came, where the body came whole.
    package func change(
        _ request: ScriptRequest, by part: ScriptVerdict.Part, body: ScriptBody.Replacing,
        trailers received: [RuleAnswer.Field] = []
    ) throws(Fault) -> RequestChange {
        var change = RequestChange(request: request)
        if part.status != nil || part.reason != nil { throw Fault(text: "a request has no status") }
        if part.via != nil { throw Fault(text: "'via' can change at 'server-connect'") }
        if let method = part.method, method != request.method {
            guard !method.isEmpty, OctetClass.token.containsAll(method), method != "CONNECT" else {
                throw Fault(text: "'\(Self.shown(method))' is not a method")
            }
            guard request.method != "CONNECT" else { throw Fault(text: "the method of a CONNECT cannot change") }
            change.request.method = method
            change.words.append("method")
        }
        if let url = part.url, url != request.url { try move(&change, to: url) }
        if let server = part.server {
            let isSecure = ScriptURL.server(of: request.url)?.isSecure ?? false
            guard let (host, port) = MappedURL.server(server, isSecure) else {
                throw Fault(text: "'\(Self.shown(server))' is not HOST:PORT")
            }
            change.server = .connect(host: host, port: port)
            change.words.append("server")
        }
        var work = try fields(request.fields, part, isRequest: true)
        if let content = part.body {
            if case .refused(let reason) = body { throw Fault(text: reason) }
            change.content = content
            work.correct(isRequest: true, source)
            change.words.append("body")
        }
        (change.request.fields, change.headers) = (work.fields, work.rules)
        change.words += work.words
        change.trailers = try trailers(part, received)
        if !change.trailers.isEmpty { change.words.append("trailers") }
        guard change.request.method != request.method || change.request.url != request.url,
            let target = ScriptURL.target(of: change.request.url)
        else { return change }
        change.line = Alteration.NewRequestLine(method: change.request.method, target: target, source: source)
        return change
    }

    private func move(_ change: inout RequestChange, to url: Bytes) throws(Fault) {
        guard let server = ScriptURL.server(of: url), ScriptURL.target(of: url) != nil, url.count <= 64 << 10 else {
            throw Fault(text: "'\(Self.shown(url))' is not an absolute URL of http or https")
        }
        // A fragment is never sent (RFC 9110 §7.1).
        let end = url.firstIndex(of: ASCII.hash) ?? url.count
        let before = ScriptURL.server(of: change.request.url)
        change.request.url = url.slice(0..<end)
        change.words.append("URL")
        guard server != before else { return }
        change.server = .server(host: server.host, port: server.port, isSecure: server.isSecure)
    }

    // MARK: - Responses

    /// - Parameters:
    ///   - body: whether it can be replaced.
    ///   - received: the trailers that came, where the body came whole.
    package func change(
        _ response: ScriptResponse, by part: ScriptVerdict.Part, body: ScriptBody.Replacing,
        trailers received: [RuleAnswer.Field] = []
    ) throws(Fault) -> ResponseChange {
        var change = ResponseChange(response: response)
        if part.method != nil || part.url != nil || part.server != nil {
            throw Fault(text: "a response has no method and no URL")
        }
        let status = part.status ?? response.status
        let reason = part.reason ?? (status == response.status ? response.reason : Bytes())
        if status != response.status || reason != response.reason {
            guard (200...999).contains(status), Self.hasContent(status) == Self.hasContent(response.status) else {
                throw Fault(text: "the status cannot change from \(response.status) to \(status); respond instead")
            }
            guard reason.allSatisfy(ASCII.isFieldText) else { throw Fault(text: "the reason has control characters") }
            change.response.status = status
            change.response.reason = reason
            change.line = Alteration.NewStatusLine(status: status, reason: reason, source: source)
            change.words.append("status")
        }
        var work = try fields(response.fields, part, isRequest: false)
        if let content = part.body {
            if case .refused(let reason) = body { throw Fault(text: reason) }
            change.content = content
            work.correct(isRequest: false, source)
            change.words.append("body")
        }
        (change.response.fields, change.headers) = (work.fields, work.rules)
        change.words += work.words
        change.trailers = try trailers(part, received)
        if !change.trailers.isEmpty { change.words.append("trailers") }
        return change
    }

    // MARK: - Messages of WebSockets

    /// The kind of the message stays: a text is UTF-8 (RFC 6455 §8.1).
    ///
    /// - Parameter data: what a verdict puts in its place; nil: nothing.
    package static func change(_ message: ScriptMessage, by data: Bytes?) throws(Fault) -> ScriptMessage {
        guard let data, data != message.bytes else { return message }
        guard data.count <= ScriptMessage.limit else {
            throw Fault(text: "the message is longer than \(ScriptMessage.limit >> 20) MiB")
        }
        guard !message.isText || data.isText else { throw Fault(text: "a text message has to be UTF-8") }
        var changed = message
        changed.bytes = data
        return changed
    }

    // MARK: - Bodies that pass

    /// What a verdict puts in the place of a piece of a body.
    package static func change(_ piece: Bytes, by data: Bytes?) throws(Fault) -> Bytes {
        guard let data else { return piece }
        guard data.count <= ScriptMessage.limit else {
            throw Fault(text: "the data is longer than \(ScriptMessage.limit >> 20) MiB")
        }
        return data
    }

    /// What speaks of the content of a message that may become another as it passes.
    package func rulesForChunks(_ fields: [RuleAnswer.Field], isRequest: Bool) -> [HeaderRule] {
        var work = ScriptFieldWork(fields)
        work.correct(isRequest: isRequest, keepsCodings: true, source)
        if fields.contains(where: { $0.name.equalsIgnoringCase("content-length") }) {
            work.apply(HeaderRule(.remove, "Content-Length", source: source), isTold: false)
        }
        return work.rules
    }

    // MARK: - Answers

    /// RFC 9110 §6.4.1: whether content follows.
    package static func hasContent(_ status: Int) -> Bool { status >= 200 && status != 204 && status != 304 }

    /// A response in a server's place.
    package func answer(_ part: ScriptVerdict.Part) throws(Fault) -> RuleAnswer {
        let status = part.status ?? 200
        guard (200...599).contains(status) else { throw Fault(text: "\(status) is not the status of a response") }
        var fields: [RuleAnswer.Field] = []
        for field in (part.headers ?? []) + part.set + part.add {
            // RFC 9110 §8.6: Hark says itself how long the answer is; that the script says it too is no mistake.
            if field.name.equalsIgnoringCase("content-length") { continue }
            fields.append(try checked(field))
        }
        return RuleAnswer(status: status, fields: fields, content: .bytes(part.body ?? Bytes()))
    }

    // MARK: - Fields

    private func checked(_ field: RuleAnswer.Field) throws(Fault) -> RuleAnswer.Field {
        let value = field.value.trimmed
        guard !field.name.isEmpty, OctetClass.token.containsAll(field.name) else {
            throw Fault(text: "'\(Self.shown(field.name))' is not the name of a header")
        }
        guard !HeaderRule.isProtected(field.name) else {
            throw Fault(text: "\(field.name.text) says where a message or connection ends; Hark sets it itself")
        }
        guard value.allSatisfy(ASCII.isFieldText) else {
            throw Fault(text: "the value of \(field.name.text) has control characters")
        }
        return RuleAnswer.Field(name: field.name, value: value)
    }

    private func fields(
        _ before: [RuleAnswer.Field], _ part: ScriptVerdict.Part, isRequest: Bool
    ) throws(Fault) -> ScriptFieldWork {
        var work = ScriptFieldWork(before)
        if let headers = part.headers { try replace(&work, by: headers, isRequest: isRequest) }
        for name in part.remove {
            _ = try checked(RuleAnswer.Field(name: name, value: Bytes()))
            if isRequest, name.equalsIgnoringCase("host") { throw Fault(text: "a request has exactly one Host") }
            work.apply(HeaderRule(.remove, name, source: source))
        }
        for field in part.set {
            let field = try checked(field)
            if isRequest { try checkHost(field) }
            work.apply(HeaderRule(.set(value: field.value), field.name, source: source))
        }
        for field in part.add {
            let field = try checked(field)
            if isRequest, field.name.equalsIgnoringCase("host") { throw Fault(text: "a request has exactly one Host") }
            work.apply(HeaderRule(.add(value: field.value), field.name, source: source))
        }
        return work
    }

    /// These lines come after the content, instead of those that came.
    private func trailers(
        _ part: ScriptVerdict.Part, _ received: [RuleAnswer.Field]
    ) throws(Fault) -> [HeaderRule] {
        guard let wanted = part.trailers, wanted != received else { return [] }
        var rules: [HeaderRule] = []
        let (before, after) = (ScriptFieldWork.byName(received), ScriptFieldWork.byName(wanted))
        for key in before.order where after.fields[key] == nil {
            if let name = before.fields[key]?.first?.name { rules.append(HeaderRule(.remove, name, source: source)) }
        }
        for field in part.trailers ?? [] {
            let field = try checked(field)
            let section = RecordedHead.section(Bytes("\(field.name.text): x\r\n\r\n"), hasStartLine: false)
            guard section.lines.allSatisfy({ !section.isForbiddenTrailer($0) }) else {
                throw Fault(text: "\(field.name.text) cannot be a trailer (RFC 9110 §6.5.1)")
            }
            let isFirst = !rules.contains { $0.name.equalsIgnoringCase(field.name) }
            rules.append(
                isFirst
                    ? HeaderRule(.set(value: field.value), field.name, source: source)
                    : HeaderRule(.add(value: field.value), field.name, source: source))
        }
        return rules
    }

    private func checkHost(_ field: RuleAnswer.Field) throws(Fault) {
        // RFC 9112 §3.2: a server must answer 400 to a Host that is none.
        guard field.name.equalsIgnoringCase("host"), field.value.contains(where: { !HeaderRule.isHostByte($0) }) else {
            return
        }
        throw Fault(text: "'\(Self.shown(field.value))' is not a Host")
    }

    /// The whole list: name by name, so that lines which are the same stay where they are.
    private func replace(
        _ work: inout ScriptFieldWork, by headers: [RuleAnswer.Field], isRequest: Bool
    ) throws(Fault) {
        let (old, new) = (ScriptFieldWork.byName(work.fields), ScriptFieldWork.byName(headers))
        for (key, fields) in new.order.map({ ($0, new.fields[$0] ?? []) }) {
            let (values, before) = (fields.map(\.value), (old.fields[key] ?? []).map(\.value))
            guard values != before, let name = fields.first?.name else { continue }
            let checked = try fields.map { field throws(Fault) in try self.checked(field) }
            if isRequest, name.equalsIgnoringCase("host") {
                guard checked.count == 1 else { throw Fault(text: "a request has exactly one Host") }
                try checkHost(checked[0])
            }
            if checked.count == 1, before.count <= 1 {
                work.apply(HeaderRule(.set(value: checked[0].value), name, source: source))
                continue
            }
            // Lines that stay, and others after them.
            let isLonger = values.starts(with: before)
            if !before.isEmpty, !isLonger { work.apply(HeaderRule(.remove, name, source: source)) }
            for field in checked.dropFirst(isLonger ? before.count : 0) {
                work.apply(HeaderRule(.add(value: field.value), name, source: source))
            }
        }
        for key in old.order where new.fields[key] == nil {
            // What Hark sets itself need not be in the list.
            guard let name = old.fields[key]?.first?.name, !HeaderRule.isProtected(name) else { continue }
            if isRequest, name.equalsIgnoringCase("host") { throw Fault(text: "a request has exactly one Host") }
            work.apply(HeaderRule(.remove, name, source: source))
        }
    }

    static func shown(_ bytes: Bytes) -> String { bytes.slice(0..<min(bytes.count, 80)).text }
}
