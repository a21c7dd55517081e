import Foundation
import TestKit
import Testing

/// The full-screen view on a terminal that nobody reads: nobody waits for it.
@Suite struct UnreadScreenTests {
    private let home: PrivateHome
    private let terminal: Int32
    private let path: String

    init() throws {
        home = try PrivateHome()
        terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        guard terminal >= 0 else { throw Failure("no terminal") }
        #if os(Linux)
        // TIOCSPTLCK and TIOCGPTN (ioctl_tty(2)), which are not among what Swift sees.
        var (lock, number): (Int32, UInt32) = (0, 0)
        guard ioctl(terminal, 0x4004_5431, &lock) == 0, ioctl(terminal, 0x8004_5430, &number) == 0 else {
            throw Failure("no terminal")
        }
        path = "/dev/pts/\(number)"
        #else
        guard grantpt(terminal) == 0, unlockpt(terminal) == 0, let name = ptsname(terminal) else {
            throw Failure("no terminal")
        }
        path = String(cString: name)
        #endif
        var size = winsize(ws_row: 50, ws_col: 200, ws_xpixel: 0, ws_ypixel: 0)
        #if os(Linux)
        _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
        #else
        _ = ioctl(terminal, TIOCSWINSZ, &size)
        #endif
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
            input: path, output: path, diagnostics: home.scratch.file("stderr"))
        try eventually("the proxy listens") { (try? RawConnection(port: port)) != nil }
        return (child, port)
    }

    @Test func trafficPassesAndTheEndComes() throws {
        defer { close(terminal) }
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
        defer { close(terminal) }
        let origin = try ScriptedOrigin(answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        let (child, port) = try proxy()
        let client = try RawConnection(port: port)
        for number in 1...500 {
            try client.send("GET \(origin.url)/page-\(number) HTTP/1.1\r\nHost: \(origin.host)\r\n\r\n")
            _ = try client.receiveHead()
            _ = try client.receive(exactly: 2)
        }
        _ = fcntl(terminal, F_SETFL, O_NONBLOCK)
        var seen: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        try eventually("the newest exchange is painted") {
            let count = read(terminal, &buffer, buffer.count)
            if count > 0 {
                seen += buffer[..<count]
            } else {
                // Ctrl-L has all of it painted anew, not what differs alone.
                _ = write(terminal, "\u{0C}", 1)
            }
            return String(decoding: seen, as: UTF8.self).contains("500 exchanges")
        }
        _ = write(terminal, "q", 1)
        try eventually("it ends") {
            _ = read(terminal, &buffer, buffer.count)
            return child.hasEnded
        }
        #expect(try child.wait() == .exited(0))
    }
}
