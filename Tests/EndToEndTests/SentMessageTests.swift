import Foundation
import TestKit
import Testing

/// Messages that a person sends into an open WebSocket by the page, between two peers that are not ours.
@Suite struct SentMessageTests {
    private static func converse(_ arguments: [String], _ compression: String) throws -> [String: Any] {
        let proxy = try RunningProxy(arguments: ["--page=127.0.0.1:0"] + arguments, keepsSession: true)
        let page = try PageTests.PageAddress(proxy.page)
        let result = try Tool.runScript("websocket_sent.py", [proxy.url, page.base, try page.token(), compression])
        #expect(result.code == 0, result.summary)
        try proxy.stop()
        return try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any] ?? [:]
    }

    private static func check(_ seen: [String: Any], isExact: Bool = true) {
        let long = "one one one one one"
        // What rules look at goes when it is whole, so that another message can be before it.
        let server = seen["server"] as? [String] ?? []
        let wants = [long, "by hand", "two two", "waits", long]
        #expect(isExact ? server == wants : server.sorted() == wants.sorted(), "\(server)")
        let client = seen["client"] as? [Any]
        #expect(client?.first as? [Int] == [0, 255] && client?.last as? String == "at once" && client?.count == 2)
        #expect(seen["failed"] == nil, "\(seen)")
        let answers = seen["answers"] as? [[String: Any]] ?? []
        #expect(answers.map { $0["to"] as? String } == ["server", "client", "client", "server"], "\(seen)")
        #expect(answers.map { $0["size"] as? Int } == [7, 2, 7, 5])
        #expect(seen["open"] as? Bool == true)
        // Once it has ended, nothing is sent, and that is said.
        let after = seen["after"] as? [String: Any]
        #expect(after?["code"] as? String == "open" && (after?["text"] as? String)?.contains("has ended") == true)
        // Each once, by whom it was sent, with the reason.
        let rows = (seen["rows"] as? [[Any]] ?? []).map { $0.map { "\($0)" }.joined(separator: " ") }
        let wanted = [
            "request \(long) 0", "request by hand 1", "response 00 ff 1", "response at once 1", "request two two 0",
            "request waits 1", "request \(long) 0",
        ]
        #expect(rows.sorted() == wanted.sorted(), "\(rows)")
        #expect((seen["acts"] as? [String])?.filter { $0.contains("sent by hand") }.count == 4, "\(seen)")
        #expect((seen["found"] as? [Int])?.count == 2)
    }

    @Test(arguments: ["deflate", "plain"])
    func messagesAreSentToBothSides(compression: String) throws {
        let seen = try Self.converse([], compression)
        Self.check(seen)
        #expect(seen["waited"] as? Bool == true)
    }

    /// With rules about messages, and where both sides are held to their rules.
    @Test(arguments: [["--rule", "when message.text = none do drop-message"], ["--strict"]])
    func rulesAboutMessagesDoNotHinderIt(arguments: [String]) throws {
        Self.check(try Self.converse(arguments, "deflate"), isExact: arguments == ["--strict"])
    }
}
