internal import Bytes
internal import Flow
internal import HTTPModel
internal import Rules

// What becomes of a message by a verdict.
extension ExchangeScripts {
    /// An answer, where the response has no body that could be replaced.
    func modify(
        _ verdict: ScriptVerdict, _ step: Step, _ changer: ScriptChanger, _ course: inout Course
    ) throws(ScriptChanger.Fault) -> (RuleAnswer, Bytes)? {
        // A request can be given a body; what answers with one where none came is another response.
        let isThere = course.isWhole || course.kind == .request
        let body = course.body.replacing(isWanted: step.wantsBody, isThere: isThere)
        let trailers = course.trailers(after: rules.record, isWanted: step.wantsBody)
        switch course.kind {
        case .request:
            guard let before = request else { return nil }
            let change = try changer.change(before, by: verdict.request, body: body, trailers: trailers)
            request = change.request
            course.alteration.headers += change.headers
            course.alteration.trailers += change.trailers
            course.alteration.requestLine = change.line ?? course.alteration.requestLine
            if let server = change.server {
                course.alteration.route = rules.route(server, via: nil) ?? course.alteration.route
                if case .server = server { course.alteration.leavesHost = true }
            }
            course.words = change.words
            course.replace(change.content)
            try checkContent(course, before)
        case .response:
            guard let before = response else { return nil }
            var part = verdict.response
            var (made, status): (Bytes?, Int?)
            if body != .allowed, step.wantsBody, let content = part.body {
                // Nothing came whose place it could take: the response is another one, with any status.
                (made, part.body, status, part.status) = (content, nil, part.status, nil)
            }
            let change = try changer.change(before, by: part, body: body, trailers: trailers)
            if let made {
                let status = status ?? change.response.status
                // RFC 9110 §6.4.1: nothing follows these, whatever is said.
                guard made.isEmpty || ScriptChanger.hasContent(status) else {
                    throw ScriptChanger.Fault(text: "a response with \(status) has no body; set the status, too")
                }
                let fields = change.response.fields.filter {
                    !HeaderRule.isProtected($0.name) && !$0.name.equalsIgnoringCase("content-encoding")
                }
                var answer = ScriptVerdict.Part()
                (answer.status, answer.headers, answer.body) = (status, fields, made)
                return (try changer.answer(answer), made)
            }
            response = change.response
            course.alteration.headers += change.headers
            course.alteration.trailers += change.trailers
            course.alteration.statusLine = change.line ?? course.alteration.statusLine
            course.words = change.words
            course.replace(change.content)
        }
        return nil
    }

    /// RFC 9110 §9.3.8, RFC 8441 §4: what has no place for content gets none.
    private func checkContent(_ course: Course, _ before: ScriptRequest) throws(ScriptChanger.Fault) {
        guard course.content?.isEmpty == false, let request, let head = rules.record.requestHead else { return }
        guard request.method != "TRACE", !head.asksForWebSocket else {
            self.request = before
            let name = head.asksForWebSocket ? "a request that opens a WebSocket" : "a TRACE request"
            throw ScriptChanger.Fault(text: "\(name) has no body")
        }
    }
}

extension ExchangeScripts.Course {
    /// The trailers that a script that is asked now gets: those that came, as the scripts before it left them.
    func trailers(after record: FlowRecord, isWanted: Bool) -> [RuleAnswer.Field] {
        guard isWhole, isWanted else { return [] }
        return ScriptChanger.applied(
            alteration.trailers, to: record[kind].trailers.map { RuledLines.all($0, after: []) } ?? [])
    }
}

extension ScriptVerdict {
    /// What it marks the flow with; nil: nothing.
    var remarks: FlowEvent.Remarks? {
        guard hasMarks else { return nil }
        func plain(_ text: String) -> String {
            String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.generalCategory != .control }))
        }
        return FlowEvent.Remarks(
            isPinned: pins, comments: comment.map { [plain(String($0.prefix(2_000)))] } ?? [],
            tags: tags.prefix(16).map { plain(String($0.prefix(100))) }.filter { !$0.isEmpty })
    }
}
