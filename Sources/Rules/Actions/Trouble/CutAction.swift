import Filter
import Flow
import HTTPModel

/// `cut-response` and `cut-request`: a body that ends too early.
struct CutAction: RuleAction {
    let kind: MessageKind
    let count: Int64

    static let entries = [MessageKind.response, .request].map { kind in
        let word = RuleWords.name(kind)
        return ActionEntry("cut-\(word)", "after N", "truncates the \(word) after this number of bytes") {
            reader throws(FilterError) in CutAction(kind: kind, count: try reader.sizeAfter())
        }
    }

    var clause: String { "truncates the \(RuleWords.name(kind)) after \(count) bytes" }
    var stage: RuleStage { kind == .request ? .request : .response }
    var actsOnResponses: Bool { kind == .response }
    func bearsOnAnswers(isUnasked: Bool) -> Bool { kind == .response }

    func change(_ work: inout RequestWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        guard kind == .request else { return nil }
        work.orders.shape.cut = min(count, work.orders.shape.cut ?? .max)
        return "The request is truncated after \(count) bytes."
    }

    func change(_ work: inout ResponseWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        guard kind == .response else { return nil }
        work.orders.shape.cut = min(count, work.orders.shape.cut ?? .max)
        return "The response is truncated after \(count) bytes."
    }
}
