package import Bytes
package import Flow
import Formats
import Messages
import Platform

/// The log: one entry a line, appended; `-` is standard output.
///
/// Owned by the recorder, used on its queue. Each batch is one write. A line that could not be written whole is taken
/// back, so that no torn line has others behind it.
package final class LogFile: EntryOutput {
    private static let batchLimit = 256 << 10

    /// What was found in the file when it was opened; nil when there is nothing to say.
    package private(set) var finding: String?
    /// The number of the last entry that was in the file; nil when there was none.
    package private(set) var lastNumber: UInt64?
    private let path: String
    /// Connections of HTTP/2 have lines of their own.
    private let keepsConnections: Bool
    private let calls: FileCalls
    private let diagnostics: @Sendable (String) -> Void
    private var losses: LossTally
    private var descriptor: Int32
    /// A file, not a pipe or a terminal: what was written can be taken back.
    private var isRegular = false
    /// The last line has no end yet.
    private var needsLineEnd = false
    private var batch: [UInt8] = []
    private var ends: [Int] = []
    private var isClosed = false

    package init(
        path: String, keepsConnections: Bool = false, calls: FileCalls = .system,
        diagnostics: @escaping @Sendable (String) -> Void
    ) throws(RecordError) {
        self.path = path
        self.keepsConnections = keepsConnections
        self.calls = calls
        self.diagnostics = diagnostics
        losses = LossTally(path: path == "-" ? "standard output" : path, diagnostics: diagnostics)
        let opened = try Self.open(path)
        descriptor = opened.descriptor
        isRegular = opened.isRegular
        batch.reserveCapacity(Self.batchLimit)
        guard isRegular else { return }
        do {
            try cutTornLine()
        } catch {
            closeFile()
            throw error
        }
        let reader = BackwardReader(file: descriptor, path: path)
        if let size = try? reader.size() { lastNumber = HAREntry.highestNumber(before: size, reader) }
    }

    deinit {
        if !isClosed { closeFile() }
    }

    private static func open(_ path: String) throws(RecordError) -> (descriptor: Int32, isRegular: Bool) {
        let isStandardOutput = path == "-"
        let file = isStandardOutput ? STDOUT_FILENO : openForAppending(path)
        guard file >= 0 else { throw .opening(path, errno) }
        var status = stat()
        guard unsafe fstat(file, &status) == 0 else { throw RecordError(.cannotRead, path: path, system: errno) }
        // Standard output may be a file too, but not one of ours to mend.
        guard !isStandardOutput, status.st_mode & S_IFMT == S_IFREG else { return (file, false) }
        if flock(file, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            closeDescriptor(file)
            throw RecordError(.inUse, path: path)
        }
        return (file, true)
    }

    /// A file for reading too, so that its end can be looked at. A pipe for writing alone: who holds both its ends is
    /// never told that its reader is gone.
    private static func openForAppending(_ path: String) -> Int32 {
        let flags = O_CREAT | O_APPEND | O_CLOEXEC
        var status = stat()
        if unsafe stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG, status.st_mode & S_IFMT != S_IFDIR {
            return openDescriptor(path, flags | O_WRONLY, 0o600)
        }
        let file = openDescriptor(path, flags | O_RDWR, 0o600)
        return file < 0 && errno == EACCES ? openDescriptor(path, flags | O_WRONLY, 0o600) : file
    }

    /// A crash leaves at most one line without its end: an entry cut short goes, a whole one gets its line end, and
    /// what is no entry is left alone.
    private func cutTornLine() throws(RecordError) {
        let reader = BackwardReader(file: descriptor, path: path)
        let size = try reader.size()
        guard size > 0, try reader.bytes(size - 1..<size) != [0x0A] else { return }
        let start = try reader.lastIndex(of: 0x0A, in: 0..<size).map { $0 + 1 } ?? 0
        let line = start..<size
        let opening = try reader.bytes(start..<min(size, start + HAREntry.opening.count))
        let isEntry = HAREntry.opening.starts(with: opening)
        guard isEntry, try HARRecovery.wholeEntry(reader, line) == nil else {
            needsLineEnd = true
            return
        }
        let result = calls.truncate(descriptor, start)
        if result < 0 { throw RecordError(.cannotWrite, path: path, system: Int32(-result)) }
        finding = "\(path) ended in an incomplete line after a crash; its \(line.count) bytes were removed"
    }

    // MARK: Entries

    package func append(_ entry: borrowing JSONWriter) {
        guard !isClosed else { return }
        if batch.count + entry.totalCount > Self.batchLimit { batchEnded() }
        guard entry.spool == nil else { return appendLarge(entry) }
        beginLineIfNeeded()
        unsafe entry.withBytes { unsafe batch.append(contentsOf: $0) }
        batch.append(0x0A)
        ends.append(batch.count)
    }

    package func append(_ connection: ConnectionRecord) {
        guard keepsConnections, !isClosed else { return }
        var line = JSONWriter(capacity: 4 << 10)
        line.beginObject()
        line.key("_connection")
        line.connection(connection)
        line.endObject()
        append(line)
    }

    package func append(note: Bytes) {
        guard !isClosed else { return }
        beginLineIfNeeded()
        batch.append(contentsOf: note)
        batch.append(0x0A)
        ends.append(batch.count)
    }

    private func beginLineIfNeeded() {
        if needsLineEnd, batch.isEmpty { batch.append(0x0A) }
    }

    package func batchEnded() {
        guard !ends.isEmpty else { return }
        let (written, failure) = unsafe batch.withUnsafeBytes { unsafe calls.appendAll($0, to: descriptor) }
        if let failure {
            let whole = ends.lastIndex { $0 <= written }
            if whole != nil {
                needsLineEnd = false
                losses.wrote(to: isRegular ? descriptor : -1)
            }
            takeBack(written - (whole.map { ends[$0] } ?? 0))
            losses.lost(ends.count - (whole.map { $0 + 1 } ?? 0), failure)
        } else {
            needsLineEnd = false
            losses.wrote(to: isRegular ? descriptor : -1)
        }
        batch.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
    }

    private func appendLarge(_ entry: borrowing JSONWriter) {
        var total = 0
        var failure: Int32?
        let write: (UnsafeRawBufferPointer) -> Bool = { [calls, descriptor] piece in
            let (written, error) = unsafe calls.appendAll(piece, to: descriptor)
            total += written
            failure = error
            return error == nil
        }
        let lineEnd: [UInt8] = [0x0A]
        let isReady = unsafe !needsLineEnd || lineEnd.withUnsafeBytes(write)
        guard isReady, unsafe entry.forEachPiece(write), unsafe lineEnd.withUnsafeBytes(write) else {
            takeBack(total)
            return losses.lost(1, failure ?? EIO)
        }
        needsLineEnd = false
        losses.wrote(to: isRegular ? descriptor : -1)
    }

    /// Removes the last `count` bytes, which are no whole line; where that is impossible, the next line begins on its
    /// own.
    private func takeBack(_ count: Int) {
        guard count > 0 else { return }
        let reader = BackwardReader(file: descriptor, path: path)
        if isRegular, let size = try? reader.size(), calls.truncate(descriptor, max(0, size - count)) >= 0 { return }
        needsLineEnd = true
    }

    // MARK: The file

    /// Opens the path again, after the file was moved away. When that fails, the old file goes on being written.
    package func reopen() {
        guard path != "-", !isClosed else { return }
        batchEnded()
        do {
            let opened = try Self.open(path)
            closeFile()
            descriptor = opened.descriptor
            isRegular = opened.isRegular
            needsLineEnd = false
            finding = nil
            losses.reopened()
            if isRegular { try cutTornLine() }
            if let finding { diagnostics(finding) }
        } catch {
            // Still the same file: nothing was moved, and the lock is our own.
            if error.code != .inUse { diagnostics("the log was not reopened: \(error.text)") }
        }
    }

    package func close() {
        guard !isClosed else { return }
        batchEnded()
        closeFile()
        isClosed = true
        losses.finish()
    }

    private func closeFile() {
        if path != "-" { closeDescriptor(descriptor) }
    }
}
