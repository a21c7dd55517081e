import Foundation
import TestKit

/// HAProxy with a configuration of the test's own: it takes connections at `port` and passes requests to a server.
final class HAProxy: Sendable {
    let scratch: Scratch
    let port: UInt16
    private let child: Child

    var url: String { "http://127.0.0.1:\(port)" }

    /// - Parameters:
    ///   - server: `HOST:PORT`, with what HAProxy is to know of it.
    ///   - bind: the words behind the port that it listens on.
    ///   - more: lines for its frontend.
    init(to server: String, bind: String = "", more: String = "") throws {
        let scratch = try Scratch()
        self.scratch = scratch
        port = try Loopback.freePort()
        let configuration = try scratch.write(
            "haproxy.cfg",
            """
            global
                maxconn 200
            defaults
                mode http
                timeout connect 10s
                timeout client 30s
                timeout server 30s
            frontend in
                bind 127.0.0.1:\(port) \(bind)
                \(more)
                default_backend out
            backend out
                server one \(server)

            """)
        let child = try Child(
            Tool.find("haproxy"), ["-db", "-f", configuration], output: scratch.file("stdout"),
            diagnostics: scratch.file("stderr"))
        self.child = child
        let port = port
        try eventually("haproxy listens", within: 30) {
            if child.hasEnded {
                let said = try? String(contentsOfFile: scratch.file("stderr"), encoding: .utf8)
                throw Failure("haproxy ended: \(said ?? "it said nothing")")
            }
            return (try? RawConnection(port: port)) != nil
        }
    }
}
