import Bytes
import Filter
import Flow

/// `set-query` and `remove-query`: a parameter of the query.
struct QueryAction: RuleAction {
    let name: Bytes
    /// nil: it is removed.
    let value: Bytes?

    static let entries = [
        ActionEntry("set-query", "NAME=VALUE", "sets a parameter of the query") { reader throws(FilterError) in
            let (name, value) = try reader.pair("a parameter", allowed: { $0 >= ASCII.space })
            return QueryAction(name: name, value: value)
        },
        ActionEntry("remove-query", "NAME", "removes a parameter of the query") { reader throws(FilterError) in
            QueryAction(name: Bytes(try reader.argument("the name of a parameter").text), value: nil)
        },
    ]

    var clause: String {
        value.map { "sets the query's \(name.text) to '\($0.text)'" } ?? "removes the query's \(name.text)"
    }

    func change(_ work: inout RequestWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        guard work.hasPath else { return nil }
        let isChanged =
            value.map { work.line.setQuery(name, $0, step.source) } ?? work.line.removeQuery(name, step.source)
        return isChanged ? RuleAct.changedQuery : nil
    }
}
