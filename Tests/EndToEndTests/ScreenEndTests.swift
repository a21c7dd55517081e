import Foundation
import TestKit
import Testing

/// How the full-screen view is left, stopped and ended, and what becomes of the terminal.
@Suite struct ScreenEndTests {
    /// Whether the terminal echoes and edits lines again, as a shell wants it.
    private static let sane = "; stty -a | grep -o -e '-*icanon' -e '-*echo ' | tr '\\n' ' '; echo sane"

    @Test func aRecordingIsListedOpenedAndLeft() throws {
        let screen = try TmuxScreen.opened(Self.sane)
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

    @Test func aStoppedScreenGivesTheTerminalBack() throws {
        let (home, session) = try TmuxScreen.recorded()
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

    /// Ctrl-Z in every state; then as it was.
    @Test func everyStateOutlivesCtrlZ() throws {
        let (home, session) = try TmuxScreen.recorded()
        let screen = try TmuxScreen("exec /bin/sh -i", home: home)
        try screen.wait(for: "ready$")
        try screen.type("\(try Tool.hark()) screen \(session)")
        try screen.press("Enter")
        try screen.wait(for: "shop.test/second", "q quit")
        let states = [
            ("Enter", "Story Bytes"), ("e", "request-line"), ("Escape", "Request, as received"), ("/", "filter:"),
            ("Escape", "1 of 2"),
            ("?", "In the list"), ("Escape", "1 of 2"), (":", "first exchange"), ("Escape", "1 of 2"),
            ("l", "From clients"), ("p", "Space next step"), ("Escape", "1 of 2"), ("y", "Copy as"),
        ]
        for (key, words) in states {
            try screen.press(key)
            try screen.wait(for: words)
            try screen.press("C-z")
            try screen.wait(isFullScreen: false)
            try screen.wait(for: "Stopped")
            try screen.type("fg")
            try screen.press("Enter")
            try screen.wait(isFullScreen: true)
            try screen.wait(for: words)
        }
        try screen.press("Escape", "q")
        try screen.wait(isFullScreen: false)
        try screen.type("exit")
    }

    /// Stopped without being asked, as by SIGSTOP: the shell has changed the terminal's modes meanwhile.
    @Test func aScreenThatWasStoppedUnaskedGoesOn() throws {
        let (home, session) = try TmuxScreen.recorded()
        let screen = try TmuxScreen("exec /bin/bash --norc --noprofile -i", home: home)
        try screen.wait(for: "ready$")
        try screen.type("\(try Tool.hark()) screen \(session)")
        try screen.press("Enter")
        try screen.wait(for: "shop.test/second", "1 of 2")
        let shell = try screen.fact("#{pane_pid}")
        let children = try Tool.run(Tool.find("pgrep"), ["-P", shell]).text.split(separator: "\n")
        #expect(kill(try #require(children.first.flatMap { pid_t($0) }), SIGSTOP) == 0)
        try screen.wait(for: "Stopped")
        try screen.type("fg")
        try screen.press("Enter")
        try screen.wait("the screen, without what the shell wrote") { !$0.contains("Stopped") && $0.contains("1 of 2") }
        try screen.press("j")
        try screen.wait(for: "2 of 2")
        try screen.press("q")
        try screen.wait(isFullScreen: false)
        try screen.wait(for: "ready$")
    }

    /// The signals that end a program, and those of its mistakes.
    @Test(arguments: ["TERM", "HUP", "QUIT", "SEGV", "ABRT"])
    func howeverItEndsTheTerminalIsSane(signal: String) throws {
        let screen = try TmuxScreen.opened(Self.sane, variables: ["LC_ALL=C.UTF-8", "SWIFT_BACKTRACE=enable=no"])
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
}
