import Bytes
import Decoding
import Explain
import Flow
import HTTPModel
import HTTPSemantics

extension PlainContent {
    /// More than the beginning nobody shows.
    private static let mostBytes = 64 << 10

    /// The kept content of one message without its codings; nil when it has none that can be taken off, or no bytes of
    /// it are here.
    @Sendable static func decoded(_ record: FlowRecord, _ kind: MessageKind) -> PlainContent? {
        let content = record[kind].content
        guard case .codings(let codings) = ContentDecoder.plan(record.fields(kind) ?? .none),
            let count = content.kept.count, count > 0
        else { return nil }
        var bytes: [UInt8] = []
        let result = ContentDecoder.decode(content.kept, codings) { piece in
            bytes.append(contentsOf: piece.prefix(max(0, mostBytes - bytes.count)))
        }
        return PlainContent(
            Bytes(bytes), size: UInt64(result.size), codings: codings.map(\.name.text),
            remark: result.fault.map { fault in
                fault.reason == .cutOff && content.isTruncated
                    ? "That is as far as it was recorded." : fault.text
            })
    }
}
