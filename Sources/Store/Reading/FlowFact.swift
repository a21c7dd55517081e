/// A column of `flow` that figures ask.
package enum FlowFact: Int32, CaseIterable, Sendable {
    case id = 0
    case method, url, status, outcome, outcomeCode, error, requestSize, responseSize, isReused, client, type
    /// There when there is an answer, so that its type is known, or that it has none.
    case redirect
    case time, dns, connect, handshake, send, wait, receive, duration
    /// A cache that kept the response might spare the server something.
    case cacheable
    /// The bytes of the request's head.
    case request

    static func select(_ facts: Set<FlowFact>) -> String {
        let columns = allCases.map { fact in
            if !facts.contains(fact) {
                "NULL"
            } else if fact == .request {
                "(SELECT request FROM head WHERE head.flow = flow.id)"
            } else {
                "flow." + SnakeCase.name("\(fact)")
            }
        }
        return "SELECT \(columns.joined(separator: ", ")) FROM flow"
    }
}
