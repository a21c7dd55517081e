import TestKit
import Testing

/// `hark mcp` as an agent uses it: what it finds, what it is refused, and which credentials it never gets.
@Suite struct AgentTests {
    @Test func anAgentFindsTheCauseProposesARuleAndIsStopped() throws {
        let result = try Tool.run(Tool.python(), [Tool.script("agents.py"), Tool.hark()], seconds: 300)
        #expect(result.code == 0 && result.text.hasSuffix("ok\n"), result.summary)
    }

    /// Clients read standard output: nothing but messages may come there.
    @Test func onlyMessagesComeOnStandardOutput() throws {
        let home = try PrivateHome()
        let request = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"get_status\"}}\n"
        let other = request.replacing("\"id\":1", with: "\"id\":2")
        let input = try home.scratch.write("input", Array((request + "\n" + other + request).utf8))
        let result = try home.hark("mcp", input: input)
        #expect(result.code == 0, result.summary)
        let lines = result.text.split(separator: "\n")
        // One answer each, be it that an id is in use.
        #expect(lines.count == 3 && lines.allSatisfy { $0.hasPrefix("{\"jsonrpc\":\"2.0\",\"id\":") }, result.summary)
    }

    @Test(arguments: [
        ("claude", "claude mcp add hark -- hark mcp"), ("codex", "[mcp_servers.hark]"), ("cursor", "mcpServers"),
        ("vscode", "stdio"),
    ])
    func aClientIsToldHowToStartIt(client: String, line: String) throws {
        let result = try PrivateHome().hark("mcp", "--print-config", client)
        #expect(result.code == 0 && result.text.contains(line), result.summary)
    }

    @Test(arguments: [["--allow", "root"], ["--max-output", "1KiB"], ["--session", "-"], ["--print-config", "x"]])
    func whatIsWrongIsRefusedAtTheStart(words: [String]) throws {
        let result = try PrivateHome().hark(arguments: ["mcp"] + words)
        #expect(result.code == 64 && result.text.isEmpty, result.summary)
    }
}
