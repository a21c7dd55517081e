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
    let values: RuleValues
    let received: Bytes
    /// The content as it stands now, without codings; nil: nobody looked.
    private var plain: Bytes?
    var fields: FieldWork

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
        // Whoever answers in the server's place looked at the body, and left none.
        guard orders.ending == nil else { return }
        let text: String
        do throws(Hindrance) {
            // That it was waited for is what was done to it.
            text =
                try changed(step, ready, run, files)
                ?? "Hark waited for the whole content; it is unchanged."
        } catch {
            text = "The content was not changed: \(error.reason)."
        }
        orders.acts.append(ready.act(step, text))
    }

    /// Why a body stays as it is: a clause.
    struct Hindrance: Error {
        let reason: String
    }

    private mutating func changed(
        _ step: RuleStep, _ ready: RuleBook.Ready, _ run: RuleRun, _ files: (_ path: String) -> Bytes?
    ) throws(Hindrance) -> String? {
        // A part of something, or what differs from something: other bytes would be nothing of it (RFC 9110 §14.4).
        guard !section.contains(.contentRange) || step.action.recording != nil else {
            throw Hindrance(reason: "it is only a part of the resource")
        }
        return try step.action.change(&self, of: ready, run, files)
    }

    /// This answers in the server's place.
    mutating func end(_ ending: RuleEnding?) { orders.ending = ending }

    mutating func setField(_ name: Bytes, _ value: Bytes, _ source: String) {
        fields.set(name, value, source)
        orders.fields = fields.wishes
    }

    mutating func decoded() throws(Hindrance) -> Bytes {
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

    mutating func put(_ content: Bytes, _ source: String) {
        plain = content
        orders.content = content
        fields.forgetReceivedBytes(of: kind, source)
        orders.fields = fields.wishes
    }
}
