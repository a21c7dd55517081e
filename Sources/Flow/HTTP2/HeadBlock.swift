public import Bytes

/// The field block of an HTTP/2 head (RFC 9113 §4.3): the evidence for each of its lines.
public struct HeadBlock: Sendable, Hashable {
    /// The octets of the block, joined from all its frames.
    public let bytes: Bytes
    /// How each field was represented, in order. There are fewer than lines when not all were kept.
    public let places: [Place]
    /// Changes of the table's size at its start (RFC 7541 §6.3).
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
        /// Sent as text and added to the table (§6.2.1).
        case incremental
        /// Sent as text and not added (§6.2.2).
        case literal
        /// Sent as text, and must never be added by anyone (§6.2.3).
        case never
    }

    /// The origin of an entry of the dynamic table.
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
        /// The entry of the table for the field or for its name; 0 for a name that is sent as text.
        public let index: Int
        /// A string of it is in the Huffman code.
        public let isHuffman: Bool
        /// The origin of the entry; nil for one of the static table.
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
        /// The new limit of the table's size in octets.
        public let size: Int

        /// A change at a place.
        public init(offset: Int, length: Int, size: Int) {
            self.offset = offset
            self.length = length
            self.size = size
        }
    }
}
