import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics
import Messages

extension PlainContent {
    /// More than the beginning nobody shows.
    private static let mostBytes = 64 << 10

    /// The kept content of one message without its codings, and as UTF-8; nil when it has neither codings that can be
    /// taken off nor another charset, or no bytes of it are here.
    @Sendable static func decoded(_ record: FlowRecord, _ kind: MessageKind) -> PlainContent? {
        let content = record[kind].content
        let text = CharsetText(
            content, record.fields(kind), limit: mostBytes, multibyte: MultibyteCharset.bySystem)
        let plain = uncoded(record, kind)
        guard let text else { return plain }
        return PlainContent(
            text.text, size: plain?.size ?? content.size ?? UInt64(content.kept.count ?? 0),
            codings: plain?.codings ?? [], remark: plain?.remark, charset: text.charset)
    }

    private static func uncoded(_ record: FlowRecord, _ kind: MessageKind) -> PlainContent? {
        let content = record[kind].content
        guard case .codings(let codings) = ContentDecoder.plan(record.fields(kind) ?? .none),
            let count = content.kept.count, count > 0
        else { return nil }
        var bytes: [UInt8] = []
        let result = ContentDecoder.decode(content.kept, codings) { piece in
            bytes.append(contentsOf: piece.prefix(max(0, mostBytes - bytes.count)))
        }
        if result.size == 0, result.fault?.reason == .malformed {
            // RFC 9110 §14.2: a range is of the coded bytes.
            let isPart = kind == .response && record.responseHead?.status == 206
            let remark =
                isPart
                ? "A part of what is coded with \(codings.map(\.name.text).joined(separator: ", ")) cannot be decoded."
                : "\(result.remark ?? "") It is shown as it was transferred."
            _ = content.kept.forEachPiece(of: ContentRef.pieceSize) { piece in
                bytes.append(contentsOf: piece.prefix(mostBytes - bytes.count))
                return bytes.count < mostBytes
            }
            return PlainContent(
                Bytes(bytes), size: UInt64(count), codings: [], remark: remark)
        }
        return PlainContent(
            Bytes(bytes), size: UInt64(result.size), codings: codings.map(\.name.text),
            remark: result.fault.map { fault in
                fault.reason == .cutOff && content.isTruncated
                    ? "The recording ends here." : fault.text
            })
    }
}
