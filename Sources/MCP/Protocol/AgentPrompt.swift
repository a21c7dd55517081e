/// Words that a user may have a client say: which tools to call, and in which order. None holds captured data.
struct AgentPrompt {
    let name: String
    let title: String
    let argument: String?
    let words: String

    static let all: [AgentPrompt] = [
        AgentPrompt(
            name: "debug_failure", title: "Find why requests fail", argument: "filter",
            words: """
                Find why these HTTP requests fail. Call list_flows with the filter below (without one: status >= 400 \
                or outcome = failed), get_flow and explain_flow for the first of them, and find_problems. Say the \
                cause, the evidence with flow numbers, and the smallest change that fixes it. If a rule of Hark can \
                confirm it, propose the rule and show what it would do with try_rules.
                """),
        AgentPrompt(
            name: "explain_flow", title: "Explain a flow", argument: "flow",
            words: """
                Explain this exchange to a reader who knows only a little HTTP. Call get_flow, then explain_flow, \
                and look_up for each header that matters.
                """),
        AgentPrompt(
            name: "mock_api", title: "Write rules that answer like an API", argument: "filter",
            words: """
                Write rules of Hark that answer these requests without the server. Call get_help with the topic \
                rules, list_flows and get_body for the responses, then show with try_rules that each rule matches.
                """),
        AgentPrompt(
            name: "find_slow", title: "Find what is slow", argument: nil,
            words: """
                Find what makes requests slow. Call get_stats by endpoint, list_flows ordered by duration with \
                reverse, and get_flow with the part timing for the slowest. Say which phase takes the time.
                """),
    ]

    static let listed = RPCValue.array(
        all.map { prompt in
            let entry: RPCValue = ["name": .string(prompt.name), "title": .string(prompt.title)]
            guard let argument = prompt.argument else { return entry }
            return entry.adding("arguments", [["name": .string(argument), "required": false]])
        })

    func message(_ arguments: RPCValue) throws(RPCFault) -> RPCValue {
        for member in arguments.members ?? [] where member.name != argument {
            throw RPCFault(.invalidParameters, "the prompt \(name) takes \(argument ?? "no arguments")")
        }
        var text = words
        if let argument, let value = arguments[argument]?.text { text += "\n\n\(argument): \(value)" }
        return [
            "description": .string(title),
            "messages": [["role": "user", "content": ["type": "text", "text": .string(text)]]],
        ]
    }
}
