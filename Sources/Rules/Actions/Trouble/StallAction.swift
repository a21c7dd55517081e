import Filter
import Flow

/// `stall-response`: nothing more comes, and the connection stays open.
struct StallAction: RuleAction {
    let count: Int64

    static let entry = ActionEntry(
        "stall-response", "after N", "stops after this number of bytes, and leaves the connection open"
    ) { reader throws(FilterError) in StallAction(count: try reader.sizeAfter()) }

    var clause: String { "stalls the response after \(count) bytes" }
    var stage: RuleStage { .response }
    var actsOnResponses: Bool { true }
    func bearsOnAnswers(isUnasked: Bool) -> Bool { true }

    func change(_ work: inout ResponseWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        work.orders.shape.stall = min(count, work.orders.shape.stall ?? .max)
        return "The response stalls after \(count) bytes."
    }
}
