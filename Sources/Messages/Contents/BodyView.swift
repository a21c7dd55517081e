package import Bytes
import Explain
package import Flow
package import HTTPModel
import HTTPSemantics

/// A body laid out for people: what it is, its lines, and what is to be said of it.
package struct BodyView: Sendable {
    /// What it is: `JSON`, `PNG image, 640 × 480 pixels, 8 bits a channel, RGB`; empty when there is none.
    package var title = ""
    /// The same for programs: `json`, `image`; `none` when there is nothing.
    package private(set) var kind = "none"
    /// The type of an image that browsers show, by its first bytes; nil for everything else.
    package private(set) var imageType: String?
    package var lines: [BodyLine] = []
    /// Sentences: why it is not what the type says, what could not be decoded, what was left out.
    package var remarks: [String] = []
    /// Something in it is not as it should be.
    package var isDamaged = false
    /// There are more lines than were wanted.
    package var isCut = false

    /// Views of parts may hold views of parts.
    static let deepest = 4

    /// Of a content as it was transferred, or of as much as was kept of it.
    /// - Parameter fields: of its message, for the type and the codings.
    package init(_ content: FlowRecord.Content, _ fields: FieldSection?, options: LayoutOptions = LayoutOptions()) {
        self.init(content, fields ?? .none, type: fields?.first(.contentType), options)
    }

    /// Of a message's content.
    package init(_ record: FlowRecord, _ kind: MessageKind, options: LayoutOptions = LayoutOptions()) {
        let fields = record.fields(kind) ?? (kind == .response ? record.ownAnswer?.fields : nil)
        self.init(record[kind].content, fields, options: options.typed(by: record, kind))
    }

    /// Of a message inside of an exchange.
    package init(_ message: InnerMessage, of record: FlowRecord, options: LayoutOptions) {
        let content = FlowRecord.Content(
            bytes: message.bytes, size: message.size, isTruncated: message.isTruncated)
        var type: Bytes?
        if message.form == .call(isCoded: false) {
            switch record.callCodec(message.from) {
            case .protobuf: type = "application/protobuf"
            case .json: type = "application/json"
            case .other: break
            }
        }
        self.init(content, .none, type: type, options.typed(by: record, message.from))
    }

    /// What another program has made of a body: its lines as they are.
    package init(shown text: Bytes, as title: String, lineLimit: Int) {
        self.title = title
        kind = "view"
        let all = text.split(separator: ASCII.lineFeed, omittingEmptySubsequences: false)
        let count = all.last?.isEmpty == true ? all.count - 1 : all.count
        lines = all.prefix(min(count, lineLimit)).map { line in
            BodyLine(depth: 0, spans: [BodyLine.Span(text.slice(line.startIndex..<line.endIndex).withoutTabs, .plain)])
        }
        isCut = count > lineLimit
    }

    private init(_ content: FlowRecord.Content, _ fields: FieldSection, type: Bytes?, _ options: LayoutOptions) {
        if content.kept.count == nil, content.decoded == nil {
            if let size = content.size, size > 0 { remarks.append("Its \(Quantity.size(size)) were not recorded.") }
            return
        }
        let reading =
            content.decoded.map { ContentReading(.inline($0), .none, limit: options.byteLimit) }
            ?? ContentReading(content.kept, fields, limit: options.byteLimit)
        remarks = reading.remarks
        isDamaged = reading.isDamaged
        if content.isTruncated { remarks.append("Only its beginning was recorded.") }
        guard !reading.bytes.isEmpty else { return }
        var maker = ViewMaker(options: options)
        title = maker.make(
            reading.bytes, type: reading.isDecoded ? type : nil,
            isCut: content.isTruncated || !reading.isWhole)
        kind = maker.firstKind?.name ?? kind
        imageType = ImageFacts.type(of: reading.bytes)
        if let codings = reading.codings { title += ", \(codings)" }
        maker.out.end()
        lines = maker.out.lines
        remarks += maker.remarks
        isDamaged = isDamaged || maker.out.isDamaged
        isCut = maker.out.isFull
    }

    /// The lines joined, for who wants to see them without roles.
    package var text: String {
        lines.map { String(repeating: "  ", count: $0.depth) + $0.text.text }.joined(separator: "\n")
    }
}

extension LayoutOptions {
    /// With the type that the messages of one side have in the schema.
    fileprivate func typed(by record: FlowRecord, _ kind: MessageKind) -> LayoutOptions {
        guard let schema else { return self }
        var options = self
        options.messageType = record.protobufType(kind, in: schema)
        return options
    }
}
