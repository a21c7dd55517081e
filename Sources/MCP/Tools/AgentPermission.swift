/// What a user allows an agent beyond reading.
package enum AgentPermission: String, Sendable, CaseIterable {
    /// Pins, comments and tags.
    case marks
    /// Requests to servers.
    case send
    /// Rules of a running proxy, and what they hold.
    case rules
    /// Programs of the user's computer.
    case run

    /// `send,rules`, `all`; throws the word that names none.
    package static func list(_ text: String) throws(Unknown) -> Set<AgentPermission> {
        var found: Set<AgentPermission> = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            let name = word.filter { $0 != " " }
            if name == "all" {
                found.formUnion(allCases)
            } else if let permission = AgentPermission(rawValue: name) {
                found.insert(permission)
            } else {
                throw Unknown(word: name)
            }
        }
        return found
    }

    package struct Unknown: Error {
        package let word: String
    }
}
