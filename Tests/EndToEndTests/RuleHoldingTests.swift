import Foundation
import TestKit
import Testing

/// Messages that are held, and `hark held`.
@Suite struct RuleHoldingTests {
    /// A proxy with a rule that holds, and the command that decides.
    private struct Holding {
        let scratch: Scratch
        let store: String
        let proxy: RunningProxy

        init(_ rule: String) throws {
            scratch = try Scratch()
            store = scratch.file("s.hark")
            proxy = try RunningProxy(arguments: ["--store", store, "--rule", rule])
        }

        func held(_ words: String..., editor: String = "true") throws -> Tool.Result {
            try Tool.run(
                Tool.hark(), ["held", "--proxy", store] + words,
                environment: ["EDITOR": editor, "VISUAL": editor, "TMPDIR": scratch.file("")])
        }
    }

    /// Its body is read for it, and it waits on.
    @Test func aHeldMessageIsShownWithItsBody() throws {
        let origin = try RecordingOrigin()
        let holding = try Holding("look: when method = POST do break request")
        let client = try holding.proxy.connect()
        try client.send(
            "POST \(origin.url)/a HTTP/1.1\r\nHost: \(origin.host)\r\nConnection: close\r\nContent-Length: 8\r\n\r\na=1"
        )
        try eventually("it is held") { try holding.held().text.contains("POST") }
        // The rest of the body comes while it is waited for.
        Thread.detachNewThread {
            usleep(300_000)
            try? client.send("&b=\u{1B}2")
        }
        for _ in 1...2 {
            let shown = try holding.held("1", "show")
            #expect(shown.code == 0, shown.summary)
            #expect(shown.text.contains("Content-Length: 8\n") && shown.text.contains("a=1&b="), "\(shown.text)")
            #expect(!shown.text.contains("\u{1B}"))
        }
        #expect(try holding.held().text.contains("POST"))
        #expect(try holding.held("1", "send").code == 0)
        #expect(String(decoding: try origin.next(), as: UTF8.self).hasSuffix("\r\n\r\na=1&b=\u{1B}2"))
        #expect(try holding.held("1", "show").code == 1)
        try holding.proxy.stop()
    }

