import Bytes
import Filter
import Flow
import HTTPModel

/// `set-request-header`, `add-response-header` and the like, and `set-host`: one field line.
struct FieldAction: RuleAction {
    let kind: MessageKind
    let rule: HeaderRule

    static let entries: [ActionEntry] = [
        entry("set-request-header", "\"N: v\"", "sets a header of the request", .setRequest, .request),
        entry("add-request-header", "\"N: v\"", "adds a header to the request", .addRequest, .request),
        entry("remove-request-header", "N", "removes a header of the request", .removeRequest, .request),
        entry("set-response-header", "\"N: v\"", "sets a header of the response", .setResponse, .response),
        entry("add-response-header", "\"N: v\"", "adds a header to the response", .addResponse, .response),
        entry("remove-response-header", "N", "removes a header of the response", .removeResponse, .response),
    ]

    static let hostEntry = ActionEntry("set-host", "H", "changes Host, but not the connection", mayBeRaw: true) {
        reader throws(FilterError) in
        let value = try reader.argument("a host")
        do throws(HeaderRule.Invalid) {
            let rule = try HeaderRule.parse("Host: " + value.text, flag: .setRequest, isRaw: reader.isRaw)
            return FieldAction(kind: .request, rule: rule)
        } catch {
            throw FilterError(value.range, error.text)
        }
    }

    private static func entry(
        _ name: String, _ usage: String, _ meaning: String, _ flag: HeaderRule.Flag, _ kind: MessageKind
    ) -> ActionEntry {
        ActionEntry(name, usage, meaning, mayBeRaw: true) { reader throws(FilterError) in
            FieldAction(kind: kind, rule: try reader.field(flag))
        }
    }

    var clause: String {
        let message = RuleWords.name(kind)
        return switch rule.action {
        case .set(let value): "sets the \(message)'s \(rule.name.text) to '\(value.text)'"
        case .add(let value): "adds '\(rule.name.text): \(value.text)' to the \(message)"
        case .remove: "removes the \(message)'s \(rule.name.text)"
        case .removeLine, .replaceLine: "changes a line of the \(message)'s \(rule.name.text)"
        }
    }

    var stage: RuleStage { kind == .request ? .request : .response }
    var actsOnResponses: Bool { kind == .response }
    func bearsOnAnswers(isUnasked: Bool) -> Bool { kind == .response }
    var wish: (kind: MessageKind, rule: HeaderRule)? { (kind, rule) }

    func change(_ work: inout RequestWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        guard kind == .request else { return nil }
        return work.fields.apply(step.wish ?? rule) ? RuleStep.changedRequest : nil
    }

    func change(_ work: inout ResponseWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        guard kind == .response else { return nil }
        return work.fields.apply(step.wish ?? rule) ? RuleStep.changedResponse : nil
    }
}
