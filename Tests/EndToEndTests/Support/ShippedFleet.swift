import Foundation
import TestKit
import Testing

/// A database with Hark's schema, and a session file that is shipped there.
struct ShippedFleet {
    let server: PostgresServer
    let name: String
    let scratch: Scratch
    var url: String { server.url("postgres", name) }
    var session: String { scratch.file("a.hark") }

    init(_ server: PostgresServer) throws {
        (self.server, name, scratch) = (server, server.newName(), try Scratch())
        try sql("CREATE DATABASE \(name)", in: "postgres")
        let made = try hark("fleet", "init", url)
        guard made.code == 0 else { throw Failure("\(made.summary)") }
    }

    @discardableResult func sql(_ statement: String, in database: String? = nil) throws -> String {
        let place = server.url("postgres", database ?? name)
        let result = try Tool.run(
            (PostgresServer.programs ?? "") + "/psql", ["-X", "-A", "-t", "-q", "-c", statement, place])
        guard result.code == 0 else { throw Failure("\(result.summary)") }
        return result.text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Makes a login role with these rights, as `hark fleet grant` does; where it connects.
    func role(_ rights: String..., tenant: String = "default") throws -> String {
        let role = "\(name)_\(Int.random(in: 0..<1_000_000))"
        try sql("CREATE ROLE \(role) LOGIN")
        let granted = try Tool.run(
            Tool.hark(), ["fleet", "grant", url, role, "--tenant", tenant] + rights,
            environment: ["HOME": scratch.path], seconds: 60)
        guard granted.code == 0 else { throw Failure("\(granted.summary)") }
        return server.url(role, name)
    }

    func count(_ rows: String) throws -> Int { Int(try sql("SELECT count(*) FROM \(rows)")) ?? -1 }

    func hark(_ words: String...) throws -> Tool.Result {
        try Tool.run(Tool.hark(), words, environment: ["HOME": scratch.path], seconds: 60)
    }

    func proxy(_ more: String...) throws -> RunningProxy {
        try RunningProxy(
            arguments: [
                "--quiet", "--store", session, "--ship", url, "--ship-with-secrets", "--ship-bodies", "all",
            ]
                + more)
    }

    /// Flows in the session file.
    var recorded: Int {
        get throws { Int(try sqlite("SELECT count(*) FROM flow")) ?? -1 }
    }

    private func sqlite(_ question: String) throws -> String {
        try Tool.run(Tool.find("sqlite3"), [session, question]).text
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// What the limit at a proxy's end left is said, and shipped by hand.
    func shipRest(of proxy: RunningProxy) throws {
        if try count("hark.flow") < recorded {
            #expect(proxy.diagnostics.contains("to ship"), "\(proxy.diagnostics)")
        }
        let rest = try hark("ship", session, "--to", url, "--with-secrets", "--bodies", "all")
        #expect(rest.code == 0, rest.summary)
    }

    /// Every flow of the session file is in the database, once, and reads back as it is there.
    func expectEqual() throws {
        let count = try recorded
        #expect(try self.count("hark.flow") == count)
        #expect(try sql("SELECT sum(flows) || ' ' || sum(lost + conflicts) FROM hark.run") == "\(count) 0")
        func lines(_ place: String) throws -> [String] {
            let result = try hark("export", "--session", place, "--format", "log", "--with-secrets")
            #expect(result.code == 0, result.summary)
            // What checks find is found again by whoever exports, and may go by more or less of a body.
            return try result.text.split(separator: "\n").map { line in
                var entry = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
                entry["_notes"] = nil
                let data = try JSONSerialization.data(withJSONObject: entry, options: .sortedKeys)
                return String(decoding: data, as: UTF8.self)
            }
            .sorted()
        }
        let (here, there) = (try lines(session), try lines(url))
        #expect(here.count == count)
        #expect(here == there)
    }
}
