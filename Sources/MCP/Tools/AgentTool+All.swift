extension AgentTool {
    private static let filter = ToolArgument("filter", .text)
    private static let limit = ToolArgument("limit", .integer(1...200))
    private static let cursor = ToolArgument("cursor", .text)
    private static let flow = ToolArgument("flow", .flow, isRequired: true)
    private static let message = ToolArgument("message", .choice(["request", "response"]))
    private static let number = ToolArgument("flow", .integer(0...Int64.max))
    private static let captured = ToolArgument("captured", .captured)
    private static let rows = ToolArgument("flows", .texts)

    /// All of them, in the order in which they are listed.
    package static let all: [AgentTool] = reading + changing

    private static func count(_ name: String) -> ToolArgument { ToolArgument(name, .integer(0...Int64.max)) }

    private static func list(_ name: String) -> ToolArgument { ToolArgument(name, .texts) }

    private static let reading: [AgentTool] = [
        AgentTool(
            "get_status", "Status", "Get what is read, how many flows there are, and what is allowed. Call it first.",
            "{}", [], gives: [count("flows"), count("problems"), list("proxies")]),
        AgentTool(
            "list_flows", "List flows",
            "List recorded HTTP exchanges (flows), newest first. Filters: get_help {\"topic\": \"filter\"}. order: a "
                + "filter field such as duration; reverse turns the order round.",
            "{\"filter\": \"status >= 400\"}",
            [
                filter, ToolArgument("order", .text), ToolArgument("reverse", .flag), limit, cursor,
            ], gives: [count("matched")]),
        AgentTool(
            "get_flow", "Get a flow",
            "Get one flow: heads, sizes, outcome, the first 2 KiB of text bodies, and notes on what is wrong.",
            "{\"flow\": 12, \"parts\": [\"response\", \"timing\"]}",
            [
                flow,
                ToolArgument(
                    "parts", .texts,
                    "request, response, timing, tls, changes, notes, story [request, response, notes]"),
            ], gives: [number, captured]),
        AgentTool(
            "get_body", "Get a body",
            "Get a window of a body, with content codings removed. outline: keys, types and counts of JSON. path: a "
                + "value in JSON, such as $.items[0].id. find: from the first place of this text.",
            "{\"flow\": 12, \"message\": \"response\", \"offset\": 4096}",
            [
                flow, message, ToolArgument("form", .choice(["pretty", "raw", "base64", "outline"])),
                ToolArgument("path", .text), ToolArgument("find", .text),
                ToolArgument("offset", .integer(0...Int64.max)), ToolArgument("limit", .integer(1...65_536)),
            ], gives: [number, count("size"), count("next"), captured]),
        AgentTool(
            "list_messages", "List messages", "List the messages of a WebSocket, an event stream or a gRPC call.",
            "{\"flow\": 12, \"filter\": \"message.text contains error\"}", [flow, filter, limit, cursor],
            gives: [number, count("messages"), captured]),
        AgentTool(
            "explain_flow", "Explain a flow",
            "Explain why a flow went as it did: conclusions and steps with the sections of the standards.",
            "{\"flow\": 12, \"topic\": \"caching\"}",
            [
                flow,
                ToolArgument(
                    "topic",
                    .choice([
                        "framing", "connection", "caching", "cookies", "redirects", "cors", "authentication", "changes",
                        "tls",
                    ])),
            ], gives: [number, captured]),
        AgentTool(
            "find_problems", "Find problems",
            "Find what checks report, grouped by check, with the flows. level: the mildest level to report [warning].",
            "{\"filter\": \"host = api.example.com\"}",
            [filter, ToolArgument("level", .choice(["info", "warning", "bad"])), limit, cursor],
            gives: [count("flows"), list("codes")]),
        AgentTool(
            "diff_flows", "Compare flows", "Compare two flows: lines, headers, JSON by structure, times.",
            "{\"a\": 12, \"b\": 15}",
            [ToolArgument("a", .flow, isRequired: true), ToolArgument("b", .flow, isRequired: true)],
            gives: [ToolArgument("same", .flag), captured]),
        AgentTool(
            "get_stats", "Get figures", "Count flows, failures, times and bytes by group.",
            "{\"by\": \"endpoint\", \"filter\": \"host = api.example.com\"}",
            [
                filter, ToolArgument("by", .choice(["endpoint", "host", "status", "type", "client"])),
                limit,
            ], gives: [captured]),
        AgentTool(
            "look_up", "Look up a word of HTTP",
            "Look up a status, header, method, directive or other registered name in the built-in dictionary.",
            "{\"name\": \"Vary\", \"kind\": \"header\"}",
            [ToolArgument("name", .text, isRequired: true), ToolArgument("kind", .text)]),
        AgentTool(
            "export_flows", "Export flows",
            "Write flows as curl, python, javascript, go, har, markdown, openapi and more.",
            "{\"flows\": [12], \"format\": \"curl\"}",
            [
                ToolArgument("flows", .flows), filter, ToolArgument("format", .text, isRequired: true),
            ], gives: [captured]),
        AgentTool(
            "wait_for_flows", "Wait for flows",
            "Wait until this number of new matching flows has ended. after: count only flows with a larger number.",
            "{\"filter\": \"path = /pay\", \"timeout\": 20}",
            [
                filter, ToolArgument("count", .integer(1...200)), ToolArgument("after", .integer(0...Int64.max)),
                ToolArgument("timeout", .integer(0...55), "Seconds [30]."),
            ], gives: [ToolArgument("timed_out", .flag)]),
        AgentTool(
            "get_rules", "Get rules", "Get the rules of the running proxy, how often each acted, and held messages.",
            "{}", [], gives: [count("revision"), captured]),
        AgentTool(
            "try_rules", "Try rules",
            "Show what rules would have changed in recorded flows; nothing is sent or changed. Syntax: get_help "
                + "{\"topic\": \"rules\"}.",
            "{\"rules\": \"when path = /pay do respond 503\", \"filter\": \"host = api.example.com\"}",
            [ToolArgument("rules", .text, isRequired: true), filter, limit], gives: [list("rules"), captured]),
        AgentTool(
            "get_help", "Get the reference", "Get a section of the reference. find: only the lines with this text.",
            "{\"topic\": \"filter\", \"find\": \"status\"}",
            [
                ToolArgument("topic", .choice(["filter", "rules", "formats", "notes"]), isRequired: true),
                ToolArgument("find", .text),
            ]),
    ]

    private static let changing: [AgentTool] = [
        AgentTool(
            "mark_flows", "Mark flows", needs: .marks, "Pin, tag or comment flows. An empty comment removes it.",
            "{\"flows\": [12], \"tag\": \"bug\"}",
            [
                ToolArgument("flows", .flows, isRequired: true), ToolArgument("pin", .flag),
                ToolArgument("comment", .text), ToolArgument("tag", .text), ToolArgument("untag", .text),
            ], gives: [count("marked")]),
        AgentTool(
            "send_request", "Send a request", needs: .send,
            "Send one HTTP/1.1 request and get the new flow. Tags such as [secret 3f2a] are sent as they are.",
            "{\"url\": \"http://localhost:3000/health\"}",
            [
                ToolArgument("url", .text, isRequired: true), ToolArgument("method", .text),
                ToolArgument("headers", .texts, "Lines such as \"Accept: text/html\"."), ToolArgument("body", .text),
                ToolArgument("timeout", .integer(1...300), "Seconds [30]."),
            ], gives: [number, ToolArgument("session", .text), captured]),
        AgentTool(
            "replay_flow", "Replay a flow", needs: .send,
            "Send a recorded request again and compare the responses. Its credentials go to its own server only: to "
                + "sends it to another one without them.",
            "{\"flow\": 12, \"set\": [\"X-Try: 2\"]}",
            [
                flow, ToolArgument("set", .texts, "Request headers, such as \"X-Try: 2\"."),
                ToolArgument("remove", .texts, "Names of headers."), ToolArgument("body", .text),
                ToolArgument("to", .text, "Such as http://localhost:3000."),
            ],
            gives: [number, ToolArgument("session", .text), captured]),
        AgentTool(
            "set_rules", "Set rules", needs: .rules,
            "Replace the agent's rules of the running proxy (the source page). Try them first: try_rules. revision: of "
                + "get_rules.",
            "{\"text\": \"when path = /pay do respond 503\", \"revision\": 1}",
            [
                ToolArgument("text", .text, isRequired: true),
                ToolArgument("revision", .integer(0...Int64.max), isRequired: true),
            ], gives: [count("revision"), captured]),
        AgentTool(
            "decide_held", "Decide about a held message", needs: .rules,
            "Send, drop, edit or answer a message that a rule holds. text: the whole head, for edit. answer: a "
                + "response "
                + "such as 503 text \"busy\", for respond.",
            "{\"flow\": 12, \"verdict\": \"send\"}",
            [
                flow, ToolArgument("verdict", .choice(["send", "drop", "edit", "respond"]), isRequired: true),
                ToolArgument("text", .text), ToolArgument("answer", .text),
            ], gives: [ToolArgument("decided", .flag)]),
        AgentTool(
            "run_command", "Run a command", needs: .run,
            "Run a program with its traffic through Hark, as hark run does: exit code, the end of its output, its "
                + "flows.",
            "{\"command\": [\"npm\", \"test\"]}",
            [
                ToolArgument("command", .texts, isRequired: true, "The program and its arguments; no shell."),
                ToolArgument("timeout", .integer(1...600), "Seconds [60]."), ToolArgument("directory", .text),
            ], gives: [ToolArgument("timed_out", .flag), captured]),
    ]
}
