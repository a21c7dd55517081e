import Bytes
import Flow

/// `no-compression`.
struct NoCompressionAction: RuleAction {
    static let entry = ActionEntry("no-compression", "asks for uncompressed content", NoCompressionAction())

    var clause: String { "asks for uncompressed content" }

    func change(_ work: inout RequestWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        work.fields.set("Accept-Encoding", "identity", step.source) ? "Asked for uncompressed content." : nil
    }
}
