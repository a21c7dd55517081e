package import Bytes
package import Flow
import HTTPModel
package import Judge

/// One flow as it is handed on: exact, or with tags where secrets were.
package struct ExportedFlow {
    package let record: FlowRecord
    /// What was replaced; nil when nothing was to be.
    package let places: RedactedPlaces?
    package let findings: [Finding]
    /// What a person wrote about it.
    package let comment: String?
    package let tags: [String]
    /// Contents in other charsets than UTF-8, as UTF-8: without secrets where these were replaced.
    private let texts: [MessageKind: Text]

    /// The beginning of a content, as UTF-8.
    package struct Text: Sendable {
        package var bytes: Bytes
        /// The charset it was read in, for people.
        package let charset: String
        package let isWhole: Bool

        package init(_ bytes: Bytes, charset: String, isWhole: Bool) {
            self.bytes = bytes
            self.charset = charset
            self.isWhole = isWhole
        }
    }

    /// Gives the content of a message that is a text in another charset than UTF-8; nil for any other.
    package typealias TextReader = (FlowRecord, MessageKind) -> Text?

    /// - Parameters:
    ///   - redactor: takes secrets out; nil for an exact export.
    ///   - read: reads charsets; nil where contents are handed on as they are.
    package init(
        _ flow: JudgedFlow, comment: String? = nil, tags: [String] = [], redactor: Redactor?,
        read: TextReader? = nil
    ) {
        let record = flow.record
        var texts: [MessageKind: Text] = [:]
        if let read { for kind in MessageKind.allCases { texts[kind] = read(record, kind) } }
        guard let redactor else {
            self.texts = texts
            self.record = record
            places = nil
            findings = flow.findings
            self.comment = comment
            self.tags = tags
            return
        }
        let (redacted, places) = redactor.redacted(record, texts: texts.mapValues(\.bytes))
        for kind in texts.keys {
            if case .replaced = places[kind].state, let clean = redacted[kind].content.decoded {
                texts[kind]?.bytes = clean
            }
        }
        self.texts = texts
        self.record = redacted
        self.places = places
        // Looked for in what was on the wire: of a tag nothing can be found.
        findings = flow.findings.map { $0.redacted(by: redactor, places) }
        self.comment = comment.map { redactor.redacted(text: Bytes($0)).text }
        self.tags = tags.map { redactor.redacted(text: Bytes($0)).text }
    }

    package var number: UInt64 { record.id.number }

    /// Whether a message's content is another than what was on the wire, or is not there at all.
    func isReplaced(_ kind: MessageKind) -> Bool { (places?[kind].state ?? .untouched) != .untouched }

    /// A content that documents show as text though it is no UTF-8; nil for any other.
    func text(_ kind: MessageKind) -> Text? { texts[kind] }

    /// The request's method and URL, for a heading; bytes from the wire as they are.
    package var title: Bytes {
        let method = record.requestHead?.method.name ?? record.refusedRequest?.method ?? "?"
        return Bytes(method.array + [ASCII.space] + record.url.array)
    }
}

extension Finding {
    fileprivate func redacted(by redactor: Redactor, _ places: RedactedPlaces) -> Finding {
        let arguments = arguments.map { argument in
            switch argument.value {
            case .bytes(let bytes): Argument(argument.slot, .bytes(redactor.redacted(text: bytes)))
            case .text(let text): Argument(argument.slot, .text(redactor.redacted(text: Bytes(text)).text))
            case .words, .number, .seconds, .size, .date: argument
            }
        }
        let range = message.map { places[$0].edits.moved(self.range) } ?? range
        return Finding(check: check, message: message, range: range, arguments: arguments)
    }
}
