import Bytes
import Explain
import Filter
import Flow
import Formats
import HTTPModel
import Library
import Workbench

// What is done: what-if, completion, marks, deletion, sending again, exports, tickets.
extension PageAPI {
    private static let mostMarked = 10_000

    /// What would be said of other octets. Nothing is sent.
    func whatIf(_ call: PageCall) throws(PageError) -> PageStep {
        let (source, live, tools, now) = (source, live, tools, call.now.wall / 1_000_000)
        let type = call.request.fields.first(.contentType) ?? Bytes()
        if type.equalsIgnoringCase("application/octet-stream") {
            let octets = call.request.body
            return .answering { () throws(PageError) in
                let circumstances = ExplainedInput.Circumstances(now: now, options: tools.explaining)
                return .json { $0.explained(ExplainedInput(raw: octets, circumstances), only: []) }
            }
        }
        let body = try PageBody(call.request.body)
        guard let number = try body.integer("flow").flatMap({ UInt64(exactly: $0) }) else {
            throw .request("'flow' must be a flow number.")
        }
        let (request, response) = (try body.octets("request"), try body.octets("response"))
        return .answering { () throws(PageError) in
            let record = try Self.subject(number, hasContent: true, source, live, tools).record
            let around = try Self.around(record, source)
            let (before, own) = Self.explained(record, in: around, tools)
            var messages = RecordedMessages(own)
            if let request { messages.request.bytes = request }
            if let response { messages.response.bytes = response }
            let after = ExplainedInput(recorded: [messages], in: around, options: tools.explaining)
            return .json { $0.whatIf(WhatIf(before: before, after: after), only: []) }
        }
    }

    func marks(_ call: PageCall) throws(PageError) -> PageStep {
        let body = try PageBody(call.request.body)
        let numbers = try body.numbers("flows")
        guard !numbers.isEmpty, numbers.count <= Self.mostMarked else {
            throw .request("'flows' must name 1 to 10000 flows.")
        }
        var marks = FlowMarks(pin: try body.flag("pin"), tag: try body.text("tag"), untag: try body.text("untag"))
        if body.has("comment") { marks.comment = .some(try body.text("comment")) }
        guard marks != FlowMarks() else { throw .request("Missing mark: pin, comment, tag or untag.") }
        let source = source
        return .answering { [marks] () throws(PageError) in
            let count = try source.mark(numbers, marks)
            return .json { json in
                json.beginObject()
                json.member("marked", count)
                json.endObject()
            }
        }
    }

    /// Deletes the flows of a view, if they are as many as whoever asks believes.
    mutating func delete(_ call: PageCall) throws(PageError) -> PageStep {
        let view = try view(call)
        let matched = try PageBody(call.request.body).integer("matched")
        guard let matched else { throw .request("'matched' must be the number of flows in the view.") }
        guard matched == Int64(view.numbers.count) else {
            throw PageError(
                409, .matched,
                "The view now has \(view.numbers.count) flows instead of \(matched); nothing was deleted.")
        }
        let (source, numbers) = (source, view.numbers.map { UInt64($0) })
        return .work {
            do throws(PageError) {
                let result = try source.delete(numbers)
                let answer = PageAnswer.json { json in
                    json.beginObject()
                    json.member("deleted", result.deleted)
                    json.member("kept", numbers.count - result.deleted)
                    json.member("overwritten", result.isOverwritten)
                    json.endObject()
                }
                // Those that were open are there still.
                var kept: Set<UInt64> = []
                if result.deleted < numbers.count {
                    try source.subjects(numbers, hasContent: false) { subject in
                        kept.insert(subject.record.id.number)
                        return true
                    }
                }
                return .deleted(numbers.filter { !kept.contains($0) }, answer)
            } catch {
                return .answer(PageAnswer(error))
            }
        }
    }

    /// Sends a request again.
    func resend(_ call: PageCall) throws(PageError) -> PageStep {
        let number = try call.flow()
        let body = try PageBody(call.request.body)
        let (message, server) = (try body.octets("message"), try body.text("to"))
        let rules = try Self.rules(try body.texts("set"))
        let (source, live, tools, isOwn) = (source, live, tools, right == .own)
        return .later { done in
            do throws(PageError) {
                let record = try Self.subject(number, hasContent: true, source, live, tools).record
                guard record.isFinished || record.run == nil else {
                    throw PageError(409, .open, "The flow has not ended; you can send it again when it has.")
                }
                let request = try Self.request(record, message, rules)
                source.send(PageSending(request: request, server: server, mayReachThisMachine: isOwn)) { result in
                    done(.answer(Self.sent(result, request.doubts)))
                }
            } catch {
                done(.answer(PageAnswer(error)))
            }
        }
    }

