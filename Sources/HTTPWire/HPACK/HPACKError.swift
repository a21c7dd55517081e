/// Why a field block cannot be decoded. The table of both sides is then no longer the same, and the connection lost
/// (RFC 9113 §4.3: COMPRESSION_ERROR).
package struct HPACKError: Error, Sendable, Hashable {
    /// What is wrong.
    package enum Code: String, Sendable, CaseIterable {
        case truncatedInteger, integerTooLarge, truncatedString
        case endOfString, malformedPadding, paddingTooLong
        case indexZero, indexTooLarge
        case lateSizeUpdate, sizeUpdateTooLarge, missingSizeUpdate, tooManySizeUpdates
        case bomb
    }

    /// What is wrong.
    package let code: Code
    /// Octets from the start of the field block.
    package let offset: Int

    /// An error at a place of the block.
    package init(_ code: Code, offset: Int) {
        self.code = code
        self.offset = offset
    }

    /// One plain sentence for people.
    package var text: String {
        switch code {
        case .truncatedInteger: "The field block ends within a number."
        case .integerTooLarge: "A number in the field block is longer than five octets."
        case .truncatedString: "A string is longer than the rest of the field block."
        case .endOfString: "A Huffman string contains the end-of-string code, which is forbidden."
        case .malformedPadding: "The last octet of a Huffman string is not padded with ones."
        case .paddingTooLong: "A Huffman string has a whole octet of padding or more."
        case .indexZero: "Index 0 names no field."
        case .indexTooLarge: "An index is larger than the table."
        case .lateSizeUpdate: "The table size is changed after a field; the change has to come first."
        case .sizeUpdateTooLarge: "The table size is set above the decoder's limit."
        case .tooManySizeUpdates: "The table size is changed more than twice in one field block."
        case .bomb: "The fields of the block decode to more than 16 MiB."
        case .missingSizeUpdate: "The table size was not reduced before the first field, as the decoder required."
        }
    }

    /// The section that speaks of it.
    package var spec: String {
        switch code {
        case .truncatedInteger, .integerTooLarge: "RFC 7541 §5.1"
        case .truncatedString, .endOfString, .malformedPadding, .paddingTooLong: "RFC 7541 §5.2"
        case .indexZero: "RFC 7541 §6.1"
        case .indexTooLarge: "RFC 7541 §2.3.3"
        case .lateSizeUpdate, .missingSizeUpdate, .tooManySizeUpdates: "RFC 7541 §4.2"
        case .sizeUpdateTooLarge: "RFC 7541 §6.3"
        case .bomb: "RFC 7541 §7.3"
        }
    }
}
