package import Bytes
import HTTPModel

/// Reads the field blocks of one direction of a connection (RFC 7541), in the order of arrival: each changes what the
/// next ones mean.
///
/// A value without I/O. A block is decoded whole; after an error the table is not the peer's any more, and the decoder
/// must not be used again (RFC 9113 §4.3).
package struct HPACKDecoder: Sendable {
    /// What the fields so far left for those that come.
    package private(set) var table: DynamicTable
    /// How large the peer may make the table (SETTINGS_HEADER_TABLE_SIZE, as it was acknowledged).
    private var capacity: Int
    /// The capacity was made smaller than the table is: the next block has to begin with a change of its size.
    private var owesUpdate = false
    /// Changes of the table's size in a block.
    private static let updateLimit = 8
    /// What the fields of a block may count for before the connection is given up: two octets can stand for an entry
    /// as large as the table, so that reading to the end of a block would cost a thousand times what it has.
    static let bombSize = 16 << 20
    private let listLimit: Int
    private let countLimit: Int
    /// How each field stood is kept; not where nobody asks for it.
    var keepsEvidence = true
    /// The largest section so far, up to what is worth room in advance: heads of a connection resemble each other.
    private var usual = FieldListBuilder.Size()
    private static let mostRoom = FieldListBuilder.Size(octets: 4 << 10, lines: 64)

    /// - Parameters:
    ///   - capacity: how large the peer may make the table.
    ///   - listLimit: what the fields of a block may count for (RFC 9113 §6.5.2).
    ///   - countLimit: how many fields of a block are kept.
    package init(capacity: Int = 4096, listLimit: Int = 256 << 10, countLimit: Int = 1000) {
        self.capacity = capacity
        self.listLimit = listLimit
        self.countLimit = countLimit
        // RFC 9113 §6.5.2: it begins with the size that every connection begins with.
        table = DynamicTable(limit: 4096)
    }

    /// The peer has acknowledged another SETTINGS_HEADER_TABLE_SIZE (RFC 7541 §4.2).
    package mutating func setCapacity(_ capacity: Int) {
        self.capacity = capacity
        owesUpdate = table.limit > capacity
    }

    /// The fields of a whole block. `stream` is remembered of the entries that it makes.
    package mutating func decode(_ block: Bytes, from stream: UInt32 = 0) throws(HPACKError) -> FieldBlock {
        var reading = Reading(
            stream: stream,
            fields: FieldListBuilder(sizeLimit: listLimit, countLimit: countLimit, usual: usual))
        if keepsEvidence { reading.representations.reserveCapacity(usual.lines) }
        try block.withSpan { span throws(HPACKError) in
            while reading.position < span.count {
                try decodeNext(span, &reading)
                if reading.fields.isExcessive, reading.fields.size > Self.bombSize {
                    throw HPACKError(.bomb, offset: reading.position)
                }
            }
        }
        let extent = reading.fields.extent
        usual.octets = max(usual.octets, min(extent.octets, Self.mostRoom.octets))
        usual.lines = max(usual.lines, min(extent.lines, Self.mostRoom.lines))
        return FieldBlock(
            bytes: block, fields: reading.fields.takeSection(), representations: reading.representations,
            sensitiveLines: reading.fields.sensitiveLines, listSize: reading.fields.size,
            isExcessive: reading.fields.isExcessive)
    }

    /// How far one block has been read.
    private struct Reading {
        let stream: UInt32
        var position = 0
        var fields: FieldListBuilder
        var sizeUpdates = 0
        var representations: [Representation] = []
    }

    private mutating func decodeNext(_ input: Span<UInt8>, _ reading: inout Reading) throws(HPACKError) {
        let start = reading.position
        let first = input[start]
        if first >> 5 == 1 { return try updateSize(input, &reading) }
        if owesUpdate { throw HPACKError(.missingSizeUpdate, offset: start) }
        if first & 0x80 != 0 { return try takeIndexed(input, &reading) }
        if first & 0x40 != 0 { return try takeLiteral(.incremental, prefix: 6, input, &reading) }
        try takeLiteral(first & 0x10 != 0 ? .never : .literal, prefix: 4, input, &reading)
    }

    /// RFC 7541 §6.3.
    private mutating func updateSize(_ input: Span<UInt8>, _ reading: inout Reading) throws(HPACKError) {
        let start = reading.position
        let size = try HPACKInteger.read(input, at: &reading.position, prefix: 5)
        // RFC 7541 §4.2: at the beginning of a block.
        guard reading.fields.count == 0 else { throw HPACKError(.lateSizeUpdate, offset: start) }
        // An encoder has to tell the smallest size and the last one; some leeway costs nothing.
        guard reading.sizeUpdates < Self.updateLimit else {
            throw HPACKError(.tooManySizeUpdates, offset: start)
        }
        reading.sizeUpdates += 1
        guard size <= capacity else { throw HPACKError(.sizeUpdateTooLarge, offset: start) }
        table.setLimit(size)
        owesUpdate = false
        guard keepsEvidence else { return }
        note(Representation(.sizeUpdate, opening: start..<reading.position, index: size, origin: nil), &reading)
    }

    /// RFC 7541 §6.1.
    private func takeIndexed(_ input: Span<UInt8>, _ reading: inout Reading) throws(HPACKError) {
        let start = reading.position
        let index = try HPACKInteger.read(input, at: &reading.position, prefix: 7)
        let entry = try entry(at: index, start)
        if index > StaticTable.count {
            reading.fields.append(entry, of: table.store)
        } else {
            reading.fields.append(entry, of: StaticTable.store)
        }
        guard keepsEvidence else { return }
        note(
            Representation(.indexed, opening: start..<reading.position, index: index, origin: entry.origin), &reading)
    }

    /// RFC 7541 §6.2.
    private mutating func takeLiteral(
        _ form: Representation.Form, prefix: UInt8, _ input: Span<UInt8>, _ reading: inout Reading
    ) throws(HPACKError) {
        let start = reading.position
        let index = try HPACKInteger.read(input, at: &reading.position, prefix: prefix)
        let opening = start..<reading.position
        let named = index == 0 ? nil : try entry(at: index, start)
        let lineStart = reading.fields.text.count
        var name: Representation.Text?
        if let named, index > StaticTable.count {
            table.store.copyName(of: named, to: &reading.fields.text)
        } else if let named {
            StaticTable.store.copyName(of: named, to: &reading.fields.text)
        } else {
            name = try readText(input, &reading)
        }
        let draft = reading.fields.endName(from: lineStart, known: named?.known)
        let value = try readText(input, &reading)
        reading.fields.endValue()
        if form == .incremental { reading.fields.enter(draft, into: &table, from: reading.stream) }
        reading.fields.keep(draft, isSensitive: form == .never)
        guard keepsEvidence else { return }
        note(
            Representation(form, opening: opening, index: index, origin: named?.origin, name: name, value: value),
            &reading)
    }

    private func entry(at index: Int, _ offset: Int) throws(HPACKError) -> FieldStore.Entry {
        guard index > 0 else { throw HPACKError(.indexZero, offset: offset) }
        guard let entry = StaticTable.entry(at: index) ?? table.entry(at: index) else {
            throw HPACKError(.indexTooLarge, offset: offset)
        }
        return entry
    }

    /// RFC 7541 §5.2. The string goes behind the lines.
    private func readText(
        _ input: Span<UInt8>, _ reading: inout Reading
    ) throws(HPACKError) -> Representation.Text {
        let start = reading.position
        guard start < input.count else { throw HPACKError(.truncatedString, offset: start) }
        let isHuffman = input[start] & 0x80 != 0
        let length = try HPACKInteger.read(input, at: &reading.position, prefix: 7)
        guard length <= input.count - reading.position else { throw HPACKError(.truncatedString, offset: start) }
        let data = reading.position..<reading.position + length
        reading.position = data.upperBound
        if isHuffman {
            try Huffman.decode(input, data, into: &reading.fields.text)
        } else {
            reading.fields.text.append(contentsOf: input.extracting(data))
        }
        return Representation.Text(start: start, data: data, isHuffman: isHuffman)
    }

    /// Keeps the evidence of the fields that are kept, and of what stands before them.
    private func note(_ representation: Representation, _ reading: inout Reading) {
        guard !reading.fields.isExcessive else { return }
        reading.representations.append(representation)
    }
}
