import Bytes
package import Flow
import HTTPModel

/// The messages of an exchange with their bytes: those that the record keeps, and those that are found again in the
/// contents that it has.
package enum InnerContent {
    /// - Parameter limit: octets of a content that are looked at.
    package static func messages(of record: FlowRecord, limit: Int = 16 << 20) -> InnerMessages {
        var found = InnerMessages()
        // One by one: a few bytes can stand for millions.
        for kind in MessageKind.allCases { read(record, kind, limit) { found.add($0) } }
        guard found.count > 0 else { return record.inner }
        var result = record.inner
        if result.isEmpty { return found }
        var byPlace: [Place: InnerMessage] = [:]
        for message in found.list { byPlace[Place(from: message.from, offset: message.offset)] = message }
        result.hide { message in
            guard message.isTruncated, !message.isOfWebSocket else { return nil }
            let again = byPlace[Place(from: message.from, offset: message.offset)]
            return again.map { message.restored($0.bytes) }
        }
        return result
    }

    private struct Place: Hashable {
        let from: MessageKind
        let offset: UInt64
    }

    private static func read(
        _ record: FlowRecord, _ kind: MessageKind, _ limit: Int, _ found: (InnerMessage) -> Void
    ) {
        let time = (kind == .request ? record.times.requestHead : record.times.responseHead) ?? record.openedAt
        if kind == .request, let message = record.requestHead.flatMap({ InnerMessage(query: $0, at: time) }) {
            return found(message)
        }
        guard let fields = record.fields(kind), let parser = ContentOpener(fields).parser(kind),
            let content = DecodedContent(record, kind, limit: limit)
        else { return }
        // Its codings are off.
        var side = ContentSide(.none, from: kind, parser)
        let keep: (FlowEvent.Fact) -> Void = { if case .innerMessage(let message) = $0 { found(message) } }
        side.take(content.bytes, at: time, keep)
        if !content.isCut { side.end(at: time, keep) }
    }
}
