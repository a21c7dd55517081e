import Bytes
import Dispatch
import Engine
import Filter
import Flow
import HTTPModel
import Library
import Page
import Rules
import Workbench

/// Does what scripts ask of a running proxy: finds recorded flows, marks them, sends requests. Safe to use from
/// anywhere; what takes long is done on a queue of its own.
struct ScriptDesk: Sendable {
    typealias Done = @Sendable (ScriptResult) -> Void

    /// nil when nothing is recorded.
    let source: (any PageSource)?
    /// What is held; nil without rules.
    let held: HeldMessages?
    /// What the record adds to numbers of flows.
    let offset: UInt64

    /// Why there is nothing: a clause.
    private struct Refusal: Error {
        let text: String
    }

    private static let queue = DispatchQueue(label: "hark.script.calls", qos: .utility)
    /// A result is a line, which has a limit; base64 is longer than what it is of.
    private static let bodyLimit = 16 << 20

    func answer(_ call: ScriptCall, _ done: @escaping Done) {
        Self.queue.async {
            do {
                try carryOut(call, done)
            } catch let error as PageError {
                done(.failed(error.text))
            } catch let error as Refusal {
                done(.failed(error.text))
            } catch let error as ComposedRequest.Problem {
                done(.failed(error.text))
            } catch let error as ReplayProblem {
                done(.failed("it cannot be sent: \(error.text)"))
            } catch {
                done(.failed("\(error)"))
            }
        }
    }

    private func carryOut(_ call: ScriptCall, _ done: @escaping Done) throws {
        switch call {
        case .flows(let filter, let limit): done(.value(try flows(filter, limit)))
        case .body(let flow, let isRequest, let isRaw):
            done(.value(try body(flow, isRequest ? .request : .response, isRaw: isRaw)))
        case .mark(let flow, let marks): done(try mark(flow, marks))
        case .send(let request): try send(request, done)
        case .replay(let flow):
            let record = try subject(flow).record
            guard record.isFinished || record.run == nil else { return done(.failed("flow \(flow) has not ended")) }
            send(PageSending(request: try ReplayedRequest(record), server: nil), done)
        case .release(let flow):
            let isHeld = flow >= offset && held?.decide(flow - offset, .send) == true
            done(isHeld ? .value("null") : .failed("flow \(flow) is not held"))
        case .inject, .shutDown, .invalid: done(.failed("it is not answered here"))
        }
    }

    private func recorded() throws -> any PageSource {
        guard let source else { throw Refusal(text: "nothing is recorded (--no-store)") }
        return source
    }

    private func subject(_ flow: UInt64) throws -> FilterSubject {
        var found: FilterSubject?
        try recorded().subjects([flow], hasContent: true) { subject in
            found = subject
            return false
        }
        guard let found else { throw Refusal(text: "flow \(flow) is not recorded") }
        return found
    }

    // MARK: - Reading

    /// The newest first.
    private func flows(_ filter: FlowFilter, _ limit: Int) throws -> String {
        let source = try recorded()
        let numbers = try source.numbers(filter, .here, nil).suffix(limit).reversed()
        var out = JSONWriter(capacity: 16 << 10)
        out.beginArray()
        try source.subjects(Array(numbers), hasContent: false) { subject in
            out.row(of: subject.record)
            return true
        }
        out.endArray()
        return out.made
    }

    private func body(_ flow: UInt64, _ kind: MessageKind, isRaw: Bool) throws -> String {
        let record = try subject(flow).record
        let content =
            isRaw ? FilterReader.whole(record[kind].content.kept) : FilterReader.standard.content(record, kind)
        guard let content else { return "null" }
        guard content.count <= Self.bodyLimit else {
            throw Refusal(text: "the body is longer than \(Self.bodyLimit >> 20) MiB")
        }
        var out = JSONWriter(capacity: 2 * content.count + 64)
        out.beginObject()
        out.scriptContent(content)
        out.endObject()
        return out.made
    }

    // MARK: - Doing

    private func mark(_ flow: UInt64, _ marks: ScriptCall.Marks) throws -> ScriptResult {
        var made = FlowMarks(pin: marks.pin, tag: marks.tag, untag: marks.untag)
        if let comment = marks.comment { made.comment = .some(comment.isEmpty ? nil : comment) }
        let count = try recorded().mark([flow], made)
        return count > 0 ? .value("null") : .failed("flow \(flow) is not recorded")
    }

    private func send(_ request: ScriptCall.Request, _ done: @escaping Done) throws {
        let headers = request.headers.map { "\($0.name.text): \($0.value.text)" }
        let composed = try ComposedRequest(
            url: request.url, method: request.method, headers: headers, body: request.body)
        send(PageSending(request: try ReplayedRequest.written(composed.bytes), server: request.url), done)
    }

    private func send(_ sending: PageSending, _ done: @escaping Done) {
        guard let source else { return done(.failed("nothing is recorded (--no-store)")) }
        source.send(sending) { result in
            switch result {
            case .success(let number?): tell(number, 0, done)
            case .success(nil): done(.value("null"))
            case .failure(let error): done(.failed(error.text))
            }
        }
    }

    /// The flow is in the file a moment after it has ended.
    private func tell(_ number: UInt64, _ looks: Int, _ done: @escaping Done) {
        Self.queue.async {
            if let record = try? subject(number).record {
                var out = JSONWriter()
                out.row(of: record)
                return done(.value(out.made))
            }
            guard looks < 60 else { return done(.value("{\"flow\":\(number)}")) }
            Self.queue.asyncAfter(deadline: .now() + .milliseconds(50)) { tell(number, looks + 1, done) }
        }
    }
}

extension JSONWriter {
    fileprivate var made: String { withBytes { String(decoding: $0, as: UTF8.self) } }

    /// What a script gets of a recorded flow.
    fileprivate mutating func row(of record: FlowRecord) {
        beginObject()
        member("flow", record.id.number)
        member("method", Bytes(record.method.name.text))
        member("url", Bytes(record.url.text))
        if let status = record.status { member("status", status) }
        if let time = record.startedAt {
            key("time")
            number(Bytes("\(time / 1_000_000).\(String(String(1_000_000 + time % 1_000_000).dropFirst()))"))
        }
        if let duration = record.duration {
            key("duration")
            milliseconds(micro: duration)
        }
        for (name, kind) in [("request", MessageKind.request), ("response", .response)] {
            guard let size = record[kind].content.size else { continue }
            key(escaping: name + "_size")
            integer(size)
        }
        for (name, kind) in [("request_type", MessageKind.request), ("type", .response)] {
            guard let type = record.fields(kind)?.first(.contentType) else { continue }
            key(escaping: Bytes(name))
            string(Bytes(type.text))
        }
        if let client = record.opening?.client { member("client", Bytes(client)) }
        if let outcome = record.outcome, outcome.kind != .complete { member("outcome", Bytes(outcome.code.rawValue)) }
        if !record.marks.tags.isEmpty {
            beginArray("tags")
            for tag in record.marks.tags { string(Bytes(tag)) }
            endArray()
        }
        if !record.marks.comments.isEmpty { member("comment", Bytes(record.marks.comments.joined(separator: "\n"))) }
        member("pinned", record.marks.isPinned)
        endObject()
    }
}
