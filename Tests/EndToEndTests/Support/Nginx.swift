import Foundation
import TestKit

/// One nginx process in a folder of its own, ready when this is made and gone with it.
final class Nginx: Sendable {
    private let child: Child

    /// - Parameters:
    ///   - http: what stands in the `http` block, between the folders for temporary files and its end.
    ///   - prefix: a program with its words that starts it.
    init(in scratch: Scratch, connections: Int = 512, http: String, prefix: [String] = []) throws {
        let folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { "\($0)_temp_path \(scratch.file($0));" }.joined(separator: "\n    ")
        let configuration = try scratch.write(
            "nginx.conf",
            """
            daemon off;
            master_process off;
            pid \(scratch.file("nginx.pid"));
            error_log stderr warn;
            events { worker_connections \(connections); }
            http {
                \(folders)
            \(http)
            }
            """)
        let words = try prefix + [Tool.find("nginx"), "-c", configuration, "-p", scratch.path, "-e", "stderr"]
        let child = try Child(
            words[0], Array(words.dropFirst()),
            output: scratch.file("stdout"), diagnostics: scratch.file("stderr"))
        self.child = child
        // It writes its number down when its sockets are bound.
        try eventually("nginx listens") {
            if child.hasEnded {
                let said = try? String(contentsOfFile: scratch.file("stderr"), encoding: .utf8)
                throw Failure("nginx ended: \(said ?? "it said nothing")")
            }
            return FileManager.default.fileExists(atPath: scratch.file("nginx.pid"))
        }
    }
}
