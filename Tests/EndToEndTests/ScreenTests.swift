import Foundation
import TestKit
import Testing

/// The full-screen view in a real terminal: what is drawn, how it ends, what becomes of the terminal.
@Suite struct ScreenTests {
    /// A session of two exchanges, to be looked at.
    private static func recorded() throws -> (home: PrivateHome, session: String) {
        let home = try PrivateHome()
        let session = home.scratch.file("s.hark")
        var raw = "GET /first HTTP/1.1\r\nHost: shop.test\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
        raw += "GET /second?q=%C3%A9 HTTP/1.1\r\nHost: shop.test\r\n\r\n"
        raw += "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nX-Name: \u{65E5}\u{672C}\r\n\r\n"
        let file = try home.scratch.write("raw.http", Array(raw.utf8))
        let imported = try home.hark("import", "--store", session, file)
        guard imported.code == 0 else { throw Failure("\(imported.summary)") }
        return (home, session)
    }

    private static func opened(_ rest: String = "", variables: [String] = ["LC_ALL=C.UTF-8"]) throws -> TmuxScreen {
        let (home, session) = try recorded()
        return try TmuxScreen("HARK screen \(session); echo code $?\(rest)", home: home, variables: variables)
    }

    /// Whether the terminal echoes and edits lines again, as a shell wants it.
    private static let sane = "; stty -a | grep -o -e '-*icanon' -e '-*echo ' | tr '\\n' ' '; echo sane"

    @Test func aRecordingIsListedOpenedAndLeft() throws {
        let screen = try Self.opened(Self.sane)
        let list = try screen.wait(for: "shop.test/second", "404", "1 of 2", "q quit")
        #expect(list.hasPrefix(" hark  s"))
        try screen.wait(isFullScreen: true)
        try screen.press("j", "Enter")
        try screen.wait(for: "Story Bytes Changes")
        try screen.press("e")
        try screen.wait(for: "request-line")
        try screen.press("Down", "Right", "Right")
        try screen.wait(for: "request-line › request-target", "GET /second?q=%C3%A9 HTTP/1.1␍␊")
        try screen.press("q")
        let end = try screen.wait(for: "sane")
        #expect(end.contains("code 0") && end.contains("icanon echo") && !end.contains("-icanon"), "\(end)")
        try screen.wait(isFullScreen: false)
    }

    @Test func whatPassesIsSeenAtOnce() throws {
        let origin = try ScriptedOrigin(answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        let screen = try TmuxScreen(
            "HARK proxy --screen --listen 127.0.0.1:0 --tls tunnel; echo code $?", home: try PrivateHome())
        let empty = try screen.wait(for: "Nothing has passed yet")
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

    @Test func aFilterIsWrittenAndTaken() throws {
        let screen = try Self.opened()
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
        let screen = try Self.opened()
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

    @Test func aStoppedScreenGivesTheTerminalBack() throws {
        let (home, session) = try Self.recorded()
        let screen = try TmuxScreen("exec /bin/sh -i", home: home)
        try screen.wait(for: "ready$")
        try screen.type("\(try Tool.hark()) screen \(session)")
        try screen.press("Enter")
        try screen.wait(for: "shop.test/second")
        try screen.press("C-z")
        try screen.wait(for: "Stopped")
        try screen.wait(isFullScreen: false)
        try screen.type("fg")
        try screen.press("Enter")
        try screen.wait(for: "shop.test/second")
        try screen.press("j")
        try screen.wait(for: "2 of 2")
        try screen.press("q")
        try screen.wait(for: "ready$")
        try screen.wait(isFullScreen: false)
    }

    /// The signals that end a program, and those of its mistakes.
    @Test(arguments: ["TERM", "HUP", "QUIT", "SEGV", "ABRT"])
    func howeverItEndsTheTerminalIsSane(signal: String) throws {
        let screen = try Self.opened(Self.sane, variables: ["LC_ALL=C.UTF-8", "SWIFT_BACKTRACE=enable=no"])
        try screen.wait(for: "shop.test/second")
        let shell = try screen.fact("#{pane_pid}")
        let children = try Tool.run(Tool.find("pgrep"), ["-P", shell]).text.split(separator: "\n")
        let hark = try #require(children.first.flatMap { pid_t($0) })
        #expect(kill(hark, Self.number(signal)) == 0)
        let end = try screen.wait(for: "sane")
        #expect(end.contains("icanon echo") && !end.contains("-icanon"), "\(end)")
        try screen.wait(isFullScreen: false)
    }

    private static func number(_ name: String) -> Int32 {
        switch name {
        case "TERM": SIGTERM
        case "HUP": SIGHUP
        case "QUIT": SIGQUIT
        case "SEGV": SIGSEGV
        default: SIGABRT
        }
    }

    @Test func colourIsLeftOutWhereItIsNotWanted() throws {
        let coloured = try Self.opened()
        try coloured.wait("404 in yellow", withColours: true) { $0.contains("\u{1B}[33m404") }
        let plain = try Self.opened(variables: ["LC_ALL=C.UTF-8", "NO_COLOR=1"])
        try plain.wait(for: "shop.test/second")
        // What this key changes is painted behind all that was painted before it.
        try plain.press("j")
        try plain.wait(for: "2 of 2")
        let text = try plain.text(withColours: true)
        #expect(!text.contains(/\u{1B}\[[0-9;]*[34][0-8]/), "\(text.debugDescription)")
        #expect(text.contains("▸"))
    }

    @Test func aTerminalOfASCIIGetsASCII() throws {
        let screen = try Self.opened(variables: ["LC_ALL=C"])
        let text = try screen.wait(for: "shop.test/second", "404", "q quit")
        #expect(text.unicodeScalars.allSatisfy { $0.isASCII })
        try screen.press("j", "Enter", "2")
        let bytes = try screen.wait(for: "X-Name", "\\u{65e5}")
        #expect(bytes.unicodeScalars.allSatisfy { $0.isASCII })
    }

    @Test func withoutATerminalThereIsNoScreen() throws {
        let (home, session) = try Self.recorded()
        for words in [["screen", session], ["proxy", "--screen", "--listen", "127.0.0.1:0"]] {
            let result = try home.hark(arguments: words)
            #expect(result.code == 64 && result.diagnostics.contains("needs a terminal"), result.summary)
        }
    }

    @Test func aCommandRunsBesideTheScreen() throws {
        let screen = try TmuxScreen(
            "HARK run --screen --tls tunnel -- sh -c 'echo hello from it; exit 7'; echo code $?",
            home: try PrivateHome())
        let text = try screen.wait(for: "The command ended with code 7")
        #expect(!text.contains("hello from it"))
        try screen.press("q")
        try screen.wait(for: "hello from it", "code 7")
    }
}
