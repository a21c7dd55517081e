public import Bytes

/// The field block that a head came in, where HTTP/2 was spoken (RFC 9113 §4.3): the evidence for each of its lines.
public struct HeadBlock: Sendable, Hashable {
    /// The octets of the block, those of all its frames in one.
    public let bytes: Bytes
    /// How each field was represented, in order. There are fewer than lines when not all were kept.
    public let places: [Place]
    /// Changes of the table's size that it began with (RFC 7541 §6.3).
    public let sizeUpdates: [SizeUpdate]

    /// A block by its parts.
    public init(bytes: Bytes, places: [Place], sizeUpdates: [SizeUpdate] = []) {
        self.bytes = bytes
        self.places = places
        self.sizeUpdates = sizeUpdates
    }

    /// Which of the representations of RFC 7541 §6 a field has.
    public enum Form: String, Sendable, CaseIterable {
        /// An entry of the table (§6.1).
        case indexed
        /// Written out, and entered into the table (§6.2.1).
        case incremental
        /// Written out, and not entered (§6.2.2).
        case literal
        /// Written out, and never to be entered by anyone (§6.2.3).
        case never
    }

    /// Who entered an entry of the dynamic table.
    public struct Origin: Sendable, Hashable {
        /// The stream of the field block.
        public let stream: UInt32
        /// Which field of that block, from 0.
        public let field: Int

        /// A field of a stream's block.
        public init(stream: UInt32, field: Int) {
            self.stream = stream
            self.field = field
        }
    }

    /// How one field is represented in the block.
    public struct Place: Sendable, Hashable {
        /// Octets from the start of the block.
        public let offset: Int
        /// How many octets the field takes.
        public let length: Int
        /// Which representation it is.
        public let form: Form
        /// The entry of the table for the field or for its name; 0 for a name that is written out.
        public let index: Int
        /// A string of it is in the Huffman code.
        public let isHuffman: Bool
        /// Who entered the entry; nil for one of the static table.
        public let origin: Origin?

        /// A field's place by its parts.
        public init(offset: Int, length: Int, form: Form, index: Int, isHuffman: Bool, origin: Origin?) {
            self.offset = offset
            self.length = length
            self.form = form
            self.index = index
            self.isHuffman = isHuffman
            self.origin = origin
        }
    }

    /// A change of the table's size (RFC 7541 §6.3).
    public struct SizeUpdate: Sendable, Hashable {
        /// Octets from the start of the block.
        public let offset: Int
        /// How many octets it takes.
        public let length: Int
        /// How many octets the table may count for from here on.
        public let size: Int

        /// A change at a place.
        public init(offset: Int, length: Int, size: Int) {
            self.offset = offset
            self.length = length
            self.size = size
        }
    }
}
