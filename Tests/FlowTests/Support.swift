import Flow
import HTTPModel
import TestKit
import Testing

/// Plays a script and expects it to go as written.
func play(
    _ script: String, _ policy: ForwardingPolicy = ForwardingPolicy(), sourceLocation: SourceLocation = #_sourceLocation
) {
    var playbook = Playbook(policy)
    let expected = Playbook.lines(script).joined(separator: "\n")
    #expect(playbook.play(script) == expected, sourceLocation: sourceLocation)
}

/// A request after it was forwarded, or whatever was ordered instead, and why its lines changed.
func forwarded(
    _ request: String, _ policy: ForwardingPolicy = ForwardingPolicy()
) -> (head: String, changes: [String]) {
    var playbook = Playbook(policy)
    playbook.happen(request)
    let head = playbook.happen("connected").joined(separator: "; ")
    return (head, playbook.changes)
}

/// A response to `request` after it was forwarded, and why its lines changed.
func answered(
    _ response: String, to request: String = "GET http://a/ HTTP/1.1 | Host: a",
    _ policy: ForwardingPolicy = ForwardingPolicy()
) -> (head: String, changes: [String]) {
    var playbook = Playbook(policy)
    playbook.happen(request)
    playbook.happen("connected")
    let head = playbook.happen(response).joined(separator: "; ")
    return (head, playbook.changes)
}

func rules(request: [(flag: String, text: String)] = [], response: [(flag: String, text: String)] = []) throws
    -> ForwardingPolicy
{
    ForwardingPolicy(
        rules: HeaderRules(
            request: try request.map { try rule($0.text, "--\($0.flag)-request-header") },
            response: try response.map { try rule($0.text, "--\($0.flag)-response-header") }))
}

private func rule(_ text: String, _ flag: String) throws -> HeaderRule {
    try HeaderRule.parse(text, flag: #require(HeaderRule.Flag(rawValue: flag)))
}
