/// A tool as a client sees it.
package struct AgentTool: Sendable, Hashable {
    package let name: String
    let title: String
    /// At most 400 characters, the example not counted twice.
    let words: String
    /// A call that can be copied.
    let example: String
    let permission: AgentPermission?
    package let arguments: [ToolArgument]
    /// Members of its structured content.
    let members: [ToolArgument]

    init(
        _ name: String, _ title: String, needs permission: AgentPermission? = nil, _ words: String, _ example: String,
        _ arguments: [ToolArgument], gives members: [ToolArgument] = []
    ) {
        (self.name, self.title, self.words, self.permission) = (name, title, words, permission)
        (self.example, self.arguments, self.members) = ("\(name) \(example)", arguments, members)
    }

    /// An entry of `tools/list`.
    var listed: RPCValue {
        [
            "name": .string(name), "title": .string(title), "description": .string("\(words) Example: \(example)"),
            "inputSchema": Self.schema(arguments + [ToolArguments.budget], isClosed: true),
            "outputSchema": Self.schema(
                members + [ToolArgument("truncated", .flag, isRequired: true)], isClosed: false),
            "annotations": annotations,
        ]
    }

    private static func schema(_ members: [ToolArgument], isClosed: Bool) -> RPCValue {
        var schema: [RPCValue.Member] = [
            .init("type", "object"),
            .init("properties", .object(members.map { .init($0.name, $0.schema) })),
        ]
        let required = members.filter(\.isRequired).map { RPCValue.string($0.name) }
        if !required.isEmpty { schema.append(.init("required", .array(required))) }
        if isClosed { schema.append(.init("additionalProperties", false)) }
        return .object(schema)
    }

    private var annotations: RPCValue {
        switch permission {
        case nil: ["readOnlyHint": true, "openWorldHint": false]
        case .marks:
            ["readOnlyHint": false, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false]
        case .send, .run: ["readOnlyHint": false, "destructiveHint": true, "openWorldHint": true]
        case .rules: ["readOnlyHint": false, "destructiveHint": true, "openWorldHint": false]
        }
    }

    /// Seconds that a call takes at most, where it names no time itself.
    var usualTime: Int? {
        switch name {
        case "wait_for_flows", "send_request": 30
        case "run_command": 60
        default: nil
        }
    }

    /// What a call is answered that is not allowed.
    var refusal: ToolAnswer? {
        permission.map {
            .failure("\(name) is not allowed. The user can allow it: hark mcp --allow \($0.rawValue)")
        }
    }

    /// It changes something, or sends.
    package var acts: Bool { permission != nil }

    package func mayBeCalled(with permissions: Set<AgentPermission>) -> Bool {
        permission.map(permissions.contains) ?? true
    }
}
