import Bytes
import Explain
package import Flow
package import HTTPModel

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
        let fields = fields ?? .none
        if content.kept.count == nil, content.decoded == nil {
            if let size = content.size, size > 0 { remarks.append("Its \(Quantity.size(size)) were not kept.") }
            return
        }
        let reading =
            content.decoded.map { ContentReading(.inline($0), .none, limit: options.byteLimit) }
            ?? ContentReading(content.kept, fields, limit: options.byteLimit)
        remarks = reading.remarks
        isDamaged = reading.isDamaged
        if content.isTruncated { remarks.append("Not all of it was kept; this is its beginning.") }
        guard !reading.bytes.isEmpty else { return }
        var maker = ViewMaker(options: options)
        title = maker.make(
            reading.bytes, type: reading.isDecoded ? fields.first(.contentType) : nil,
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
