package import Bytes
package import HTTPModel

/// A field block (RFC 9113 §4.3): as it came, and what it says.
package struct FieldBlock: Sendable, Hashable {
    /// The octets of the block, those of all its frames in one.
    package var bytes: Bytes { parts.bytes }
    /// The fields in their order, pseudo-header fields with them: a line each, written as HTTP/1 would write it.
    /// Nothing has been checked yet, so a value may have line ends in it: what counts are the places of the lines.
    package var fields: FieldSection { parts.fields }
    /// How each field stood in the block, and what else stood there; none where nobody keeps evidence.
    package var representations: [Representation] { parts.representations }
    /// Places of the lines that came as never to be indexed (RFC 7541 §6.2.3): they go on so.
    package var sensitiveLines: Set<Int> { parts.sensitiveLines }
    /// What the fields count for by RFC 9113 §6.5.2, also those that were too many to be kept.
    package var listSize: Int { parts.listSize }
    /// There were more fields than the limits allow; the first ones are here. All were decoded, or the table would be
    /// lost.
    package var isExcessive: Bool { parts.isExcessive }

    /// In one object, made once: a block goes from hand to hand in events.
    private let parts: Parts

    init(
        bytes: Bytes, fields: FieldSection, representations: [Representation], sensitiveLines: Set<Int>, listSize: Int,
        isExcessive: Bool
    ) {
        parts = Parts(
            bytes: bytes, fields: fields, representations: representations, sensitiveLines: sensitiveLines,
            listSize: listSize, isExcessive: isExcessive)
    }

    private final class Parts: Sendable {
        let bytes: Bytes
        let fields: FieldSection
        let representations: [Representation]
        let sensitiveLines: Set<Int>
        let listSize: Int
        let isExcessive: Bool

        init(
            bytes: Bytes, fields: FieldSection, representations: [Representation], sensitiveLines: Set<Int>,
            listSize: Int, isExcessive: Bool
        ) {
            self.bytes = bytes
            self.fields = fields
            self.representations = representations
            self.sensitiveLines = sensitiveLines
            self.listSize = listSize
            self.isExcessive = isExcessive
        }
    }

    package static func == (one: FieldBlock, other: FieldBlock) -> Bool {
        one.bytes == other.bytes && one.fields == other.fields && one.representations == other.representations
            && one.sensitiveLines == other.sensitiveLines && one.listSize == other.listSize
            && one.isExcessive == other.isExcessive
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(bytes)
        hasher.combine(fields)
    }
}
