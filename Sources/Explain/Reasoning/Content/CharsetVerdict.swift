package import Bytes
package import HTTPSemantics

/// In which charset a text is read: by its byte order mark, by the field, by what the document says of itself, in this
/// order (HTML §13.2.3.2), and whether the bytes are of it.
package struct CharsetVerdict: Sendable {
    /// The mark that the text begins with, which outweighs all else.
    package let mark: ByteOrderMark?
    /// What the field says.
    package let field: Bytes?
    /// What the document says of itself, where the field may not be heard.
    package let document: Bytes?
    /// The place and value of the first byte that is no UTF-8, where UTF-8 is what counts.
    package let fault: (offset: Int, byte: UInt8)?

    /// - Parameters:
    ///   - content: without content codings; nil when it is not at hand.
    ///   - isCut: more of it may follow, so its last character need not be whole.
    package init(_ content: Bytes?, type: MediaType?, isCut: Bool) {
        mark = content.flatMap { ByteOrderMark($0) }
        field = type?.parameter("charset")
        document = content.flatMap { DocumentCharset.label(in: $0, type: type) }
        let counts = mark.map { Bytes("\($0.charset)") } ?? field ?? document
        guard let content, counts.map({ CharsetLabel.isUTF8($0) }) == true else {
            fault = nil
            return
        }
        fault = Self.fault(in: content, isCut: isCut)
    }

    /// Whether the field names a charset that browsers do not know.
    package var isUnknown: Bool { mark == nil && field.map { !CharsetLabel.isKnown($0) } == true }

    /// Whether the document names another charset than the field.
    package var isContradicted: Bool {
        guard mark == nil, let field, let document else { return false }
        return !field.trimmed.equalsIgnoringCase(document)
            && !(CharsetLabel.isUTF8(field) && CharsetLabel.isUTF8(document))
    }

    /// Where the first byte is that belongs to no character of UTF-8 (RFC 3629 §4).
    private static func fault(in content: Bytes, isCut: Bool) -> (offset: Int, byte: UInt8)? {
        content.withUnsafeBytes { all in
            let end = isCut ? UTF8Sequence.wholeCount(all) : all.count
            let bytes = UnsafeRawBufferPointer(rebasing: all[0..<end])
            var index = 0
            while index < bytes.count {
                if bytes[index] < 0x80 {
                    index += 1
                } else if let (length, _) = UTF8Sequence.decode(bytes, at: index) {
                    index += length
                } else {
                    return (index, bytes[index])
                }
            }
            return nil
        }
    }
}
