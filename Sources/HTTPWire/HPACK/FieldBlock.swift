package import Bytes
package import HTTPModel

/// A field block (RFC 9113 §4.3): as it came, and what it says.
package struct FieldBlock: Sendable, Hashable {
    /// The octets of the block, those of all its frames in one.
    package let bytes: Bytes
    /// The fields in their order, pseudo-header fields with them: a line each, written as HTTP/1 would write it.
    /// Nothing has been checked yet, so a value may have line ends in it: what counts are the places of the lines.
    package let fields: FieldSection
    /// How each field stood in the block, and what else stood there.
    package let representations: [Representation]
    /// What the fields count for by RFC 9113 §6.5.2, also those that were too many to be kept.
    package let listSize: Int
    /// There were more fields than the limits allow; the first ones are here. All were decoded, or the table would be
    /// lost.
    package let isExcessive: Bool
}

/// Gathers fields as they are decoded, up to the limits.
struct FieldListBuilder {
    private let sizeLimit: Int
    private let countLimit: Int
    private var raw: [UInt8] = []
    private var lines: [FieldLine] = []
    private(set) var size = 0
    private(set) var count = 0
    private(set) var isExcessive = false

    init(sizeLimit: Int, countLimit: Int, expecting count: Int) {
        self.sizeLimit = sizeLimit
        self.countLimit = countLimit
        raw.reserveCapacity(count)
    }

    mutating func append(name: Bytes, value: Bytes, known: KnownField) {
        count += 1
        size += name.count + value.count + TableEntry.overhead
        if size > sizeLimit || count > countLimit { isExcessive = true }
        guard !isExcessive else { return }
        let start = raw.count
        raw.append(contentsOf: name)
        raw.append(ASCII.colon)
        raw.append(ASCII.space)
        raw.append(contentsOf: value)
        let valueEnd = raw.count
        raw.append(ASCII.carriageReturn)
        raw.append(ASCII.lineFeed)
        lines.append(
            FieldLine(
                start: start, nameEnd: start + name.count, valueStart: start + name.count + 2, valueEnd: valueEnd,
                end: raw.count, known: known))
    }

    /// The section, an empty line at its end.
    consuming func section() -> FieldSection {
        raw.append(ASCII.carriageReturn)
        raw.append(ASCII.lineFeed)
        return FieldSection(raw: Bytes(raw), lines: lines)
    }
}
