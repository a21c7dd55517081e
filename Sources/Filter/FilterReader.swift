package import Bytes
package import Flow
import HTTPModel
import HTTPSemantics

/// How a filter comes by what a record alone does not say. Handed in by whoever evaluates, as the filter stands below
/// the checks and knows no decoder.
package struct FilterReader: Sendable {
    /// Says which checks `judge` has, so that what they found is not taken for what others would find.
    package var checks: String
    /// What the checks found: the codes, and the levels by name (`good`, `info`, `warning`, `bad`).
    package var judge: @Sendable (JudgedFlow) -> [(code: String, level: String)]
    /// The content of a message with its codings removed; nil when it is not at hand.
    package var content: @Sendable (FlowRecord, MessageKind) -> Bytes?

    package init(
        checks: String = "none",
        judge: @escaping @Sendable (JudgedFlow) -> [(code: String, level: String)] = { _ in [] },
        content: @escaping @Sendable (FlowRecord, MessageKind) -> Bytes? = FilterReader.plainContent
    ) {
        self.checks = checks
        self.judge = judge
        self.content = content
    }

    /// What the record itself has: decoded content, or content without codings.
    @Sendable package static func plainContent(_ record: FlowRecord, _ kind: MessageKind) -> Bytes? {
        let content = record[kind].content
        if let decoded = content.decoded { return decoded }
        let isCoded = record.fields(kind).map { ContentCoding.list($0).contains { $0 != .identity } } ?? false
        return isCoded ? nil : whole(content.kept)
    }

    /// What was kept, read back when it is in a file.
    package static func whole(_ content: ContentRef) -> Bytes? {
        switch content {
        case .absent: return nil
        case .inline(let bytes): return bytes
        case .spooled(let file):
            var bytes: [UInt8] = []
            // What a file says of its length is not worth more than what comes.
            bytes.reserveCapacity(min(file.count, 16 << 20))
            guard
                file.forEachPiece(
                    of: 256 << 10,
                    { piece in
                        bytes.append(contentsOf: piece)
                        return true
                    })
            else { return nil }
            return Bytes(bytes)
        }
    }
}
