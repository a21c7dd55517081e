import Foundation
import TestKit

/// Dante as a SOCKS proxy on this machine, for anybody, to anywhere but this machine's port 9.
final class DanteProxy: Sendable {
    let scratch: Scratch
    let port: UInt16
    private let child: Child

    var url: String { "socks5://127.0.0.1:\(port)" }

    init() throws {
        let scratch = try Scratch()
        self.scratch = scratch
        port = try Loopback.freePort()
        let configuration = try scratch.write(
            "danted.conf",
            """
            logoutput: \(scratch.file("log"))
            internal: 127.0.0.1 port = \(port)
            external: lo
            socksmethod: none
            clientmethod: none
            client pass { from: 0/0 to: 0/0 }
            socks block { from: 0/0 to: 127.0.0.1/32 port = 9 }
            socks pass { from: 0/0 to: 0/0 }
            """)
        let child = try Child(
            Tool.find("danted"), ["-f", configuration], output: scratch.file("stdout"),
            diagnostics: scratch.file("stderr"))
        self.child = child
        let port = port
        try eventually("danted listens", within: 30) {
            if child.hasEnded { throw Failure("danted ended") }
            return (try? RawConnection(port: port)) != nil
        }
    }

    /// It ends the processes that it has started when it is asked to, and not when it is killed.
    deinit {
        child.send(SIGTERM)
        _ = try? child.wait()
    }
}
