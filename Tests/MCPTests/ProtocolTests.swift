import Bytes
import MCP
import TestKit
import Testing

/// What a client is answered, line by line.
@Suite struct ProtocolTests {
    private var speaker = AgentProtocol(version: "1.0", permissions: [])

    private func actions(_ line: String, with permissions: Set<AgentPermission> = []) -> [AgentProtocol.Action] {
        var speaker = AgentProtocol(version: "1.0", permissions: permissions)
        return speaker.take(.whole(Bytes(line)))
    }

    private func answer(_ line: String, with permissions: Set<AgentPermission> = []) throws -> RPCValue {
        let actions = actions(line, with: permissions)
        guard actions.count == 1 else { throw NoAnswer(text: "\(line): \(actions)") }
        switch actions[0] {
        case .send(let message): return message
        case .refuse(let refusal): return refusal.message
        case .call, .cancel: throw NoAnswer(text: "\(line): \(actions)")
        }
    }

    private struct NoAnswer: Error {
        let text: String
    }

    private func request(_ method: String, _ parameters: String = "{}", id: String = "1") -> String {
        "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"\(method)\",\"params\":\(parameters)}"
    }

    @Test(arguments: [
        ("nonsense", -32700), ("{", -32700), ("{\"jsonrpc\":\"2.0\",\"id\":1,}", -32700), ("\u{1}", -32700),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"} {}", -32700), ("[]", -32600), ("1", -32600),
        ("\"text\"", -32600), ("null", -32600), ("{}", -32600),
        ("{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}", -32600),
        ("{\"jsonrpc\":\"2.0\",\"id\":1}", -32600), ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7}", -32600),
        ("{\"jsonrpc\":\"2.0\",\"id\":[],\"method\":\"ping\"}", -32600),
        ("{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}", -32600),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":[]}", -32600),
        ("[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]", -32600),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/destroy\"}", -32601),
        (
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"server/discover\",\"params\":{\"_meta\":"
                + "{\"io.modelcontextprotocol/protocolVersion\":\"2025-06-18\"}}}", -32601
        ),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"rm\"}}", -32602),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\"}", -32602),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"prompts/get\",\"params\":{\"name\":\"x\"}}", -32602),
        (
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/read\",\"params\":{\"uri\":\"file:///etc/passwd\"}}",
            -32602
        ),
        (
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"_meta\":"
                + "{\"io.modelcontextprotocol/protocolVersion\":\"1999-01-01\"}}}", -32022
        ),
    ])
    func whatIsNoRequestGetsItsCode(line: String, code: Int64) throws {
        let answer = try answer(line)
        #expect(answer["error"]?["code"]?.integer == code, "\(answer)")
        #expect(answer["result"] == nil && answer["jsonrpc"] == "2.0")
    }

    @Test func anIdComesBackAsItWasWritten() throws {
        for id in ["1", "-7", "\"a b\"", "\"1\"", "1.5"] {
            let answer = try answer(request("ping", id: id))
            #expect(String(decoding: answer["id"]?.json ?? [], as: UTF8.self) == id)
        }
        // A message without one is asked nothing.
        #expect(actions("{\"jsonrpc\":\"2.0\",\"method\":\"tools/list\"}") == [])
        #expect(actions("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}") == [])
        // Nor is an answer to something that Hark never asked.
        #expect(actions("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}") == [])
    }

    @Test(arguments: ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
    func aKnownVersionIsSpoken(version: String) throws {
        let result = try answer(request("initialize", "{\"protocolVersion\":\"\(version)\"}"))["result"]
        #expect(result?["protocolVersion"]?.text == version)
        #expect(result?["capabilities"]?["tools"] != nil && result?["capabilities"]?["sampling"] == nil)
        // Without state nothing says that a result is complete.
        #expect(result?["resultType"] == nil)
    }

    @Test(arguments: ["2026-07-28", "2030-01-01", "x"])
    func anUnknownVersionIsAnsweredWithOneThatInitializes(version: String) throws {
        let result = try answer(request("initialize", "{\"protocolVersion\":\"\(version)\"}"))["result"]
        #expect(result?["protocolVersion"]?.text == "2025-11-25")
    }

    @Test func theStatelessVersionDiscovers() throws {
        let result = try #require(try answer(request("server/discover"))["result"])
        guard case .array(let versions)? = result["supportedVersions"] else {
            Issue.record("\(result)")
            return
        }
        #expect(versions.count == 5 && result["resultType"] == "complete" && result["cacheScope"] == "private")
        let meta = "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}}"
        #expect(try answer(request("tools/list", meta))["result"]?["ttlMs"] != nil)
    }

    @Test func aBatchHasALimit() {
        for (count, isRead) in [(1, true), (100, true), (101, false), (8_000, false)] {
            let batch =
                "["
                + Array(repeating: #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, count: count).joined(separator: ",")
                + "]"
            if case .batch(let messages) = RPCMessage(Bytes(batch)) {
                #expect(isRead && messages.count == count)
            } else {
                #expect(!isRead, "\(count)")
            }
        }
    }

    @Test func batchesAreReadWhereTheVersionHasThem() {
        var speaker = AgentProtocol(version: "1.0", permissions: [])
        let batch = Bytes("[\(request("ping")),\(request("ping", id: "2"))]")
        #expect(speaker.take(.whole(batch)).count == 1)
        _ = speaker.take(.whole(Bytes(request("initialize", "{\"protocolVersion\":\"2025-03-26\"}"))))
        #expect(speaker.take(.whole(batch)).count == 2)
    }

    @Test func aLineThatIsTooLongIsAnsweredOnce() {
        var splitter = LineSplitter(limit: 10)
        #expect(splitter.consume(Array("0123456789abc".utf8)) == [])
        #expect(splitter.consume(Array("def\n{}\r\n\n".utf8)) == [.tooLong, .whole("{}")])
        #expect(splitter.consume(Array("last".utf8)) == [] && splitter.finish() == [.whole("last")])
        var speaker = AgentProtocol(version: "1.0", permissions: [])
        #expect(speaker.take(.tooLong).count == 1)
    }

    // MARK: Tools

    @Test func onlyWhatIsAllowedIsListed() throws {
        func names(_ permissions: Set<AgentPermission>) throws -> Set<String> {
            let answer = try answer(request("tools/list"), with: permissions)
            guard case .array(let tools)? = answer["result"]?["tools"] else { return [] }
            return Set(tools.compactMap { $0["name"]?.text })
        }
        let reading = try names([])
        #expect(reading.count == 15 && reading.isDisjoint(with: ["send_request", "set_rules", "mark_flows"]))
        #expect(try names([.send]).subtracting(reading) == ["send_request", "replay_flow"])
        #expect(try names(Set(AgentPermission.allCases)).count == AgentTool.all.count)
    }

    @Test func theListFitsIntoAContext() throws {
        #expect(try answer(request("tools/list")).json.count <= 12 << 10)
        #expect(try answer(request("tools/list"), with: Set(AgentPermission.allCases)).json.count <= 18 << 10)
        let instructions = try answer(request("initialize"))["result"]?["instructions"]?.text ?? ""
        #expect((200...2_048).contains(instructions.utf8.count))
    }

    @Test(arguments: AgentTool.all)
    func aToolThatIsNotAllowedSaysWhoCanAllowIt(tool: AgentTool) throws {
        guard !tool.mayBeCalled(with: []) else { return }
        let result = try answer(request("tools/call", "{\"name\":\"\(tool.name)\"}"))["result"]
        guard case .array(let content)? = result?["content"] else {
            Issue.record("\(tool.name): \(String(describing: result))")
            return
        }
        #expect(result?["isError"] == true && content[0]["text"]?.text?.contains("hark mcp --allow ") == true)
    }

    @Test(arguments: [
        ("list_flows", "{\"limit\":5000}", "5000 is more than 200"),
        ("list_flows", "{\"limit\":\"5\"}", "whole number"),
        ("list_flows", "{\"limt\":5}", "no argument 'limt'"), ("get_flow", "{}", "flow is missing"),
        ("get_flow", "{\"flow\":null}", "flow is missing"), ("get_flow", "{\"flow\":true}", "flow number"),
        ("get_help", "{\"topic\":\"x\"}", "not one of"),
        ("export_flows", "{\"format\":\"curl\",\"flows\":[]}", "flow numbers"),
        ("list_flows", "{\"max_bytes\":1}", "less than 256"),
    ])
    func wrongArgumentsAreToldToTheModel(tool: String, arguments: String, told: String) throws {
        let line = request("tools/call", "{\"name\":\"\(tool)\",\"arguments\":\(arguments)}")
        let answer = try answer(line)
        #expect(answer["error"] == nil && answer["result"]?["isError"] == true)
        #expect(String(decoding: answer.json, as: UTF8.self).contains(told), "\(answer)")
    }

    @Test func aCallIsHandedOnAndACancelledOneNamed() {
        let call = actions(request("tools/call", "{\"name\":\"get_flow\",\"arguments\":{\"flow\":12}}"))
        guard case .call(let call)? = call.first else {
            Issue.record("no call")
            return
        }
        #expect(call.tool.name == "get_flow" && call.arguments.flows("flow") == ["12"])
        let cancel = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}"
        #expect(actions(cancel) == [.cancel(id: 1)])
    }

    @Test func aCommandIsRunOnlyWhereThatIsAllowed() throws {
        let call = request("tools/call", "{\"name\":\"run_command\",\"arguments\":{\"command\":[\"true\"]}}")
        for permissions: Set<AgentPermission> in [[], [.send, .rules, .marks]] {
            let answer = try answer(call, with: permissions)
            #expect(answer["result"]?["isError"] == true)
            #expect(String(decoding: answer.json, as: UTF8.self).contains("hark mcp --allow run"))
        }
        guard case .call(let made)? = actions(call, with: [.run]).first else {
            Issue.record("no call")
            return
        }
        #expect(made.arguments.texts("command") == ["true"])
        #expect(try AgentPermission.list("all") == [.marks, .send, .rules, .run])
        for arguments in ["{}", "{\"command\":\"true\"}", "{\"command\":[1]}", "{\"command\":[\"x\"],\"timeout\":601}"]
        {
            let line = request("tools/call", "{\"name\":\"run_command\",\"arguments\":\(arguments)}")
            #expect(try answer(line, with: [.run])["result"]?["isError"] == true, "\(arguments)")
        }
    }

    /// What was not allowed, and what was wrong, is written down too; what only reads is not.
    @Test(arguments: [
        ("set_rules", #"{"text":"SECRET","revision":1}"#, #"{"text":"(8 bytes)","revision":1}"#, "not allowed"),
        (
            "send_request", #"{"url":"http://a/","boddy":"SECRET"}"#, #"{"url":"http://a/","boddy":"(8 bytes)"}"#,
            "boddy"
        ),
        ("send_request", #"{"url":["SECRET"]}"#, #"{"url":"(10 bytes)"}"#, "expected a string"),
        ("send_request", #"{"url":"http://a/","body":7}"#, #"{"url":"http://a/","body":"(1 bytes)"}"#, "expected"),
        ("mark_flows", "[\"SECRET\"]", "(10 bytes)", "object"), ("mark_flows", "null", "{}", "flows is missing"),
        (
            "mark_flows", #"{"flows":[1],"tag":"a","limit":"SECRET"}"#, #"{"flows":[1],"tag":"a","limit":"(8 bytes)"}"#,
            "limit"
        ),
    ])
    func aRefusedChangeIsWrittenDownWithoutWhatItHeld(
        tool: String, arguments: String, shown: String, reason: String
    ) throws {
        let line = request("tools/call", "{\"name\":\"\(tool)\",\"arguments\":\(arguments)}")
        let permissions: Set<AgentPermission> = tool == "set_rules" ? [] : [.send, .marks]
        guard case .refuse(let refusal)? = actions(line, with: permissions).first else {
            Issue.record("\(actions(line, with: permissions))")
            return
        }
        #expect(refusal.tool == tool && refusal.arguments == shown && refusal.reason.contains(reason), "\(refusal)")
        #expect(!refusal.arguments.contains("SECRET"))
        #expect(refusal.message["id"] == 1 && refusal.message["result"]?["isError"] == true)
        guard case .send? = actions(request("tools/call", #"{"name":"list_flows","arguments":{"x":1}}"#)).first else {
            Issue.record("what reads is written down")
            return
        }
    }

    @Test(arguments: [("\"a b\"", true), ("7", true), ("0", true), ("null", false), ("[1]", false), ("true", false)])
    func progressIsToldToWhoWantsIt(token: String, isTold: Bool) throws {
        let line = request(
            "tools/call",
            "{\"name\":\"wait_for_flows\",\"arguments\":{\"timeout\":2},\"_meta\":{\"progressToken\":\(token)}}")
        guard case .call(let call)? = actions(line).first else {
            Issue.record("no call")
            return
        }
        let told = call.progress(after: 1)
        #expect((told != nil) == isTold)
        guard let told else { return }
        #expect(told["method"] == "notifications/progress" && told["id"] == nil)
        #expect(String(decoding: told["params"]?["progressToken"]?.json ?? [], as: UTF8.self) == token)
        #expect(told["params"]?["progress"] == 1 && told["params"]?["total"] == 2)
        // It may take a moment longer than it was to, and is never more than the whole.
        #expect(call.progress(after: 3)?["params"]?["progress"] == 3)
        #expect(call.progress(after: 3)?["params"]?["total"] == nil)
    }

    @Test func progressIsNotToldWithoutAToken() {
        for meta in ["", ",\"_meta\":{}", ",\"_meta\":null"] {
            let line = request("tools/call", "{\"name\":\"get_status\"\(meta)}")
            guard case .call(let call)? = actions(line).first else {
                Issue.record("no call")
                return
            }
            #expect(call.progress(after: 1) == nil)
        }
    }

    @Test func aResourceIsAToolUnderAnotherName() {
        let line = request("resources/read", "{\"uri\":\"hark://flows/12/response/body?offset=100\"}")
        guard case .call(let call)? = actions(line).first else {
            Issue.record("no call")
            return
        }
        #expect(call.tool.name == "get_body" && call.arguments.integer("offset") == 100)
        for uri in [
            "hark://flows/12/trailer/body", "hark://flows", "hark://help/x", "hark://flows/1/response/body?o=1",
        ] {
            guard case .send? = actions(request("resources/read", "{\"uri\":\"\(uri)\"}")).first else {
                Issue.record("\(uri) is read")
                return
            }
        }
    }

    @Test func promptsHoldNoCapturedData() throws {
        let prompt = try answer(
            request("prompts/get", "{\"name\":\"debug_failure\",\"arguments\":{\"filter\":\"host = a\"}}"))
        let text = String(decoding: prompt.json, as: UTF8.self)
        #expect(text.contains("host = a") && text.contains("list_flows"))
    }
}
