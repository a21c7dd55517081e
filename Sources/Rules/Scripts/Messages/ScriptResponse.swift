package import Bytes
package import Flow
package import HTTPModel

/// A response as scripts see it.
package struct ScriptResponse: Sendable, Hashable {
    package var status: Int
    package var reason: Bytes
    package var version: String
    package var fields: [RuleAnswer.Field]

    package init(status: Int, reason: Bytes, version: String, fields: [RuleAnswer.Field]) {
        (self.status, self.reason, self.version, self.fields) = (status, reason, version, fields)
    }

    /// - Parameter alteration: what rules make of it.
    package init(_ head: ResponseHead, after alteration: Alteration) {
        status = alteration.statusLine?.status ?? head.status
        reason = alteration.statusLine?.reason ?? (head.fields.isList ? Bytes() : head.reason)
        version = "\(head.version)"
        fields = RuledLines.all(head.fields, after: alteration.headers)
    }
}

extension ScriptResponse {
    /// What rules changed later.
    package mutating func apply(_ rules: [HeaderRule]) { fields = ScriptFieldWork.applied(rules, to: fields) }
}
