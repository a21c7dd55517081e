package import Bytes
package import Flow
import HTTPModel
package import HTTPSemantics
import Messages

/// Reads windows of decoded bodies. Whoever remembers how far it came decodes on from there. Used from several threads.
package protocol PageWindows: Sendable {
    /// So many decoded bytes from a place on, at most `DecodingCursor.heldLimit`.
    func read(_ body: CodedBody, from first: Int, count: Int) -> Bytes
}

/// A body that is kept as it was coded. A value.
package struct CodedBody: Sendable {
    /// What says that it is the same.
    package struct Key: Sendable, Hashable {
        private let flow: FlowID
        private let run: RunID?
        private let kind: MessageKind
        private let count: Int?
        private let codings: [ContentCoding]

        init(_ record: FlowRecord, _ kind: MessageKind, _ codings: [ContentCoding]) {
            flow = record.id
            run = record.run
            self.kind = kind
            count = record[kind].content.kept.count
            self.codings = codings
        }
    }

    package let key: Key
    package let content: ContentRef
    /// In the order in which they were applied.
    package let codings: [ContentCoding]

    /// nil when there is no coding that could be taken off.
    package init?(_ record: FlowRecord, _ kind: MessageKind) {
        guard record[kind].content.kept.count != nil,
            case .codings(let codings) = ContentDecoder.plan(record.fields(kind) ?? .none)
        else { return nil }
        content = record[kind].content.kept
        self.codings = codings
        key = Key(record, kind, codings)
    }
}

/// Remembers nothing: each window is decoded from the start.
package struct FreshWindows: PageWindows {
    package func read(_ body: CodedBody, from first: Int, count: Int) -> Bytes {
        DecodingCursor(body.codings).read(body.content, from: first, count: count)
    }
}
