package import Bytes
package import Flow
import HTTPModel

/// A request as scripts see it: after the rules, and after the scripts before them.
package struct ScriptRequest: Sendable, Hashable {
    package var method: Bytes
    /// Absolute, whatever form the target has.
    package var url: Bytes
    package var version: String
    package var fields: [RuleAnswer.Field]

    package init(method: Bytes, url: Bytes, version: String, fields: [RuleAnswer.Field]) {
        (self.method, self.url, self.version, self.fields) = (method, url, version, fields)
    }

    /// - Parameters:
    ///   - record: with the head as it was received.
    ///   - alteration: what rules make of it.
    ///   - server: where rules send it instead.
    package init(_ record: FlowRecord, after alteration: Alteration, to server: RuleWay?) {
        let head = record.requestHead
        method = alteration.requestLine?.method ?? record.method.name
        version = head.map { "\($0.version)" } ?? ""
        fields = RuledLines.all(head?.fields ?? .none, after: alteration.headers)
        var url = record.url
        if case .server(let host, let port, let isSecure)? = server {
            url = ScriptURL.replacingServer(of: url, host: host, port: port, isSecure: isSecure)
        }
        if let line = alteration.requestLine { url = ScriptURL.replacingTarget(of: url, by: line.target) }
        self.url = url
    }
}

extension ScriptRequest {
    /// What rules changed later.
    package mutating func apply(_ rules: [HeaderRule]) { fields = ScriptFieldWork.applied(rules, to: fields) }
}
