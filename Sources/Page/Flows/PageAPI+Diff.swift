import Filter
import Workbench

extension PageAPI {
    /// Two flows beside each other, as `hark diff` compares them.
    func diff(_ call: PageCall) throws(PageError) -> PageStep {
        let left = try call.flow()
        guard let right = UInt64(call.request.parameter("with") ?? "") else {
            throw .request("'with' must be the number of another flow.")
        }
        let (source, live, tools) = (source, live, tools)
        return .answering { () throws(PageError) in
            let diff = FlowDiff(
                try Self.subject(left, hasContent: true, source, live, tools).record,
                try Self.subject(right, hasContent: true, source, live, tools).record)
            return .json { $0.flowDiff(diff) }
        }
    }
}
