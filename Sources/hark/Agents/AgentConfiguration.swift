import Authority
import Bytes
import MCP

/// What clients of the protocol want to read, to start Hark by themselves.
enum AgentConfiguration {
    static func text(for client: MCPCommand.Client, words: [String]) -> String {
        let server: RPCValue = ["command": "hark", "args": .array(words.map { .string($0) })]
        switch client {
        case .claude:
            return "claude mcp add hark -- hark \(words.map { ShellText.quoted($0) }.joined(separator: " "))\n"
        case .codex:
            let arguments = words.map { String(decoding: RPCValue.string($0).json, as: UTF8.self) }
            return """
                # ~/.codex/config.toml
                [mcp_servers.hark]
                command = "hark"
                args = [\(arguments.joined(separator: ", "))]

                """
        case .cursor: return line(["mcpServers": ["hark": server]])
        case .vscode: return line(["servers": ["hark": server.adding("type", "stdio")]])
        }
    }

    private static func line(_ value: RPCValue) -> String { String(decoding: value.json, as: UTF8.self) + "\n" }
}
