import Foundation
import TestKit
import Testing

/// `hark mcp` as an agent uses it: what it finds, what it is refused, and which credentials it never gets.
@Suite struct AgentTests {
    @Test func anAgentFindsTheCauseProposesARuleAndIsStopped() throws {
        let result = try Tool.run(Tool.python(), [Tool.script("agents.py"), Tool.hark()], seconds: 300)
        #expect(result.code == 0 && result.text.hasSuffix("ok\n"), result.summary)
    }

    /// Over the page's listener, with a token that opens nothing else.
    @Test func agentsAskThePagesListener() throws {
        let home = try PrivateHome()
        let path = home.scratch.file("a.hark")
        let proxy = try RunningProxy(
            arguments: ["--store", path, "--page=127.0.0.1:0", "--mcp-allow", "marks"],
            environment: ["HOME": home.scratch.file("home"), "XDG_DATA_HOME": home.scratch.file("data")],
            keepsSession: true)
        _ = try Tool.curl("-x", proxy.url, "http://hark.test/")
        let own = try home.hark("mcp", "--token").text.trimmingCharacters(in: .whitespacesAndNewlines)
        let page = try #require(proxy.page).prefix { $0 != "#" }
        func ask(
            _ body: String, type: String = "application/json", token: String? = nil, version: String = "2025-11-25"
        ) throws -> (status: String, text: String) {
            let lines = [
                "Authorization: Bearer \(token ?? own)", "Content-Type: \(type)", "MCP-Protocol-Version: \(version)",
            ]
            let result = try Tool.run(
                Tool.find("curl"),
                ["-q", "-sS", "--max-time", "60", "-w", "\n%{http_code}", "--data-binary", body, "\(page)mcp"]
                    + lines.flatMap { ["-H", $0] })
            let answer = result.text.split(separator: "\n", omittingEmptySubsequences: false)
            return (answer.last.map(String.init) ?? "", answer.dropLast().joined(separator: "\n"))
        }
        func call(_ tool: String, _ arguments: String) throws -> String {
            try ask(
                #"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"\#(tool)","arguments":"#
                    + arguments + "}}"
            ).text
        }
        try eventually("the flow is in the session") { try call("list_flows", "{}").contains("hark.test") }
        #expect(try call("mark_flows", #"{"flows": [1], "tag": "seen"}"#).contains("marked"))
        #expect(try call("send_request", #"{"url": "http://hark.test/"}"#).contains("not allowed"))
        // Progress makes the answer an event stream, which ends with the result.
        let stream = try Tool.run(
            Tool.find("curl"),
            [
                "-q", "-sSi", "--max-time", "60", "\(page)mcp", "-H", "Authorization: Bearer \(own)", "-H",
                "Content-Type: application/json", "-H", "Accept: application/json, text/event-stream", "--data-binary",
                #"{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"wait_for_flows","#
                    + #""arguments":{"timeout":2,"filter":"path = /never"},"_meta":{"progressToken":"p"}}}"#,
            ]
        ).text
        let events = stream.components(separatedBy: "data: ").dropFirst()
        #expect(stream.contains("text/event-stream") && events.count >= 2, "\(stream)")
        #expect(events.dropLast().allSatisfy { $0.contains("notifications/progress") && $0.contains(#""p""#) })
        #expect(events.last?.contains(#""id":8"#) == true && events.last?.contains("timed_out") == true, "\(stream)")
        #expect(try ask(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).status == "202")
        #expect(try ask("{}", type: "text/plain").status == "415")
        #expect(try ask("{}", version: "1999-01-01").status == "400")
        #expect(try ask("{}", token: "wrong.wrong").status == "401")
        #expect(try proxy.stop() == .exited(0))
        // Who did what, and what came of it, is on the proxy's standard error.
        #expect(proxy.diagnostics.contains("agent (over HTTP, curl/") && proxy.diagnostics.contains(": 1 marked"))
    }

    @Test func aProxyThatDoesNotRunIsNotRead() throws {
        let home = try PrivateHome()
        let result = try home.hark("mcp", "--proxy", "9")
        #expect(result.code == 69 && result.text.isEmpty && result.diagnostics.contains("hark proxy"), result.summary)
        let both = try home.hark("mcp", "--proxy", "9", "--session", "a")
        #expect(both.code == 64, both.summary)
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
