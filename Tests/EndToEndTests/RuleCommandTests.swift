import Foundation
import TestKit
import Testing

/// `hark rules`, and what is said of rules with mistakes.
@Suite struct RuleCommandTests {
    private func rules(_ text: String, _ arguments: [String]) throws -> Tool.Result {
        let scratch = try Scratch()
        let file = try scratch.write("x.rules", text)
        return try Tool.run(Tool.hark(), arguments.map { $0 == "FILE" ? file : $0 })
    }

    @Test func aFileIsSaidInWords() throws {
        let good = try rules("a: when host = x do block\n", ["rules", "check", "FILE"])
        #expect(good.text == "a: When the host is x: answers 403.\n", good.summary)
        #expect(good.code == 0)
        let bad = try rules("a: when hots = x do block\n", ["rules", "check", "FILE"])
        #expect(bad.code == 78)
        #expect(bad.diagnostics.contains("x.rules:1:9: unknown field 'hots'. Did you mean 'host'?"))
        let idle = try rules("a: when host = x and host = y do block\n", ["rules", "check", "FILE"])
        #expect(idle.code == 1)
        #expect(idle.text.contains("It can never match"))
    }

    @Test func aMistakeStartsNoProxy() throws {
        let mistaken = try Tool.run(Tool.hark(), ["proxy", "--no-store", "--rule", "when host = x do blck"])
        #expect(mistaken.code == 64)
        #expect(mistaken.diagnostics.contains("--rule:1:18: unknown action 'blck'. Did you mean 'block'?"))
        let file = try rules("a: do blck", ["proxy", "--no-store", "--rules", "FILE"])
        #expect(file.code == 78)
    }

    @Test func aFileOfRulesThatIsNotThereIsNamedOnce() throws {
        let name = try Scratch().file("none.rules")
        for words in [["rules", "check", name], ["proxy", "--no-store", "--rules", name]] {
            let missing = try Tool.run(Tool.hark(), words)
            #expect(missing.code == 78)
            #expect(missing.diagnostics.contains("none.rules: cannot be opened: "), missing.summary)
            #expect(missing.diagnostics.ranges(of: "none.rules").count == 1, missing.summary)
        }
    }

    @Test func rulesAreTriedOnWhatWasRecorded() throws {
        let scratch = try Scratch()
        let har = scratch.file("flows.har")
        let proxy = try RunningProxy("--har", har, "--rule", "when path = /a do respond 200 text \"one\"")
        let client = try proxy.connect()
        try client.send("GET http://x.example/a HTTP/1.1\r\nHost: x.example\r\nAccept: */*\r\n\r\n")
        _ = try client.receiveToEnd()
        try proxy.stop()
        let tried = try rules(
            "a: when path = /a do set-request-header \"Accept: text/html\"\nb: when path = /b do pin\n",
            ["rules", "try", "FILE", "--session", har])
        #expect(tried.text.contains("- Accept: */*") && tried.text.contains("+ Accept: text/html"), tried.summary)
        #expect(tried.text.hasSuffix("a: 1 of 1 flows\nb: matched nothing\n"), tried.summary)
        #expect(tried.code == 1)
        let all = try rules("a: when path = /a do pin\n", ["rules", "try", "FILE", "--session", har])
        #expect(all.code == 0, all.summary)
    }
}
