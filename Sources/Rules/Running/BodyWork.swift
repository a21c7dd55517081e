import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import Messages

/// A whole body while the rules that change it have their turn: its codings are taken off once, when the first one
/// needs it, and what comes out is sent without them.
struct BodyWork {
    private(set) var orders = BodyOrders()
    private let kind: MessageKind
    private let section: FieldSection
    private let values: RuleValues
    private let received: Bytes
    /// The content as it stands now, without codings; nil: nobody looked.
    private var plain: Bytes?
    private var fields: FieldWork

    init(_ content: Bytes, _ section: FieldSection, _ kind: MessageKind, _ values: RuleValues) {
        self.values = values
        received = content
        self.section = section
        self.kind = kind
        fields = FieldWork(section, isTold: true)
    }

    mutating func take(
        _ step: RuleStep, _ ready: RuleBook.Ready, _ run: RuleRun, _ files: (_ path: String) -> Bytes?
    ) {
        if case .answerFrom(let session, let isStrict) = step.action {
            guard orders.ending == nil else { return }
            let (ending, text) = AnswerWork(values).recorded(
                session, isStrict: isStrict, content: received, ready, run)
            orders.ending = ending
            return orders.acts.append(ready.act(step, text))
        }
        let text: String
        do throws(Hindrance) {
            // That it was waited for is what was done to it.
            text =
                try change(step.action, ready, run, files)
                ?? "Hark waited for the whole content; it is unchanged."
        } catch {
            text = "The content was not changed: \(error.reason)."
        }
        orders.acts.append(ready.act(step, text))
    }

    /// Why a body stays as it is: a clause.
    private struct Hindrance: Error {
        let reason: String
    }

    private mutating func change(
        _ action: RuleAction, _ ready: RuleBook.Ready, _ run: RuleRun, _ files: (_ path: String) -> Bytes?
    ) throws(Hindrance) -> String? {
        // A part of something, or what differs from something: other bytes would be nothing of it (RFC 9110 §14.4).
        guard !section.contains(.contentRange) else { throw Hindrance(reason: "it is only a part of the resource") }
        let source = ready.rule.source
        if case .replaceBody(_, let content) = action { return try replace(content, ready, run, files) }
        let before = try decoded()
        if case .substitute(_, let change) = action {
            guard let (text, count) = change.applied(to: before) else {
                throw Hindrance(reason: "the regular expression needs too many steps for a text of this length")
            }
            guard count > 0, text != before else { return nil }
            put(text, source)
            return "\(count) \(count == 1 ? "place" : "places") of the content \(count == 1 ? "was" : "were") replaced."
        }
        if case .setJSON(_, let path, let value) = action {
            switch JSONEdit.set(path, to: value, in: before) {
            case .none: return nil
            case .failure(let reason): throw Hindrance(reason: reason)
            case .changed(let text):
                put(text, source)
                return "Set \(path.text)."
            }
        }
        return nil
    }

    private mutating func replace(
        _ content: RuleContent, _ ready: RuleBook.Ready, _ run: RuleRun, _ files: (_ path: String) -> Bytes?
    ) throws(Hindrance) -> String? {
        let source = ready.rule.source
        let count = { run.counting.next(ready.key.acted) }
        let bytes: Bytes
        switch content {
        case .none: bytes = Bytes()
        case .text(let template): bytes = values.text(template, .none, count: count)
        case .json(let template): bytes = values.text(template, .json, count: count)
        case .file(let path):
            guard let read = files(ready.rule.place.path(path)) else {
                throw Hindrance(reason: "cannot read \(path)")
            }
            bytes = read
        }
        put(bytes, source)
        // A text may be of any type; the others say what they are.
        let isText = if case .text = content { true } else { false }
        if let type = content.mediaType(), !isText || fields.values("Content-Type").isEmpty {
            fields.set("Content-Type", Bytes(type), source)
            orders.fields = fields.wishes
        }
        return "Replaced the content by \(bytes.count) bytes."
    }

    private mutating func decoded() throws(Hindrance) -> Bytes {
        if let plain { return plain }
        switch ContentDecoder.plan(section) {
        case .nothing:
            plain = received
            return received
        case .unknown: throw Hindrance(reason: "its content coding cannot be decoded")
        case .codings(let codings):
            var bytes: [UInt8] = []
            let result = ContentDecoder.decode(.inline(received), codings) { bytes.append(contentsOf: $0) }
            if let fault = result.fault { throw Hindrance(reason: fault.text) }
            let content = Bytes(bytes)
            plain = content
            return content
        }
    }

    private mutating func put(_ content: Bytes, _ source: String) {
        plain = content
        orders.content = content
        fields.forgetReceivedBytes(of: kind, source)
        orders.fields = fields.wishes
    }
}
