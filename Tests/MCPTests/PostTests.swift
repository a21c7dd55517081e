import Bytes
import MCP
import TestKit
import Testing

/// The Streamable HTTP transport: what one POST is answered with.
@Suite struct PostTests {
    private func post(_ body: String, _ fields: AgentPost.Fields = AgentPost.Fields()) -> AgentPost {
        AgentPost(Bytes(body), fields, version: "1.0", permissions: [])
    }

    private func request(_ method: String, _ parameters: String = "{}") -> String {
        #"{"jsonrpc":"2.0","id":"a","method":"\#(method)","params":\#(parameters)}"#
    }

    private func answers(_ post: AgentPost) -> [RPCValue] {
        post.steps.compactMap { if case .answered(let value) = $0 { value } else { nil } }
    }

    private func code(_ post: AgentPost) -> RPCValue? { answers(post).first?["error"]?["code"] }

    @Test(arguments: ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", nil])
    func aRequestIsAnswered(_ version: String?) {
        let post = post(request("tools/list"), .init(version: version))
        #expect(post.status == 200 && !post.isBatch)
        #expect(answers(post).first?["id"] == "a" && answers(post).first?["result"]?["tools"] != nil)
        #expect(answers(post).first?["result"]?["resultType"] == nil)
    }

    @Test func aCallIsMadeAndItsAnswerHasItsID() throws {
        let post = post(request("tools/call", #"{"name":"get_status"}"#), .init(version: "2025-11-25"))
        guard case .call(let call)? = post.steps.first else { throw Failure("\(post.steps)") }
        #expect(post.steps.count == 1 && call.tool.name == "get_status" && call.id == "a")
    }

    @Test(arguments: [
        #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, #"{"jsonrpc":"2.0","id":1,"result":{}}"#,
        #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
    ])
    func whatNeedsNoAnswerHasNone(_ body: String) {
        #expect(post(body).status == 202 && post(body).steps.isEmpty)
    }

    @Test(arguments: [("", -32700), ("{", -32700), ("{}", -32600), ("[]", -32600), ("7", -32600)])
    func whatIsNoMessageIs400(_ body: String, _ code: Int64) {
        #expect(post(body).status == 400 && self.code(post(body)) == .integer(code))
    }

    @Test(arguments: ["2023-01-01", "", "latest", "2026-07-28 "])
    func anUnknownVersionIs400(_ version: String) {
        let post = post(request("ping"), .init(version: version))
        #expect(post.status == 400 && code(post) == -32022 && answers(post).first?["id"] == "a")
    }

    @Test func theNewestVersionNamesMethodAndToolInItsFields() {
        let version = "2026-07-28"
        let call = request("tools/call", #"{"name":"get_status"}"#)
        let right = AgentPost.Fields(version: version, method: "tools/call", name: "get_status")
        #expect(post(call, right).status == 200)
        #expect(
            answers(post(request("tools/list"), .init(version: version, method: "tools/list"))).first?["result"]?[
                "resultType"] == "complete")
        let wrong: [AgentPost.Fields] = [
            .init(version: version), .init(version: version, method: "tools/call"),
            .init(version: version, method: "tools/call", name: "get_rules"),
            .init(version: version, method: "tools/list", name: "get_status"),
            .init(version: version, method: "TOOLS/CALL", name: "get_status"),
        ]
        for fields in wrong { #expect(post(call, fields).status == 400 && code(post(call, fields)) == -32020) }
        let resource = request("resources/read", #"{"uri":"hark://status"}"#)
        let named = AgentPost.Fields(version: version, method: "resources/read", name: "hark://status")
        #expect(post(resource, named).status == 200)
        #expect(post(resource, .init(version: version, method: "resources/read")).status == 400)
    }

    /// A client of an older version need not send them, but where they are they are true.
    @Test func fieldsThatContradictTheBodyAreRefused() {
        #expect(post(request("ping"), .init(version: "2025-06-18", method: "tools/list")).status == 400)
        let meta = #"{"_meta":{"io.modelcontextprotocol/protocolVersion":"2025-11-25"}}"#
        #expect(post(request("ping", meta), .init(version: "2025-06-18")).status == 400)
        #expect(post(request("ping", meta), .init(version: "2025-11-25")).status == 200)
    }

    @Test func onlyOneVersionHasBatches() {
        let batch = "[\(request("ping")),\(request("tools/list"))]"
        let allowed = post(batch, .init(version: "2025-03-26"))
        #expect(allowed.status == 200 && allowed.isBatch && answers(allowed).count == 2)
        let refused = post(batch, .init(version: "2025-06-18"))
        #expect(refused.status == 400 && !refused.isBatch && code(refused) == -32600)
        #expect(post(#"[{"jsonrpc":"2.0","method":"notifications/initialized"}]"#).status == 202)
    }
}
