import ArgumentParser
import Doctor
import Filter
import Fleet
import Flow
import Library
import Platform
import Store

/// The newest flows of a fleet's database as a session file of this process, for what reads sessions: the page, and
/// agents. Numbers are those of the file; each flow has a tag with its name in the fleet. Made for one command.
struct FleetSnapshot {
    let path: String
    private let folder: RunFolder

    /// More flows are not read.
    static let limit = 10_000

    /// Reads them. Fails with a sentence and an exit code.
    init(_ session: String) async throws {
        let source = try FleetLibrary.open(session)
        do throws(LaunchFailure) {
            folder = try RunFolder(in: Environment.value("TMPDIR"))
        } catch {
            Diagnostics.say(error.text)
            throw ExitCode(EX_CANTCREAT)
        }
        path = folder.file("fleet.hark")
        do {
            try Self.read(source, into: path)
        } catch {
            _ = await folder.remove()
            throw error
        }
    }

    /// What a command reads in place of this session; nil when that is no fleet's database.
    static func of(_ session: String?) async throws -> FleetSnapshot? {
        guard let session, FleetLibrary.isFleet(session) else { return nil }
        return try await FleetSnapshot(session)
    }

    /// A mark on the copy would be lost with it.
    static func refuseMarks(of session: String?) throws {
        guard let session, FleetLibrary.isFleet(session) else { return }
        throw ValidationError(
            "--allow marks: the agent reads a copy of the database; mark its flows with hark tag --session")
    }

    /// Nobody reads it any more.
    func remove() async { _ = await folder.remove() }

    private static func read(_ source: FleetLibrary, into path: String) throws {
        // The newest are found first, and get the numbers in which they began.
        let newest = try source.newest(limit + 1).count
        if newest > limit { Diagnostics.say("showing the newest 10,000 flows of the database") }
        let target = try SessionTarget(path, activity: "reading the database")
        var number = UInt64(min(newest, limit)) + 1
        try source.forEach(.everything, .here, FlowReading(.newestFirst, limit: limit)) { subject in
            guard number > 1 else { return false }
            number -= 1
            let record = subject.record
            let name = "\(record.run.map { "\($0.text.prefix(8)):" } ?? "")\(record.id.number)"
            target.writer.save(
                StoredFlow(
                    record: record.numbered(FlowID(number)), comment: subject.context.comment,
                    tags: subject.context.tags + [name]))
            return true
        }
        if target.writer.finish() > 0 { throw ExitCode(EX_IOERR) }
    }
}
