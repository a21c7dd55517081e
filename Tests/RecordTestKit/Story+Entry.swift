import Bytes
package import Flow
import Formats
import HTTPModel
package import TestKit

extension Story {
    /// The record as it is when the flow has ended: with what is kept of its content, up to `bodyLimit` of each
    /// message, and in a file (so it says) from `spoolThreshold` on.
    package func finished(bodyLimit: Int = 16 << 20, spoolThreshold: Int = 1 << 20) -> FlowRecord {
        var record = record
        for kind in [MessageKind.request, .response] where record[kind].contentSize > 0 {
            var kept: [UInt8] = []
            for event in events {
                guard case .contentReceived(kind, _, let bytes?) = event.fact else { continue }
                kept += bytes.prefix(bodyLimit - kept.count)
            }
            let size = kept.count
            record[kind].content.kept = size > spoolThreshold ? .spooled(Spooled(kept)) : .inline(Bytes(kept))
            record[kind].content.isTruncated = UInt64(size) < record[kind].contentSize
        }
        return record
    }

    /// The entry's bytes.
    package func line(bodyLimit: Int = 16 << 20, spoolThreshold: Int = 1 << 20) -> [UInt8] {
        finished(bodyLimit: bodyLimit, spoolThreshold: spoolThreshold).entryLine
    }

    package func entry(bodyLimit: Int = 16 << 20, spoolThreshold: Int = 1 << 20) throws -> JSONTree {
        try JSONTree(line(bodyLimit: bodyLimit, spoolThreshold: spoolThreshold))
    }
}

extension FlowRecord {
    /// As a HAR or a log has it.
    package var entryLine: [UInt8] {
        var writer = JSONWriter()
        HAREntry.write(self, to: &writer)
        return writer.withBytes { Array($0) }
    }
}

/// Content that is not in memory, so it says.
private final class Spooled: SpooledContent {
    private let bytes: Bytes

    init(_ bytes: [UInt8]) {
        self.bytes = Bytes(bytes)
    }

    var count: Int { bytes.count }

    func forEachPiece(of pieceSize: Int, _ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
        ContentRef.inline(bytes).forEachPiece(of: pieceSize, body)
    }
}