    /// Sends a request that somebody wrote.
    func send(_ call: PageCall) throws(PageError) -> PageStep {
        let body = try PageBody(call.request.body)
        guard let message = try body.octets("message"), let server = try body.text("to"), !server.isEmpty else {
            throw .request("'message' must be a request in Base64, and 'to' its server, such as https://example.com.")
        }
        let request = try Self.said { () throws(ReplayProblem) in try ReplayedRequest.written(message) }
        let (source, isOwn) = (source, right == .own)
        return .later { done in
            source.send(PageSending(request: request, server: server, mayReachThisMachine: isOwn)) { result in
                done(.answer(Self.sent(result, request.doubts)))
            }
        }
    }

    private static func rules(_ lines: [String]) throws(PageError) -> [HeaderRule] {
        var rules: [HeaderRule] = []
        for line in lines {
            do throws(HeaderRule.Invalid) {
                rules.append(try HeaderRule.parse(line, flag: .setRequest))
            } catch {
                let text = "\(error.text.prefix(1).uppercased())\(error.text.dropFirst())."
                throw PageError(422, .message, text, at: error.offset..<error.offset)
            }
        }
        return rules
    }

    private static func request(
        _ record: FlowRecord, _ message: Bytes?, _ rules: [HeaderRule]
    ) throws(PageError) -> ReplayedRequest {
        try said { () throws(ReplayProblem) in
            let request = try ReplayedRequest(record, willBeEdited: message != nil).changed(by: rules)
            return try message.map { message throws(ReplayProblem) in try request.edited(message) } ?? request
        }
    }

    private static func said(
        _ make: () throws(ReplayProblem) -> ReplayedRequest
    ) throws(PageError) -> ReplayedRequest {
        do throws(ReplayProblem) {
            return try make()
        } catch {
            throw PageError(422, .message, error.text.prefix(1).uppercased() + error.text.dropFirst())
        }
    }

    private static func sent(_ result: Result<UInt64?, PageError>, _ doubts: [String]) -> PageAnswer {
        switch result {
        case .failure(let error): return PageAnswer(error)
        case .success(let number):
            return .json { json in
                json.beginObject()
                json.key("flow")
                if let number { json.integer(number) } else { json.null() }
                json.beginArray("doubts")
                for doubt in doubts { json.string(doubt) }
                json.endArray()
                json.endObject()
            }
        }
    }

    /// A URL for one request that can have no header of its own.
    mutating func ticket(_ call: PageCall) throws(PageError) -> PageStep {
        let target = try PageBody(call.request.body).text("path") ?? ""
        let path = target.prefix { $0 != "?" }
        let routes = PageRoute.find(path.split(separator: "/").map { String($0) })
        guard target.hasPrefix("/api/"), target.utf8.allSatisfy({ $0 > ASCII.space && $0 < ASCII.delete }),
            routes.contains(where: { $0.route.method == .get && [.ticket, .ticketAlone].contains($0.route.opens) })
        else {
            throw .request("'path' must be the path of octets, a preview or an export.")
        }
        let url = try access.makeTicket(target, now: call.now.steady)
        return .answer(
            .json(201) { json in
                json.beginObject()
                json.member("url", url)
                json.endObject()
            })
    }
}

extension JSONWriter {
    /// What may stand in place of the characters of a range, within an answer.
    mutating func candidates(_ candidates: [FilterCompletion.Candidate], for range: Range<Int>) {
        member("from", range.lowerBound)
        member("to", range.upperBound)
        beginArray("candidates")
        for candidate in candidates.prefix(100) {
            beginObject()
            member("text", candidate.text)
            member("words", candidate.words)
            endObject()
        }
        endArray()
    }

    /// Why something is no filter, or no rule, within an answer.
    mutating func fault(_ error: PageError) {
        beginObject()
        member("text", error.text)
        member("offset", error.range?.lowerBound ?? 0)
        member("length", error.range?.count ?? 0)
        if let line = error.line {
            member("line", line.number)
            member("column", line.column)
        }
        if let nearest = error.nearest { member("nearest", nearest) }
        endObject()
    }
}
