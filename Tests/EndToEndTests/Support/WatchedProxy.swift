import Foundation
import TestKit

/// `hark proxy` that records into a session file while its page, its screen or both are open. Killed, at the latest,
/// with the last reference to it.
final class WatchedProxy: Sendable {
    enum Watching: CaseIterable, Sendable {
        case page, screen, both

        var hasPage: Bool { self != .screen }
        var hasScreen: Bool { self != .page }
    }

    let child: Child
    let port: UInt16
    let session: String
    let page: PageTests.PageAddress?
    let token: String?
    private let home: PrivateHome
    private let terminal: PseudoTerminal?

    init(_ session: String, _ watching: Watching, home: PrivateHome) throws {
        self.home = home
        self.session = session
        let terminal = watching.hasScreen ? try PseudoTerminal() : nil
        self.terminal = terminal
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw Failure("no pipe") }
        let (reader, writer) = (ends[0], ends[1])
        defer { close(reader) }
        do {
            defer { close(writer) }
            child = try Child(
                Tool.hark(),
                ["proxy", "--store", session, "--tls", "tunnel", "--listen", "127.0.0.1:0", "--ready-fd", "3"]
                    + (watching.hasPage ? ["--page=127.0.0.1:0"] : []) + (watching.hasScreen ? ["--screen"] : []),
                environment: [
                    "HOME": home.scratch.file("home"), "XDG_DATA_HOME": home.scratch.file("data"),
                    "TERM": "xterm-256color", "LC_ALL": "C.UTF-8",
                ],
                input: terminal?.path ?? "/dev/null", output: terminal?.path ?? home.scratch.file("proxy.out"),
                diagnostics: home.scratch.file("proxy.err"), third: writer)
        }
        var text = ""
        var block = [UInt8](repeating: 0, count: 4096)
        while case let count = Foundation.read(reader, &block, block.count), count > 0 {
            text += String(decoding: block[..<count], as: UTF8.self)
        }
        func told(_ word: String) -> String? {
            text.split(separator: "\n").first { $0.hasPrefix(word + " ") }.map { String($0.dropFirst(word.count + 1)) }
        }
        guard let number = told("listening")?.split(separator: ":").last.flatMap({ UInt16($0) }) else {
            throw Failure("hark did not get ready: \(text)")
        }
        port = number
        page = try told("page").map { try PageTests.PageAddress($0) }
        token = try page?.token()
    }

    /// What a person's browser and keys do: everything is opened that reads the session.
    func look() throws {
        terminal?.read()
        terminal?.type("jl")
        terminal?.type("\u{1B}")
        guard let page, let token else { return }
        let made = try page.ask("/api/views", #"{"filter": "status = 200"}"#, token: token).text
        guard let view = made.firstMatch(of: /"(?:view|id)":(\d+)/)?.1 else { throw Failure("no view: \(made)") }
        for path in ["rows?first=0&count=20", "overview", "endpoints", "cache", "jar", "lanes", "redirects"] {
            let answer = try page.ask("/api/views/\(view)/\(path)", token: token).text
            if answer.contains("cannot be read") { throw Failure("\(path): \(answer)") }
        }
        _ = try page.ask("/api/rows?ids=1,2,3", token: token)
        _ = try page.ask("/api/flows/1", token: token)
        _ = try page.ask("/api/marks", #"{"flows": [2], "pin": true}"#, token: token)
    }

    /// Who has SQLite's shared lock on the file, as another process sees it: the bytes from `PENDING_BYTE` + 2 on
    /// (sqlite.org, os.h).
    func lockHolder() throws -> pid_t? { try Self.lockHolder(of: session) }

    static func lockHolder(of session: String) throws -> pid_t? {
        let descriptor = open(session, O_RDWR)
        guard descriptor >= 0 else { throw Failure("\(session) cannot be opened") }
        defer { close(descriptor) }
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = 1_073_741_826
        lock.l_len = 510
        guard fcntl(descriptor, F_GETLK, &lock) == 0 else { throw Failure("F_GETLK: \(errno)") }
        return lock.l_type == Int16(F_UNLCK) ? nil : lock.l_pid
    }

    /// Files that it has open and that have no name any more, where the system tells.
    func removedFiles() -> [String] {
        let folder = "/proc/\(child.pid)/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/" + $0) }
            .filter { $0.hasPrefix(session) && $0.hasSuffix(" (deleted)") }
    }

    /// What is in the file after it was killed.
    func killed() throws -> (integrity: String, paths: Set<String>) {
        child.send(SIGKILL)
        _ = try child.wait()
        let integrity = try Tool.run(Tool.find("sqlite3"), [session, "PRAGMA integrity_check"]).text
        let paths = try Tool.run(Tool.find("sqlite3"), [session, "SELECT path FROM flow WHERE state = 1"]).text
        return (integrity, Set(paths.split(separator: "\n").map(String.init)))
    }
}
