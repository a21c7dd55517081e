package import Bytes

extension FlowFilter {
    /// The text of a filter that means what this one means, without what goes to a host, or to a path of it.
    package func hiding(host: Bytes, path: Bytes?) -> String {
        func quoted(_ bytes: Bytes) -> String { FilterPrinter.quoted(String(decoding: bytes.array, as: UTF8.self)) }
        let tests = ["host = \(quoted(host))"] + (path.map { ["path = \(quoted($0))"] } ?? [])
        let hidden = "not (\(tests.joined(separator: " and ")))"
        if self == .everything { return hidden }
        return "\(expression.isDisjunction ? "(\(text))" : text) and \(hidden)"
    }
}
