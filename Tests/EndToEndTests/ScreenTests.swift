import Foundation
import TestKit
import Testing

/// The full-screen view in a real terminal: what is drawn, how it ends, what becomes of the terminal.
@Suite struct ScreenTests {
    @Test func whatPassesIsSeenAtOnce() throws {
        let origin = try ScriptedOrigin(answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        let screen = try TmuxScreen(
            "HARK proxy --screen --listen 127.0.0.1:0 --tls tunnel; echo code $?", home: try PrivateHome())
        let empty = try screen.wait(for: "No traffic yet")
        let port = try #require(empty.firstMatch(of: /127\.0\.0\.1:(\d+)/).flatMap { UInt16($0.1) })
        let client = try RawConnection(port: port)
        for number in 1...3 {
            try client.send("GET \(origin.url)/page\(number) HTTP/1.1\r\nHost: \(origin.host)\r\n\r\n")
            _ = try client.receiveHead()
            _ = try client.receive(exactly: 2)
            try screen.wait(for: "/page\(number)")
        }
        try screen.wait(for: "3 exchanges", "following", "200")
        try screen.press("C-c")
        try screen.wait(for: "stopped after 3 exchanges", "code 0")
        try screen.wait(isFullScreen: false)
    }

    /// What passed before is in a file of its own, and gone from the list; what comes later is in the next.
    @Test func aNewSessionBeginsOnTheScreen() throws {
        let origin = try ScriptedOrigin(answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        let home = try PrivateHome()
        let screen = try TmuxScreen(
            "HARK proxy --screen --listen 127.0.0.1:0 --tls tunnel; echo code $?", home: home)
        let empty = try screen.wait(for: "No traffic yet")
        let port = try #require(empty.firstMatch(of: /127\.0\.0\.1:(\d+)/).flatMap { UInt16($0.1) })
        func send(_ path: String) throws {
            let client = try RawConnection(port: port)
            try client.send("GET \(origin.url)\(path) HTTP/1.1\r\nHost: \(origin.host)\r\nConnection: close\r\n\r\n")
            _ = try client.receiveHead()
            try screen.wait(for: path)
        }
        try send("/before")
        try screen.press(":")
        try screen.type("new session")
        try screen.wait(for: "begin a new session")
        try screen.press("Enter")
        try screen.wait("the new session is empty") { text in
            text.contains("A new session began") && text.contains("No traffic yet") && !text.contains("/before")
        }
        try send("/after")
        try screen.wait("the list has the new one alone") { text in
            text.contains("1 exchange") && !text.contains("2 exchanges") && !text.contains("/before")
        }
        try screen.press("C-c")
        try screen.wait(for: "code 0")
        let folder = home.scratch.file("data/hark/sessions")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".hark") }
        #expect(files.count == 2)
        let listed = try files.map { try home.hark("flows", "--session", "\(folder)/\($0)", "--columns", "path").text }
        // In one second the second has a name that comes before the first's.
        #expect(listed.count { $0.contains("/before") } == 1 && listed.count { $0.contains("/after") } == 1)
        #expect(!listed.contains { $0.contains("/before") && $0.contains("/after") })
    }

    @Test func aFilterIsWrittenAndTaken() throws {
        let screen = try TmuxScreen.opened()
        try screen.wait(for: "shop.test/second")
        try screen.press("/")
        try screen.type("stauts = 404")
        try screen.wait(for: "filter: stauts = 404", "Did you mean 'status'?")
        try screen.press("Escape")
        try screen.wait("the filter's line is gone") { !$0.contains("filter:") }
        try screen.press("/")
        try screen.type("status = 404")
        try screen.wait(for: "Flows where the status is 404.")
        try screen.press("Enter")
        try screen.wait("the one that is meant alone") { text in
            text.contains("1 shown") && text.contains("/second") && !text.contains("/first")
        }
        try screen.press("Escape")
        try screen.wait(for: "/first")
    }

    @Test func anotherSizeIsDrawnAnew() throws {
        let screen = try TmuxScreen.opened()
        try screen.wait(for: "shop.test/second")
        try screen.press("Enter")
        try screen.wait(for: "Story Bytes")
        try screen.resize(columns: 140, rows: 40)
        try screen.wait("list and exchange side by side") { text in
            text.split(separator: "\n").contains { $0.contains("method") && $0.contains("Story") }
        }
        try screen.resize(columns: 60, rows: 20)
        try screen.wait(for: "hark needs 80 columns and 24 rows")
        try screen.resize(columns: 80, rows: 24)
        try screen.wait(for: "Story Bytes")
    }

    @Test func colourIsLeftOutWhereItIsNotWanted() throws {
        let coloured = try TmuxScreen.opened()
        try coloured.wait("404 in yellow", withColours: true) { $0.contains("\u{1B}[33m404") }
        let plain = try TmuxScreen.opened(variables: ["LC_ALL=C.UTF-8", "NO_COLOR=1"])
        try plain.wait(for: "shop.test/second")
        // What this key changes is painted behind all that was painted before it.
        try plain.press("j")
        try plain.wait(for: "2 of 2")
        let text = try plain.text(withColours: true)
        #expect(!text.contains(/\u{1B}\[[0-9;]*[34][0-8]/), "\(text.debugDescription)")
        #expect(text.contains("▸"))
    }

