import Bytes
import Filter
import Flow

/// `set-method`.
struct MethodAction: RuleAction {
    let method: Bytes

    static let entry = ActionEntry("set-method", "M", "changes the method", mayBeRaw: true) {
        reader throws(FilterError) in
        let value = try reader.argument("a method")
        let method = Bytes(value.text)
        guard reader.isRaw || OctetClass.token.containsAll(method), !method.isEmpty else {
            throw FilterError(value.range, "'\(value.text)' is not a method: letters, digits and !#$%&'*+-.^_`|~")
        }
        // The client waits for what its own method means: a body, none, or a tunnel. So it does with `raw`.
        guard method != "HEAD", method != "CONNECT" else {
            throw FilterError(value.range, "the client would not understand the response to \(value.text)")
        }
        return MethodAction(method: method)
    }

    var clause: String { "changes the method to \(method.text)" }

    /// The client waits for what its own method means (RFC 9112 §6.3): of HEAD for no content, which can be kept from
    /// it.
    func change(_ work: inout RequestWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        guard work.values.method != "CONNECT" else {
            return "The method is unchanged: the client would not understand the response to \(method.text)."
        }
        return work.line.setMethod(method, step.source) ? RuleAct.changedMethod : nil
    }
}
