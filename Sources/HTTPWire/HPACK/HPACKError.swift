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
        case .truncatedString: "A string is longer than what is left of the field block."
        case .endOfString: "A Huffman string has the code for its end, which must not be written."
        case .malformedPadding: "The last octet of a Huffman string is not filled up with ones."
        case .paddingTooLong: "A Huffman string is filled up with a whole octet or more."
        case .indexZero: "Index 0 stands for no field."
        case .indexTooLarge: "An index is beyond the last entry of the table."
        case .lateSizeUpdate: "The size of the table is changed behind a field; that has to come first."
        case .sizeUpdateTooLarge: "The table is made larger than the decoder allowed."
        case .tooManySizeUpdates: "The size of the table is changed again and again; twice is all that can be needed."
        case .bomb: "The fields of the block stand for more than 16 MiB."
        case .missingSizeUpdate: "The table had to be made smaller before the first field, and was not."
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
