import Foundation
import TestKit
import Testing

/// The full-screen view on a terminal that nobody reads: nobody waits for it.
@Suite struct UnreadScreenTests {
    private let home: PrivateHome
    private let terminal: PseudoTerminal

    init() throws {
        home = try PrivateHome()
        terminal = try PseudoTerminal()
    }

    /// The proxy on that terminal, and its port.
    private func proxy() throws -> (Child, UInt16) {
        let port = try Loopback.freePort()
        let child = try Child(
            Tool.hark(), ["proxy", "--screen", "--tls", "tunnel", "--listen", "127.0.0.1:\(port)"],
            environment: [
                "HOME": home.scratch.file("home"), "XDG_DATA_HOME": home.scratch.file("data"), "TERM": "xterm-256color",
                "LC_ALL": "C.UTF-8",
            ],
            input: terminal.path, output: terminal.path, diagnostics: home.scratch.file("stderr"))
        try eventually("the proxy listens") { (try? RawConnection(port: port)) != nil }
        return (child, port)
    }

    @Test func trafficPassesAndTheEndComes() throws {
        let origin = try ScriptedOrigin(answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        let (child, port) = try proxy()
        let client = try RawConnection(port: port)
        // Each turn changes every line of the screen: many times what a terminal holds.
        for number in 1...3_000 {
            let path = String(repeating: "\(number)-", count: 12)
            try client.send("GET \(origin.url)/\(path) HTTP/1.1\r\nHost: \(origin.host)\r\n\r\n")
            _ = try client.receiveHead()
            _ = try client.receive(exactly: 2)
        }
        child.send(SIGTERM)
        #expect(try child.wait(seconds: 20) == .exited(0))
    }

    /// What is painted then is how things are by then.
    @Test func whoReadsAgainSeesTheNewest() throws {
        let origin = try ScriptedOrigin(answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        let (child, port) = try proxy()
        let client = try RawConnection(port: port)
        for number in 1...500 {
            try client.send("GET \(origin.url)/page-\(number) HTTP/1.1\r\nHost: \(origin.host)\r\n\r\n")
            _ = try client.receiveHead()
            _ = try client.receive(exactly: 2)
        }
        var seen: [UInt8] = []
        try eventually("the newest exchange is painted") {
            let painted = terminal.read()
            seen += painted
            // Ctrl-L has all of it painted anew, not what differs alone.
            if painted.isEmpty { terminal.type("\u{0C}") }
            return String(decoding: seen, as: UTF8.self).contains("500 exchanges")
        }
        terminal.type("q")
        try eventually("it ends") {
            terminal.read()
            return child.hasEnded
        }
        #expect(try child.wait() == .exited(0))
    }
}
