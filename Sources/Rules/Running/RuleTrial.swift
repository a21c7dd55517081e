package import Bytes
package import Filter
package import Flow
import HTTPModel

/// What rules would have done to a flow that was recorded: the same run that serves the proxy, with nothing sent.
package struct RuleTrial {
    /// A line of a message, as it was or as it would be.
    package struct Line: Sendable, Hashable {
        package let isNew: Bool
        package let text: Bytes
    }

    /// What rules did, in order.
    package private(set) var acts: [RuleAct] = []
    /// The names of the rules whose filter and turn meant it.
    package private(set) var matched: [String] = []
    package private(set) var request: [Line] = []
    package private(set) var response: [Line] = []

    /// - Parameter files: reads a file of a rule.
    package init(
        _ book: RuleBook, _ record: FlowRecord, counting: any RuleCounting, seed: UInt64, reader: FilterReader,
        files: (_ path: String) -> Bytes?
    ) {
        guard let head = record.requestHead, head.method != .connect else { return }
        var run = RuleRun(book, counting: counting, seed: seed)
        // Filters of rules see messages as they came, not what the client got in place of a response.
        var received = record
        received.response.sent = nil
        let subject = RuleSubject(received, reader: reader)
        let orders = run.request(subject, hasBody: Self.hasContent(record.request.content))
        take(orders, head.fields, kind: .request)
        if let line = orders.line, orders.ending == nil {
            request.insert(Line(isNew: false, text: head.startLine), at: 0)
            let text = [line.method, " ", line.target, " HTTP/1.1"].flatMap { $0 }
            request.insert(Line(isNew: true, text: Bytes(text)), at: 1)
        }
        defer { matched = run.matched }
        if let ending = orders.ending {
            end(ending, run, record)
            return
        }
        if orders.wantsBody, take(&run, record, .request, reader, files) { return }
        guard let answer = record.responseHead else { return }
        // What was not recorded may have been there.
        let content = record.response.content
        let isKnown = content.kept.count != nil || content.size != nil
        let (mayBe, isThere) = (Self.mayHaveContent(answer, to: head.method), !isKnown || Self.hasContent(content))
        let reply = run.response(subject, hasBody: mayBe && isThere, isEmpty: mayBe && !isThere)
        take(reply, answer.fields, kind: .response)
        if let ending = reply.ending {
            end(ending, run, record)
            return
        }
        if reply.wantsBody { _ = take(&run, record, .response, reader, files) }
    }

    private static func hasContent(_ content: FlowRecord.Content) -> Bool {
        (content.kept.count.map { UInt64($0) } ?? content.size ?? 0) > 0
    }

    /// RFC 9110 §6.4.1.
    private static func mayHaveContent(_ head: ResponseHead, to method: Method) -> Bool {
        method != .head && head.status >= 200 && head.status != 204 && head.status != 304
    }

    private mutating func take(_ orders: RuleOrders, _ section: FieldSection, kind: MessageKind) {
        acts += orders.acts
        // What is answered in its place goes nowhere, and is nothing that anybody gets changed.
        guard orders.ending == nil else { return }
        acts += orders.connectDelays.map(\.act)
        add(section.edits(by: orders.fields), section, kind)
    }

    private mutating func add(_ edits: [Change], _ section: FieldSection, _ kind: MessageKind) {
        for edit in edits {
            switch edit.action {
            case .replaceStartLine(let text), .replaceHead(let text): add(text, isNew: true, kind)
            case .remove(let line): add(section.raw.slice(section.lines[line].line).trimmed, isNew: false, kind)
            case .replace(let line, let text):
                add(section.raw.slice(section.lines[line].line).trimmed, isNew: false, kind)
                add(text, isNew: true, kind)
            case .add(let text): add(text, isNew: true, kind)
            }
        }
    }

    private mutating func add(_ text: Bytes, isNew: Bool, _ kind: MessageKind) {
        let end = text.firstIndex(of: ASCII.carriageReturn) ?? text.firstIndex(of: ASCII.lineFeed) ?? text.count
        let line = Line(isNew: isNew, text: text.slice(0..<end))
        switch kind {
        case .request: request.append(line)
        case .response: response.append(line)
        }
    }

    /// Whether it ends there.
    private mutating func take(
        _ run: inout RuleRun, _ record: FlowRecord, _ kind: MessageKind, _ reader: FilterReader,
        _ files: (_ path: String) -> Bytes?
    ) -> Bool {
        let recorded = record[kind].content
        guard let content = FilterReader.whole(recorded.kept) ?? (recorded.size == 0 ? Bytes() : nil) else {
            return false
        }
        let orders = run.body(kind, content, record, reader: reader, files: files)
        acts += orders.acts
        if let ending = orders.ending {
            end(ending, run, record)
            return true
        }
        guard let other = orders.content else { return false }
        if let section = record.fields(kind) { add(section.edits(by: orders.fields), section, kind) }
        add(Bytes("(content: \(content.count) bytes)"), isNew: false, kind)
        add(Bytes("(content: \(other.count) bytes)"), isNew: true, kind)
        return false
    }

    private mutating func add(_ answer: RuleAnswer) {
        add(Bytes("HTTP/1.1 \(answer.status)"), isNew: true, .response)
        for field in answer.fields {
            add(Bytes([field.name, ": ", field.value].flatMap { $0 }), isNew: true, .response)
        }
    }

    /// What the client would have got in place of what it got.
    private mutating func end(_ ending: RuleEnding, _ run: RuleRun, _ record: FlowRecord) {
        switch ending {
        case .answer(let answer): add(answer)
        case .file(let path, let rest): add(Bytes("(the file \(path)\(rest.text))"), isNew: true, .response)
        case .recorded(let session, let place):
            guard let (answer, dressing, _) = run.recorded(session, place, record) else { return }
            acts += dressing
            add(answer)
        case .hangUp(let isReset, _):
            add(Bytes("(the connection is \(isReset ? "reset" : "closed"))"), isNew: true, .response)
        }
    }
}
