import Bytes
package import Flow
import HTTPModel

/// The answers of a recording that can be given again, and which of them is for which request. Pure: exchanges come in
/// one by one, and then nothing of it changes; contents that are large stay where they were recorded until they are
/// asked for.
package struct RecordedAnswers: Sendable {
    /// What a server said.
    package struct Answer: Sendable {
        package let status: Int
        package let fields: [RuleAnswer.Field]
        package let content: ContentRef
    }

    /// Bytes of contents in memory.
    package static let memoryLimit = 512 << 20

    private(set) var answers: [Answer] = []
    private(set) var places = RecordedPlaces()
    /// Bytes of contents that are in memory.
    package private(set) var memory = 0
    /// Exchanges that were answered, but not whole, or not kept whole.
    package private(set) var partial = 0

    package init() {}

    package var count: Int { answers.count }

    package func answer(_ place: Int) -> Answer? { answers.indices.contains(place) ? answers[place] : nil }

    /// Takes an exchange up, if its answer can be given again.
    package mutating func take(_ record: FlowRecord) {
        guard record.requestHead != nil, record.method != .connect, let head = record.responseHead, head.status >= 200
        else { return }
        guard let (content, isDecoded) = Self.content(record, head) else {
            partial += 1
            return
        }
        memory += content.bytes?.count ?? 0
        places.add(RecordedRequest(record), status: head.status)
        answers.append(Answer(status: head.status, fields: Self.fields(head, isDecoded), content: content))
    }

    /// The content where all of it was kept, and whether its codings are off; nil where some is missing.
    private static func content(_ record: FlowRecord, _ head: ResponseHead) -> (ContentRef, isDecoded: Bool)? {
        let content = record.response.content
        // RFC 9110 §9.3.2, §15.3.5, §15.4.5: nothing comes behind these.
        if record.method == .head || head.status == 204 || head.status == 304 { return (.inline(Bytes()), false) }
        if let decoded = content.decoded, content.kept.count == nil { return (.inline(decoded), true) }
        guard !content.isTruncated else { return nil }
        guard let count = content.kept.count else { return content.size ?? 0 == 0 ? (.inline(Bytes()), false) : nil }
        let isWhole = content.size.map { $0 == UInt64(count) } ?? true
        let broke = record.outcome.map { $0.kind == .aborted || $0.kind == .failed } ?? false
        return isWhole && !broke ? (content.kept, false) : nil
    }

    /// Without those that spoke of one connection, or say where that message ended (RFC 9110 §7.6.1, RFC 9112 §6).
    private static func fields(_ head: ResponseHead, _ isDecoded: Bool) -> [RuleAnswer.Field] {
        let section = head.fields
        let named = section.members(.connection).map(\.lowercased)
        return section.lines.compactMap { line in
            let name = section.name(of: line)
            let isAboutCoding = name.equalsIgnoringCase("content-encoding")
            guard name.first != ASCII.colon, !gone.contains(name.lowercased), !named.contains(name.lowercased),
                !(isDecoded && isAboutCoding)
            else { return nil }
            return RuleAnswer.Field(name: name, value: section.unfoldedValue(of: line))
        }
    }

    private static let gone: Set<Bytes> = [
        "connection", "keep-alive", "proxy-connection", "proxy-authenticate", "proxy-authentication-info", "te",
        "trailer", "transfer-encoding", "upgrade", "content-length",
    ]
}
