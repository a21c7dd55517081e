package import Bytes
package import Flow
package import HTTPModel
import HTTPSemantics

/// The beginning of a content that is a text in another charset than UTF-8, as UTF-8: for whoever shows texts as they
/// are. `BodyView` reads it in the same way.
package struct CharsetText: Sendable {
    package let text: Bytes
    /// As people know it: `Shift_JIS`, `UTF-16, little-endian`.
    package let charset: String
    /// It is all of the content.
    package let isWhole: Bool

    /// nil when there is no such text: no content, one that cannot be decoded, no text, UTF-8.
    ///
    /// - Parameters:
    ///   - fields: of the message, for the type and the codings.
    ///   - limit: bytes of the content that are read.
    ///   - multibyte: who reads charsets of several bytes a character.
    package init?(
        _ content: FlowRecord.Content, _ fields: FieldSection?, limit: Int,
        multibyte: MultibyteCharset.Reader? = nil
    ) {
        let fields = fields ?? .none
        let reading: ContentReading
        if let decoded = content.decoded, content.kept.count ?? 0 == 0 {
            // Whoever decoded it has read its charset, too, whatever the type says of what was transferred.
            guard !Self.isUTF8(decoded) else { return nil }
            reading = ContentReading(.inline(decoded), .none, limit: limit)
        } else {
            reading = ContentReading(content.kept, fields, limit: limit)
        }
        guard reading.isDecoded, !reading.bytes.isEmpty, ByteOrderMark(reading.bytes) != .utf8 else { return nil }
        let isCut = content.isTruncated || !reading.isWhole
        let type = fields.first(.contentType)
        var maker = ViewMaker(options: LayoutOptions())
        guard maker.isText(reading.bytes, type: type),
            let read = TextReading(
                reading.bytes, label: ViewMaker.charset(of: reading.bytes, type.map { MediaType($0) }), isCut: isCut,
                multibyte: multibyte),
            let charset = read.charset
        else { return nil }
        text = read.text
        self.charset = charset
        isWhole = !isCut
    }

    private static func isUTF8(_ bytes: Bytes) -> Bool {
        var check = TextCheck()
        unsafe bytes.withUnsafeBytes { unsafe check.add($0) }
        return check.isText
    }
}
