package import Bytes
package import Flow
import Formats
import Messages
import Platform

/// A HAR 1.2 file that is valid JSON after every write: new entries go over the closing brackets, and bring them along.
///
///     {"log":{…,"entries":[
///     {entry},
///     {entry}
///     ]}}
///
/// One entry stands on one line, so that a file left by a crash can be mended by its end alone (`HARRecovery`). Owned
/// by the recorder; opening reads and locks, everything else is done on the recorder's queue. A failing disk is told
/// once, nothing already written is lost, and each later entry is tried again.
package final class HARFile: EntryOutput {
    /// What ends the file. It stands at `insertAt`.
    static let closing = Array("\n]}}\n".utf8)
    /// Entries are collected up to this size before they are written.
    private static let batchLimit = 256 << 10

    /// What was found in the file when it was opened, for the person who starts Hark; nil when there is nothing to say.
    package let finding: String?
    /// The number of the last entry that was in the file; nil when there was none.
    package let lastNumber: UInt64?
    private let descriptor: Int32
    private let calls: FileCalls
    private var losses: LossTally
    /// Where the next entry goes: after the last one, or after the bracket that opens the list.
    private var insertAt: Int
    private var hasEntries: Bool
    /// The file's end could not be put right after a failure: first thing to try.
    private var needsMending = false
    private var batch: [UInt8] = []
    /// Where each entry of the batch ends in it.
    private var ends: [Int] = []
    private var isClosed = false
    /// Connections that have ended, a line each; they come behind the entries when the file is closed.
    private var connections: [[UInt8]]

    /// Opens or creates the file. `version` is Hark's. Never overwrites what Hark did not write.
    package init(
        path: String, version: String, calls: FileCalls = .system, diagnostics: @escaping @Sendable (String) -> Void
    ) throws(RecordError) {
        let file = try HARRecovery.open(path)
        do {
            let state = try HARRecovery.inspect(file, path)
            if let state {
                connections = state.connections
                insertAt = state.insertAt
                hasEntries = state.hasEntries
                finding = state.finding(path)
                if !state.isIntact || !state.connections.isEmpty {
                    try Self.mend(file, at: state.insertAt, calls, path)
                }
            } else {
                connections = []
                insertAt = try Self.create(file, version, calls, path)
                hasEntries = false
                finding = nil
            }
        } catch {
            closeDescriptor(file)
            throw error
        }
        descriptor = file
        lastNumber = hasEntries ? HAREntry.highestNumber(before: insertAt, BackwardReader(file: file, path: path)) : nil
        self.calls = calls
        losses = LossTally(path: path, diagnostics: diagnostics)
        batch.reserveCapacity(Self.batchLimit)
    }

    deinit {
        if !isClosed { closeDescriptor(descriptor) }
    }

    private static func create(
        _ file: Int32, _ version: String, _ calls: FileCalls, _ path: String
    ) throws(RecordError) -> Int {
        var writer = JSONWriter()
        writer.literal(HARRecovery.creator)
        unsafe version.utf8.withContiguousStorageIfAvailable { unsafe writer.escape(UnsafeRawBufferPointer($0)) }
        writer.literal(#""},"pages":[],"#)
        writer.literal(HARRecovery.entries)
        let insertAt = writer.count
        unsafe closing.withUnsafeBytes { unsafe writer.append($0) }
        _ = calls.truncate(file, 0)
        let (_, failure) = unsafe writer.withBytes { unsafe calls.writeAll($0, to: file, at: 0) }
        if let failure { throw RecordError(.cannotWrite, path: path, system: failure) }
        return insertAt
    }

    private static func mend(
        _ file: Int32, at offset: Int, _ calls: FileCalls, _ path: String
    ) throws(RecordError) {
        let (_, failure) = unsafe closing.withUnsafeBytes { unsafe calls.writeAll($0, to: file, at: offset) }
        if let failure { throw RecordError(.cannotWrite, path: path, system: failure) }
        let result = calls.truncate(file, offset + closing.count)
        if result < 0 { throw RecordError(.cannotWrite, path: path, system: Int32(-result)) }
    }

    // MARK: Entries

    package func append(_ entry: borrowing JSONWriter) {
        guard !isClosed else { return }
        if batch.count + entry.totalCount > Self.batchLimit { batchEnded() }
        guard entry.spool == nil else { return appendLarge(entry) }
        unsafe separator.withUnsafeBytes { unsafe batch.append(contentsOf: $0) }
        unsafe entry.withBytes { unsafe batch.append(contentsOf: $0) }
        ends.append(batch.count)
    }

    /// What stands between the last entry and the next.
    private var separator: [UInt8] {
        hasEntries || !batch.isEmpty ? [ASCII.comma, 0x0A] : [0x0A]
    }

    /// Writes what was collected, in one call.
    package func batchEnded() {
        guard !ends.isEmpty else { return }
        defer {
            batch.removeAll(keepingCapacity: true)
            ends.removeAll(keepingCapacity: true)
        }
        guard mendIfNeeded(ends.count) else { return }
        batch.append(contentsOf: Self.closing)
        let (written, failure) = unsafe batch.withUnsafeBytes {
            unsafe calls.writeAll($0, to: descriptor, at: insertAt)
        }
        guard let failure else { return kept(batch.count - Self.closing.count) }
        // Entries that are whole in the file stay, if the brackets fit behind them in what is the file's already.
        let whole = ends.lastIndex { $0 + Self.closing.count <= written }
        if let whole { kept(ends[whole]) }
        putBackClosing()
        losses.lost(ends.count - (whole.map { $0 + 1 } ?? 0), failure)
    }

    /// An entry too large for memory: its pieces follow one another, and the brackets come last.
    private func appendLarge(_ entry: borrowing JSONWriter) {
        guard mendIfNeeded(1) else { return }
        var offset = insertAt
        var failure: Int32?
        let write: (UnsafeRawBufferPointer) -> Bool = { [calls, descriptor] piece in
            let (written, error) = unsafe calls.writeAll(piece, to: descriptor, at: offset)
            offset += written
            failure = error
            return error == nil
        }
        guard unsafe separator.withUnsafeBytes(write), unsafe entry.forEachPiece(write),
            unsafe Self.closing.withUnsafeBytes(write)
        else {
            putBackClosing()
            return losses.lost(1, failure ?? EIO)
        }
        kept(offset - Self.closing.count - insertAt)
    }

    private func kept(_ bytes: Int) {
        insertAt += bytes
        hasEntries = true
        if !needsMending { losses.wrote(to: descriptor) }
    }

    // MARK: Connections

    /// So many are kept; the oldest go.
    static let connectionLimit = 1_000
    /// What begins their list.
    static let connectionsOpening = Array(#"],"_connections":["#.utf8)

    package func append(_ connection: ConnectionRecord) {
        guard !isClosed else { return }
        var line = JSONWriter(capacity: 4 << 10)
        line.connection(connection)
        unsafe connections.append(line.withBytes { unsafe Array($0) })
        if connections.count > Self.connectionLimit { connections.removeFirst() }
    }

    /// Puts the connections between the entries and the closing brackets.
    private func writeConnections() {
        guard !connections.isEmpty, !needsMending else { return }
        var tail: [UInt8] = [0x0A] + Self.connectionsOpening
        for (place, connection) in connections.enumerated() {
            tail += place == 0 ? [0x0A] : [ASCII.comma, 0x0A]
            tail += connection
        }
        tail += Self.closing
        let (_, failure) = unsafe tail.withUnsafeBytes { unsafe calls.writeAll($0, to: descriptor, at: insertAt) }
        // Without them the file is whole, too.
        if failure != nil { putBackClosing() }
    }

    // MARK: Failures

    /// Makes the file end after the last whole entry again.
    private func putBackClosing() {
        let (_, failure) = unsafe Self.closing.withUnsafeBytes {
            unsafe calls.writeAll($0, to: descriptor, at: insertAt)
        }
        needsMending = failure != nil || calls.truncate(descriptor, insertAt + Self.closing.count) < 0
    }

    /// False when the end of the file is broken and stays so: then these entries cannot be kept.
    private func mendIfNeeded(_ entries: Int) -> Bool {
        guard needsMending else { return true }
        putBackClosing()
        if needsMending { losses.lost(entries, EIO) }
        return !needsMending
    }

    package func reopen() {}

    package func close() {
        guard !isClosed else { return }
        batchEnded()
        if needsMending { putBackClosing() }
        writeConnections()
        isClosed = true
        closeDescriptor(descriptor)
        losses.finish()
    }
}
