import Foundation
import TestKit
import Testing

/// WebSockets between peers that are not ours: a conversation through the proxy is the same as without it, and what is
/// kept of it is what was said.
@Suite struct WebSocketPeersTests {
    private struct Conversation: Decodable, Equatable {
        let server: [Said]
        let client: [Said]
        let closed: [Reason]

        enum Said: Decodable, Equatable {
            case text(String)
            case bytes(String)

            init(from decoder: any Decoder) throws {
                if let text = try? decoder.singleValueContainer().decode(String.self) {
                    self = .text(text)
                } else {
                    self = .bytes(try decoder.singleValueContainer().decode([String: String].self)["base64"] ?? "")
                }
            }
        }

        enum Reason: Decodable, Equatable {
            case code(Int)
            case text(String)

            init(from decoder: any Decoder) throws {
                let value = try decoder.singleValueContainer()
                self = try (try? value.decode(Int.self)).map { .code($0) } ?? .text(value.decode(String.self))
            }
        }
    }

    private struct File: Decodable {
        let log: Log
        struct Log: Decodable { let entries: [Kept] }
        struct Kept: Decodable {
            let messages: [Message]?
            let readingEnds: [End]?
            let resourceType: String?

            enum CodingKeys: String, CodingKey {
                case messages = "_webSocketMessages"
                case readingEnds = "_readingEnds"
                case resourceType = "_resourceType"
            }
        }
        struct End: Decodable { let code: String }
        struct Message: Decodable {
            let type: String
            let opcode: Int
            let data: String
            let time: Double
            let isCompressed: Bool?
            let code: Int?
            let frames: [Frame]

            enum CodingKeys: String, CodingKey {
                case type, opcode, data, time
                case isCompressed = "_compressed"
                case code = "_code"
                case frames = "_frames"
            }

            var said: Conversation.Said { opcode == 1 ? .text(data) : .bytes(data) }
        }
        struct Frame: Decodable { let mask: String? }
    }

    private func converse(_ arguments: [String] = []) throws -> Conversation {
        let result = try Tool.runScript("websocket_peers.py", arguments)
        #expect(result.code == 0, result.summary)
        return try JSONDecoder().decode(Conversation.self, from: Data(result.output))
    }

    private func messages(_ har: String) throws -> File.Kept {
        let file = try JSONDecoder().decode(File.self, from: Data(contentsOf: URL(fileURLWithPath: har)))
        return try #require(file.log.entries.first { $0.messages != nil })
    }

    @Test func aConversationIsTheSameAndKeptAsItWas() throws {
        let direct = try converse()
        let scratch = try Scratch()
        let har = scratch.file("socket.har")
        let proxy = try RunningProxy("--har", har, "--messages")
        let relayed = try converse([proxy.url])
        try proxy.stop()
        #expect(relayed == direct)
        #expect(direct.closed == [.code(4001), .text("enough \u{1B}[31m")])

        let kept = try messages(har)
        #expect(kept.resourceType == "websocket")
        #expect(kept.readingEnds == nil)
        let all = try #require(kept.messages)
        func told(_ type: String) -> [Conversation.Said] {
            all.filter { $0.type == type && $0.opcode < 8 }.map(\.said)
        }
        #expect(told("send") == direct.server)
        #expect(told("receive") == direct.client)
        #expect(all.filter { $0.opcode == 8 }.map(\.code) == [4001, 4001])
        #expect(all.filter { $0.opcode == 9 }.count == 2)
        // Only a client masks, and both compress.
        #expect(
            all.allSatisfy { message in message.frames.allSatisfy { ($0.mask != nil) == (message.type == "send") } })
        #expect(all.contains { $0.isCompressed == true })
        #expect(zip(all, all.dropFirst()).allSatisfy { $0.time <= $1.time })

        // A line a message, with nothing in it that a terminal obeys.
        #expect(proxy.output.contains("→ text 5 B, compressed  hello"))
        #expect(proxy.output.contains("← text 15 B, compressed in 4 frames  in three frames"))
        #expect(proxy.output.contains("close 4001"))
        #expect(!proxy.output.contains("\u{1B}"))
        // Showing a message shows none of another.
        #expect(!proxy.output.contains(String(repeating: "x", count: 1000)))
    }

    @Test func whatIsKeptInASessionIsShown() throws {
        let scratch = try Scratch()
        let session = scratch.file("socket.hark")
        let proxy = try RunningProxy("--store", session)
        _ = try converse([proxy.url])
        try proxy.stop()
        // Without the flag there is no line for a message.
        #expect(!proxy.output.contains("→ text 5 B"))
        #expect(proxy.output.contains("the last: "))
        let shown = try Tool.run(Tool.hark(), ["show", "last", "--session", session, "--messages"])
        #expect(shown.code == 0 && shown.text.contains("Grüße, 世界"), shown.summary)
        #expect(shown.text.contains("close 4001") && !shown.text.contains("\u{1B}"))
        let none = try Tool.run(Tool.hark(), ["flows", "--session", session, "messages > 1000"])
        #expect(!none.text.contains("/chat"), none.summary)
        let found = try Tool.run(
            Tool.hark(), ["flows", "--session", session, "messages > 10 and message.text contains Grüße"])
        #expect(found.text.contains("/chat"), found.summary)
        let wrong = try Tool.run(Tool.hark(), ["flows", "--session", session, "message.text contains Abschied"])
        #expect(!wrong.text.contains("/chat"), wrong.summary)
    }
}
