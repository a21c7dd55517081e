import Flow
import Foundation
import Store
import Synchronization
import TestKit

/// A folder for sessions, removed with the last owner.
final class TemporarySession: Sendable {
    let folder: String
    private let sayings = Mutex<[String]>([])

    init() throws {
        folder = NSTemporaryDirectory() + "hark-store-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    var path: String { folder + "/session.hark" }

    /// What was said to the person.
    var said: [String] { sayings.withLock { $0 } }

    func hear(_ line: String) { sayings.withLock { $0.append(line) } }

    func writer(
        _ path: String? = nil, run: UInt64 = 1, _ options: SessionWriter.Options = SessionWriter.Options(),
        on file: SessionFile? = nil
    ) throws -> SessionWriter {
        SessionWriter(
            try file ?? SessionFile(path ?? self.path),
            run: SessionRun(id: RunID(run), started: 1_700_000_000_000_000, version: "0.1.0", command: "hark proxy"),
            options: options, say: { self.hear($0) })
    }

    /// Writes the changes, closes the file, and reads all flows of it.
    func kept(_ changes: [FlowChange]) throws -> [StoredFlow] {
        let writer = try writer()
        writer.submit(changes)
        writer.finish()
        return try SessionReader(path).flows(FlowQuery())
    }

    /// Waits until a flow is in the file; the flow.
    @discardableResult
    func flow(_ number: UInt64, as isSo: (StoredFlow) -> Bool = { _ in true }) throws -> StoredFlow {
        var found: StoredFlow?
        try eventually("flow \(number) is in the file") {
            found = try SessionReader(path).flow(number).flatMap { isSo($0) ? $0 : nil }
            return found != nil
        }
        guard let found else { throw Failure("flow \(number) is gone") }
        return found
    }

    /// Waits until so many flows are in the file.
    func holds(_ count: Int) throws {
        try eventually("\(count) flows are in the file") { try SessionReader(path).count(FlowQuery()) >= count }
    }

    /// Waits until a flow, and so every one before it, is in the file.
    func hasWritten(_ number: Int) throws {
        try eventually("flow \(number) is in the file") {
            try sqlite("SELECT count(*) FROM flow WHERE id >= \(number)") != "0\n"
        }
    }

    /// What `sqlite3` prints for a question.
    func sqlite(_ sql: String) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["sqlite3", path, sql]
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: output, as: UTF8.self)
    }
}