    /// With its head in one file, and its length follows.
    @Test func aHeldBodyIsEdited() throws {
        let origin = try RecordingOrigin()
        let holding = try Holding("look: when method = POST do break request")
        func ask(_ body: String) throws -> RawConnection {
            let client = try holding.proxy.connect()
            try client.send(
                "POST \(origin.url)/a HTTP/1.1\r\nHost: \(origin.host)\r\nConnection: close\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
            try eventually("it is held") { try holding.held().text.contains("POST") }
            return client
        }
        let first = try ask("name=Ada")
        // As editors do, it ends the last line.
        let edited = try holding.held("1", "edit", editor: "sed -i -e s/Ada/Grace/ -e '$a\\'")
        #expect(edited.code == 0, edited.summary)
        let got = String(decoding: try origin.next(), as: UTF8.self)
        #expect(got.contains("Content-Length: 10\r\n") && got.hasSuffix("\r\n\r\nname=Grace"), "\(got)")
        _ = try first.receiveToEnd()
        // Only the head, where that is asked for: the editor sees no body.
        let second = try ask("name=Ada")
        #expect(try holding.held("2", "edit", "head", editor: "sed -i s/a/b/g").code == 0)
        let other = String(decoding: try origin.next(), as: UTF8.self)
        #expect(other.hasPrefix("POST /b") && other.hasSuffix("\r\n\r\nname=Ada"), "\(other)")
        _ = try second.receiveToEnd()
        #expect(try holding.held("3", "edit", "tail").code == 64)
        try holding.proxy.stop()
    }

    @Test func aHeldMessageWaitsForADecision() throws {
        let origin = try RecordingOrigin()
        let holding = try Holding("look: when method = DELETE do break request")
        let proxy = holding.proxy
        func ask() throws -> RawConnection {
            let client = try proxy.connect()
            try client.send(
                "DELETE \(origin.url)/a HTTP/1.1\r\nHost: \(origin.host)\r\nConnection: close\r\nX: 1\r\n\r\n")
            try eventually("it is held") { try holding.held().text.contains("DELETE") }
            return client
        }
        var status = stat()
        #expect(stat(holding.store + ".control", &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(try holding.held().text == "No messages are held.\n")

        let first = try ask()
        #expect(try holding.held().text.contains("1  request  "))
        #expect(try holding.held("1", "send").code == 0)
        #expect(String(decoding: try origin.next(), as: UTF8.self).contains("X: 1\r\n"))
        #expect(try first.receiveToEnd().text.hasPrefix("HTTP/1.1 200 "))

        let second = try ask()
        #expect(try holding.held("2", "respond", "503 text \"busy\"").code == 0)
        let answer = try second.receiveToEnd().text
        #expect(answer.hasPrefix("HTTP/1.1 503 ") && answer.hasSuffix("busy"))

        let third = try ask()
        #expect(try holding.held("3", "drop").code == 0)
        #expect(try third.receiveToEnd().text.isEmpty)

        let fourth = try ask()
        #expect(try holding.held("4", "edit", editor: "sed -i s/X:.1/X:2/").code == 0)
        let edited = String(decoding: try origin.next(), as: UTF8.self)
        #expect(edited.contains("X: 2\r\n") && !edited.contains("X: 1"))
        _ = try fourth.receiveToEnd()

        let fifth = try ask()
        fifth.reset()
        try eventually("it is sent") { try holding.held().text == "No messages are held.\n" }
        let sixth = try ask()
        sixth.shutdownSending()
        try eventually("it is said") {
            try holding.held().text.contains("(its client closed its side 0 s ago and may be gone)")
        }
        #expect(try holding.held("--json").text.contains(#""clientEnded":"#))
        #expect(try holding.held("6", "drop").code == 0)
        #expect(try holding.held("--json").text.isEmpty)
        #expect(try holding.held("5", "send").code == 1)
        try proxy.stop()
        #expect(stat(holding.store + ".control", &status) != 0)
    }

    /// Without a session file the proxy is found among those that run.
    @Test func aProxyThatKeepsNothingIsFound() throws {
        let home = try PrivateHome()
        let own = ["HOME": home.scratch.file("home"), "XDG_DATA_HOME": home.scratch.file("data")]
        let origin = try RecordingOrigin()
        let proxy = try RunningProxy(arguments: ["--rule", "look: do break request"], environment: own)
        let client = try proxy.connect()
        try client.send("GET \(origin.url)/a HTTP/1.1\r\nHost: \(origin.host)\r\nConnection: close\r\n\r\n")
        func held(_ words: String...) throws -> Tool.Result {
            try Tool.run(Tool.hark(), ["held"] + words, environment: own)
        }
        try eventually("it is held") { try held().text.contains("/a") }
        #expect(try held("1", "respond", "204").code == 0)
        #expect(try client.receiveToEnd().text.hasPrefix("HTTP/1.1 204 "))
        try proxy.stop()
        #expect(try held().code != 0, "none runs any more")
    }

    @Test func whatIsEditedIntoNoMessageStaysHeld() throws {
        let holding = try Holding("look: do break request")
        let proxy = holding.proxy
        func kept() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: holding.scratch.file("")).filter {
                $0.hasPrefix("hark-message")
            }
        }
        let client = try proxy.connect()
        try client.send("GET http://x.example/ HTTP/1.1\r\nHost: x.example\r\nX: 1\r\n\r\n")
        try eventually("it is held") { try holding.held().text.contains("look") }
        let refused = try holding.held("1", "edit", editor: "sed -i s/X:.1/X.2/")
        #expect(refused.code == 1)
        #expect(refused.diagnostics.contains("line 3, column 1: A field line has no colon"), refused.summary)
        #expect(refused.diagnostics.contains("is still held. Your edit is in "), refused.summary)
        #expect(try kept().count == 1)
        #expect(try holding.held().text.contains("look"))
        #expect(try holding.held("1", "drop").code == 0)
        #expect(try client.receiveToEnd().text.isEmpty)
        try proxy.stop()
    }

    @Test func anEmptyFileDrops() throws {
        let origin = try RecordingOrigin()
        let holding = try Holding("look: when method = DELETE do break request")
        let proxy = holding.proxy
        func ask(_ method: String) throws -> RawConnection {
            let client = try proxy.connect()
            try client.send("\(method) \(origin.url)/a HTTP/1.1\r\nHost: \(origin.host)\r\nConnection: close\r\n\r\n")
            return client
        }
        let dropped = try ask("DELETE")
        try eventually("it is held") { try holding.held().text.contains("DELETE") }
        let result = try holding.held("1", "edit", editor: "truncate -s 0")
        #expect(result.code == 0, result.summary)
        #expect(try dropped.receiveToEnd().text.isEmpty)
        // Who changes nothing sends it as it is.
        let sent = try ask("DELETE")
        try eventually("it is held") { try holding.held().text.contains("DELETE") }
        #expect(try holding.held("2", "edit").code == 0)
        #expect(try sent.receiveToEnd().text.hasPrefix("HTTP/1.1 200 "))
        #expect(String(decoding: try origin.next(), as: UTF8.self).hasPrefix("DELETE /a HTTP/1.1\r\n"))
        try proxy.stop()
    }

    @Test func whatNobodyDecidesGoesOn() throws {
        let passed = try RuledExchange(["do break response"], more: ["--hold-timeout", "200ms"])
        #expect(passed.answer == RuledExchange.ofServer)
        let texts = (passed.entry["_rules"] as? [[String: Any]] ?? []).compactMap { $0["text"] as? String }
        #expect(texts.contains { $0.contains("No decision in time") })
    }
}
