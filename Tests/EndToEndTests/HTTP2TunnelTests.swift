import Foundation
import TestKit
import Testing

/// Tunnels on streams: CONNECT, and WebSockets by extended CONNECT (RFC 8441), asked for by Python's h2.
@Suite struct HTTP2TunnelTests {
    private struct Seen: Decodable {
        let offers: Int?
        let statuses: [String]
        let echoed: [Int]
        let same: Bool
        let resets: [Int?]
        let said: [String]
        let accept: String?
    }

    @Test func streamsCarryTunnelsAndWebSockets() throws {
        let echo = try ScriptedOrigin { connection, _ in
            while let bytes = try? connection.receive(exactly: 1) { try connection.send(bytes) }
        }
        let scratch = try Scratch()
        let har = scratch.file("flows.har")
        let log = scratch.file("flows.log")
        let proxy = try RunningProxy(arguments: ["--quiet", "--har", har, "--log", log])
        let result = try Tool.runScript("http2_tunnels.py", ["\(proxy.port)", "\(echo.port)"])
        #expect(result.code == 0, result.summary)
        let seen = try JSONDecoder().decode(Seen.self, from: Data(result.output))
        #expect(seen.offers == 1)
        #expect(seen.statuses == ["200", "200", "502", "200"])
        #expect(seen.echoed == [200_000, 5] && seen.same)
        #expect(seen.said == ["hello over a stream"])
        // The key is Hark's own, and so is its proof: the client sees nothing of either.
        #expect(seen.accept == nil)
        // A tunnel ends when both of its sides have closed.
        try eventually("three tunnels and a refusal ended") {
            let told = try String(contentsOfFile: log, encoding: .utf8)
            return told.split(separator: "\n").count >= 4 && told.contains("hello over a stream")
        }
        try proxy.stop()
        let text = try String(contentsOfFile: har, encoding: .utf8)
        #expect(text.contains(#""_webSocketMessages""#) && text.contains("hello over a stream"))
        #expect(text.contains("RFC 8441 §5"))
        // What was written behind the end of a tunnel's flow began another, which nobody ended.
        #expect(!text.contains("shuttingDown") && !text.contains("about:blank"))
    }
}
