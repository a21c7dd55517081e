import Flow
import GRDB

/// Saves what can be read of a damaged session into a new one, and leaves the old one as it is.
package struct SessionRescue: Sendable {
    /// Flows that are in the new file.
    package private(set) var saved = 0
    /// Numbers that could not be read, or only in part.
    package private(set) var lost = 0

    /// More numbers than these without a flow at the end are not asked for, when nobody can say which is the last.
    private static let patience: Int64 = 10_000

    /// - Parameter version: of this Hark, for the run that wrote the new file.
    package init(_ path: String, into newPath: String, run: SessionRun) throws(SessionError) {
        let header = try FileHead.read(path)
        guard FileHeader(header)?.applicationID == SessionSchema.applicationID else {
            throw SessionError(.notOurs, path: path)
        }
        guard (try? FileHead.read(newPath)) == nil else { throw SessionError(.exists, path: newPath) }
        let reader = try SessionReader(path, isReadOnly: true)
        defer { reader.close() }
        var options = SessionWriter.Options()
        options.bodyLimit = .max
        let writer = SessionWriter(try SessionFile(newPath), run: run, options: options, say: { _ in })
        defer { writer.finish() }
        let last = Self.last(reader)
        var number: Int64 = 1
        var misses: Int64 = 0
        while last.map({ number <= $0 }) ?? (misses < Self.patience) {
            defer { number += 1 }
            do throws(SessionError) {
                guard let flow = try reader.flow(UInt64(number)) else {
                    misses += 1
                    continue
                }
                misses = 0
                writer.save(flow)
                saved += 1
            } catch {
                misses += 1
                if last != nil { lost += 1 }
            }
        }
    }

    /// The last number, as any of the tables that have one a flow can say it.
    private static func last(_ reader: SessionReader) -> Int64? {
        let questions = ["SELECT max(id) FROM flow", "SELECT max(flow) FROM head"]
        return questions.compactMap { sql in
            try? reader.database.read { try Prepared($0, sql).first { $0.integer(0) ?? 0 } }
        }.max()
    }
}
