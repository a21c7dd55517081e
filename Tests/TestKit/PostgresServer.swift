import Foundation
import Synchronization

/// A PostgreSQL of the tests on a free port of this machine, started once and ended with the process: a shell that
/// reads from the tests stops it when they are gone, however they end.
package final class PostgresServer: Sendable {
    /// Where the server's programs are; nil when there are none, and then its tests are skipped.
    package static let programs: String? = {
        let manager = FileManager.default
        let roots = ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt", "/usr/pgsql-17", "/usr/pgsql-16"]
        let found = roots.flatMap { root -> [String] in
            let names = (try? manager.contentsOfDirectory(atPath: root)) ?? []
            return [root + "/bin"]
                + names.sorted { $0.compare($1, options: .numeric) == .orderedDescending }.map {
                    "\(root)/\($0)/bin"
                }
        }
        return found.first { manager.isExecutableFile(atPath: $0 + "/initdb") }
    }()

    package static let missing = "the server of PostgreSQL is not installed (scripts/requirements names it)"

    package static let shared = Result { try PostgresServer() }

    private let folder: String
    package let port: UInt16
    /// What the shell reads: the system closes it when the tests end.
    private let lifeline: Int32
    private let number = Atomic(0)

    /// One of its own, for a test that stops it.
    package init() throws {
        guard let programs = Self.programs else { throw Failure(Self.missing) }
        folder = NSTemporaryDirectory() + "/hark-postgres-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        port = try Loopback.freePort()
        // The server refuses to run as root.
        let drop = geteuid() == 0 ? "setpriv --reuid=nobody --regid=nogroup --clear-groups " : ""
        let script = """
            \(geteuid() == 0 ? "chown nobody '\(folder)'" : ":") || exit 1
            cd '\(folder)' || exit 1
            \(drop)'\(programs)/initdb' -D data -A trust -U postgres -E UTF8 --locale=C --no-sync >log 2>&1 || exit 1
            \(drop)'\(programs)/postgres' -D data -p \(port) -k '' -c listen_addresses=127.0.0.1 -c fsync=off \
            -c max_connections=50 >>log 2>&1 &
            server=$!
            cat >/dev/null
            \(drop)'\(programs)/pg_ctl' -D data -m immediate stop >>log 2>&1
            wait $server
            rm -rf '\(folder)'
            """
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw Failure("no pipe") }
        lifeline = ends[1]
        _ = fcntl(lifeline, F_SETFD, FD_CLOEXEC)
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-c", script]
        shell.standardInput = FileHandle(fileDescriptor: ends[0])
        try shell.run()
        close(ends[0])
        try eventually("PostgreSQL answers", within: 60) {
            guard shell.isRunning else { throw Failure("PostgreSQL did not start; its log is \(folder)/log") }
            let log = (try? String(contentsOfFile: folder + "/log", encoding: .utf8)) ?? ""
            return log.contains("ready to accept connections")
        }
    }

    /// Ends it as a power failure does, and its connections.
    package func stop() throws { try control("-m immediate -w stop") }

    /// Starts it again, on the same port.
    package func start() throws {
        try control("-o \"-p \(port) -k '' -c listen_addresses=127.0.0.1 -c fsync=off\" -l started -w start")
    }

    private func control(_ words: String) throws {
        let drop = geteuid() == 0 ? "setpriv --reuid=nobody --regid=nogroup --clear-groups " : ""
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        // The server keeps the descriptor open by which Foundation hears of an end, so the shell writes it down.
        let ended = folder + "/ended"
        try? FileManager.default.removeItem(atPath: ended)
        shell.arguments = [
            "-c",
            "cd '\(folder)' && \(drop)'\(Self.programs ?? "")/pg_ctl' -D data \(words) >>log 2>&1; echo $? >ended",
        ]
        try shell.run()
        try eventually("pg_ctl \(words) ends", within: 60) {
            (try? String(contentsOfFile: ended, encoding: .utf8))?.hasSuffix("\n") == true
        }
        guard try String(contentsOfFile: ended, encoding: .utf8) == "0\n" else {
            throw Failure("pg_ctl \(words) failed; its log is \(folder)/log")
        }
    }

    package func url(_ role: String, _ database: String) -> String {
        "postgres://\(role)@127.0.0.1:\(port)/\(database)"
    }

    /// A name that no other test has.
    package func newName() -> String { "t\(number.add(1, ordering: .relaxed).newValue)" }
}
