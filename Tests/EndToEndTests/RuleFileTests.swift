import Foundation
import TestKit
import Testing

/// Rules in files, and files that answer.
@Suite struct RuleFileTests {
    @Test func filesOfAFolderAnswer() throws {
        let scratch = try Scratch()
        let rules = try scratch.write("debug.rules", "local: when path ~ \"/app/*\" do map-file ./\n")
        _ = try scratch.write("app.js", "let a = 1")
        let proxy = try RunningProxy("--rules", rules)
        func get(_ path: String, _ more: String = "") throws -> String {
            let client = try proxy.connect()
            try client.send("GET http://x.example\(path) HTTP/1.1\r\nHost: x.example\r\n\(more)\r\n")
            return try client.receiveToEnd().text
        }
        let whole = try get("/app/app.js?v=2")
        #expect(whole.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(whole.contains("Content-Type: text/javascript; charset=utf-8\r\n"))
        #expect(whole.hasSuffix("let a = 1"))
        let tag = try #require(whole.split(separator: "\r\n").first { $0.hasPrefix("ETag: ") }?.dropFirst(6))
        #expect(try get("/app/app.js", "If-None-Match: \(tag)\r\n").hasPrefix("HTTP/1.1 304 "))
        let part = try get("/app/app.js", "Range: bytes=4-4\r\n")
        #expect(part.contains("Content-Range: bytes 4-4/9\r\n") && part.hasSuffix("\r\n\r\na"))
        #expect(try get("/app/app.js", "Range: bytes=9-\r\n").hasPrefix("HTTP/1.1 416 "))
        for path in ["/app/../debug.rules", "/app/%2e%2e/x", "/app/.hidden", "/app/none"] {
            #expect(try get(path).hasPrefix("HTTP/1.1 404 "), "\(path)")
        }
        try proxy.stop()
    }

    @Test func rulesAreReadAgainWhenTheirFileChanges() throws {
        let scratch = try Scratch()
        let rules = try scratch.write("debug.rules", "a: do respond 201\n")
        let proxy = try RunningProxy("--rules", rules)
        func status() throws -> String {
            let client = try proxy.connect()
            try client.send("GET http://x.example/ HTTP/1.1\r\nHost: x.example\r\n\r\n")
            return String(try client.receiveToEnd().text.dropFirst(9).prefix(3))
        }
        #expect(try status() == "201")
        _ = try scratch.write("debug.rules", "a: do respond 2000\n")
        try eventually("the mistake is said") { proxy.diagnostics.contains("the rules were not changed") }
        #expect(proxy.diagnostics.contains("debug.rules:1:15:"))
        #expect(try status() == "201")
        _ = try scratch.write("debug.rules", "a: do respond 202 # other\n")
        try eventually("the rules are read") { try status() == "202" }
        try proxy.stop()
    }

    /// Also where a file does not show that it is another one.
    @Test func rulesAreReadAgainWhenASignalAsksForIt() throws {
        let scratch = try Scratch()
        let proxy = try RunningProxy("--rules", try scratch.write("debug.rules", "a: do respond 201\n"))
        #expect(!proxy.diagnostics.contains("rules reloaded"))
        proxy.child.send(SIGHUP)
        try eventually("the rules are read") { proxy.diagnostics.contains("rules reloaded: 1 rule in force") }
        #expect(!proxy.child.hasEnded)
        try proxy.stop()
    }
}
