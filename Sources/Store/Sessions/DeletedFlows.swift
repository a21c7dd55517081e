package import Filter
import Platform

/// The flows that the last deletion took out of a session, in a file beside it, so that they can be brought back. A
/// value; used by one command.
///
/// The file is a session itself, for its owner only. It lasts until somebody writes flows to the session again, as
/// those may get the same numbers, and is overwritten before it is removed.
package struct DeletedFlows: Sendable {
    private let session: String
    private let path: String

    package static let ending = ".undo"

    package init(of session: String) {
        self.session = session
        path = session + Self.ending
    }

    /// Keeps flows that are about to be deleted, in place of what an earlier deletion left.
    package func keep(
        _ numbers: [UInt64], from source: SessionReader, run: SessionRun, say: @escaping @Sendable (String) -> Void
    ) throws(SessionError) {
        forget()
        let writer = SessionWriter(
            try SessionFile(path, isNew: true), run: run, options: Self.options(nil), say: say)
        do throws(SessionError) {
            try source.forEachFlow(numbered: numbers, omitsBodies: false) { flow in
                writer.save(flow)
                return true
            }
        } catch {
            writer.finish()
            forget()
            throw error
        }
        guard writer.finish() == 0 else {
            forget()
            throw SessionError(.noRoom, path: path)
        }
    }

    /// What became of an undo: flows that are back, and those whose numbers others have now.
    package struct Return: Sendable, Equatable {
        package let restored: Int
        package let taken: Int
    }

    /// Brings the flows back under their numbers; nil when there are none to bring back.
    package func bringBack(
        run: SessionRun, reader: FilterReader, say: @escaping @Sendable (String) -> Void
    ) throws(SessionError) -> Return? {
        guard isThere else { return nil }
        let kept = try SessionReader(path)
        defer { kept.close() }
        let numbers = try kept.numbers(FlowQuery())
        let free = try free(of: numbers)
        let taken = numbers.count - free.count
        let writer = SessionWriter(
            try SessionFile(session), run: run, options: Self.options(reader), say: say)
        do throws(SessionError) {
            try kept.forEachFlow(numbered: free, omitsBodies: false) { flow in
                writer.save(flow)
                return true
            }
        } catch {
            writer.finish()
            throw error
        }
        let lost = writer.finish()
        kept.close()
        // What could not be written is still to be had.
        if lost == 0, taken == 0 { forget() }
        return Return(restored: free.count - lost, taken: taken)
    }

    /// Those that no flow of the session has. The session is closed again before anybody writes to it.
    private func free(of numbers: [UInt64]) throws(SessionError) -> [UInt64] {
        let present = try SessionReader(session)
        defer { present.close() }
        var free: [UInt64] = []
        for number in numbers {
            let isThere = FlowQuery(where: "flow.id = ?", [.integer(Int64(bitPattern: number))])
            if try present.count(isThere) == 0 { free.append(number) }
        }
        return free
    }

    private static func options(_ reader: FilterReader?) -> SessionWriter.Options {
        var options = SessionWriter.Options()
        options.bodyLimit = .max
        options.activity = "deletion"
        options.reader = reader
        options.judgesAtOnce = reader != nil
        return options
    }

    private var isThere: Bool {
        let head = (try? FileHead.read(path)) ?? nil
        return head.flatMap { FileHeader($0) }?.applicationID == SessionSchema.applicationID
    }

    /// Overwrites what is kept, and removes it. A file of this name that is none of Hark's stays.
    package func forget() {
        guard isThere else { return }
        for ending in ["-wal", "-shm", ""] { Self.overwrite(path + ending) }
    }

    private static func overwrite(_ path: String) {
        // Whatever a link leads to is not ours.
        let descriptor = LockedFiles.openFile(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer {
            LockedFiles.closeFile(descriptor)
            unsafe unlink(path)
        }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1 else {
            return
        }
        let zeros = [UInt8](repeating: 0, count: 64 << 10)
        var place: off_t = 0
        while place < status.st_size {
            let size = min(zeros.count, Int(status.st_size - place))
            let count = unsafe pwrite(descriptor, zeros, size, place)
            guard count > 0 else { return }
            place += off_t(count)
        }
        fsync(descriptor)
    }
}