    @Test func aTerminalOfASCIIGetsASCII() throws {
        let screen = try TmuxScreen.opened(variables: ["LC_ALL=C"])
        let text = try screen.wait(for: "shop.test/second", "404", "q quit")
        #expect(text.unicodeScalars.allSatisfy { $0.isASCII })
        try screen.press("j", "Enter", "2")
        let bytes = try screen.wait(for: "X-Name", "\\u{65e5}")
        #expect(bytes.unicodeScalars.allSatisfy { $0.isASCII })
    }

    /// Whatever the terminal is, it is drawn on, or nothing is written to it but why not.
    @Test(arguments: ["vt100", "xterm", "xterm-256color", "linux", "screen"])
    func eachKindOfTerminalIsDrawnOn(kind: String) throws {
        let screen = try TmuxScreen.opened(variables: ["LC_ALL=C.UTF-8", "TERM=\(kind)"])
        try screen.wait(for: "shop.test/second", "404", "q quit")
        try screen.press("j")
        try screen.wait(for: "2 of 2")
        try screen.press("q")
        try screen.wait(for: "code 0")
    }

    @Test(arguments: ["dumb", "nosuch", ""])
    func whatCannotBeDrawnOnIsLeftAlone(kind: String) throws {
        let screen = try TmuxScreen.opened(variables: ["LC_ALL=C.UTF-8", "TERM=\(kind)"])
        let text = try screen.wait(for: "does not support the full-screen view", "code 64")
        #expect(!text.contains("shop.test") && text.contains(kind.isEmpty ? "TERM is not set" : "TERM is \(kind)"))
    }

    /// Signs of any width, marks and marks of direction leave what stands beside them in its column.
    @Test func whatComesFromTheWireMovesNothing() throws {
        let home = try PrivateHome()
        var raw = ""
        for text in [
            "日本語のページ", "👩\u{200D}👩\u{200D}👧🎉x", "e\u{301}\u{302}\u{303}z", "\u{202E}evil", "שלום", "\u{1B}[2J\u{9B}H",
            "ที่นี่", "각",
        ] {
            raw += "GET /\(text) HTTP/1.1\r\nHost: shop.test\r\nX-Text: \(text)\r\n\r\n"
            raw += "HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\nX-Text: \(text)\r\n\r\n\(text)"
        }
        let file = try home.scratch.write("raw.http", raw)
        let session = home.scratch.file("s.hark")
        let imported = try home.hark("import", "--store", session, file)
        #expect(imported.code == 0, imported.summary)
        let screen = try TmuxScreen("HARK screen \(session)", home: home, columns: 140, rows: 40)
        try screen.wait(for: "8 exchanges", "1 of 8", "q quit")
        try screen.press("Enter", "2")
        for number in 1...8 {
            try screen.wait("the bytes of #\(number)") { text in
                text.contains("\(number) of 8") && text.contains("X-Text")
            }
            // The rule between list and exchange.
            let text = try screen.text()
            let rules = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2).prefix(36)
            let columns = Set(rules.compactMap { Self.column(of: "│", in: $0) })
            #expect(columns.count == 1, "\(columns)\n\(text)")
            try screen.press("j")
        }
    }

    /// Columns before a sign; what takes two is East Asian or an emoji here.
    private static func column(of sign: Unicode.Scalar, in line: Substring) -> Int? {
        var column = 0
        for scalar in line.unicodeScalars {
            if scalar == sign { return column }
            let isMark = scalar.properties.generalCategory == .nonspacingMark || scalar.value == 0x200D
            let isWide =
                scalar.properties.isEmojiPresentation || (0x1100...0x11FF).contains(scalar.value)
                || (0x3000...0x9FFF).contains(scalar.value) || (0xAC00...0xD7A3).contains(scalar.value)
            column += isMark ? 0 : isWide ? 2 : 1
        }
        return nil
    }

    @Test func withoutATerminalThereIsNoScreen() throws {
        let (home, session) = try TmuxScreen.recorded()
        for words in [["screen", session], ["proxy", "--screen", "--listen", "127.0.0.1:0"]] {
            let result = try home.hark(arguments: words)
            #expect(result.code == 64 && result.diagnostics.contains("needs a terminal"), result.summary)
        }
    }

    @Test func aCommandRunsBesideTheScreen() throws {
        let screen = try TmuxScreen(
            "HARK run --screen --tls tunnel -- sh -c 'echo hello from it; exit 7'; echo code $?",
            home: try PrivateHome())
        let text = try screen.wait(for: "The command exited with code 7")
        #expect(!text.contains("hello from it"))
        try screen.press("q")
        try screen.wait(for: "hello from it", "code 7")
    }
}
