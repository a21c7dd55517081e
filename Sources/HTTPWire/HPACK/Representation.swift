/// How one field stands in its block (RFC 7541 §6), or a change of the table's size: the evidence for some of its
/// octets. Those of a block tile it.
package struct Representation: Sendable, Hashable {
    /// Which of the representations it is.
    package enum Form: String, Sendable, CaseIterable {
        /// An entry of the table (§6.1).
        case indexed
        /// Sent as text and added to the table (§6.2.1).
        case incremental
        /// Sent as text and not added (§6.2.2).
        case literal
        /// Sent as text, and must never be added by anyone (§6.2.3).
        case never
        /// Not a field: the table's new size (§6.3).
        case sizeUpdate
    }

    /// The string of a name or value in the block: its length and what it is written with.
    package struct Text: Sendable, Hashable {
        fileprivate let start: UInt32
        fileprivate let dataStart: UInt32
        fileprivate let end: UInt32
        /// Written in the Huffman code.
        package let isHuffman: Bool

        init(start: Int, data: Range<Int>, isHuffman: Bool) {
            self.start = UInt32(clamping: start)
            dataStart = UInt32(clamping: data.lowerBound)
            end = UInt32(clamping: data.upperBound)
            self.isHuffman = isHuffman
        }

        /// Where its length stands, the Huffman bit with it.
        package var length: Range<Int> { Int(start)..<Int(dataStart) }
        /// Where its octets stand.
        package var data: Range<Int> { Int(dataStart)..<Int(end) }
    }

    /// Which of the representations it is.
    package let form: Form
    /// The index of the field or of its name, 0 for a name that is written out; of a size update the size.
    package let index: Int
    /// Who entered the entry of the dynamic table that the index names.
    package let origin: TableEntry.Origin?
    /// The name, when it is written out.
    package let name: Text?
    /// The value, when it is written out.
    package let value: Text?
    private let start: UInt32
    private let indexEnd: UInt32

    init(
        _ form: Form, opening: Range<Int>, index: Int, origin: TableEntry.Origin?, name: Text? = nil,
        value: Text? = nil
    ) {
        self.form = form
        self.index = index
        self.origin = origin
        self.name = name
        self.value = value
        start = UInt32(clamping: opening.lowerBound)
        indexEnd = UInt32(clamping: opening.upperBound)
    }

    /// The bits that tell the form, and the index or size.
    package var opening: Range<Int> { Int(start)..<Int(indexEnd) }
    /// All of its octets in the block.
    package var range: Range<Int> { Int(start)..<Int(value?.end ?? indexEnd) }
    /// Whether it stands for a field.
    package var isField: Bool { form != .sizeUpdate }
}
