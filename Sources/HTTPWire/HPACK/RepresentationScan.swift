package import Bytes
package import HTTPModel

/// Finds out how the fields of a block that was kept stand in it, without the table: of one who was not there from the
/// connection's start, forms, indices and lengths are all that the octets tell (RFC 7541 §6).
package enum RepresentationScan {
    /// The representations up to the block's end, or to the first that cannot be read.
    ///
    /// - Parameter origins: who entered what the fields name, in their order, where that is known.
    package static func read(_ block: Bytes, origins: [TableEntry.Origin?] = []) -> [Representation] {
        var found: [Representation] = []
        block.withSpan { span in
            var position = 0
            var fields = 0
            while position < span.count {
                let origin = fields < origins.count ? origins[fields] : nil
                guard let next = try? one(span, &position, origin) else { return }
                if next.isField { fields += 1 }
                found.append(next)
            }
        }
        return found
    }

    /// The string of a name or value, without its code; nil when that is none.
    package static func string(_ text: Representation.Text, in block: Bytes) -> Bytes? {
        let octets = block.slice(text.data)
        return text.isHuffman ? (try? Huffman.decode(octets)).map { Bytes($0) } : octets
    }

    private static func one(
        _ input: Span<UInt8>, _ position: inout Int, _ origin: TableEntry.Origin?
    ) throws(HPACKError) -> Representation {
        let start = position
        let first = input[start]
        let (form, prefix): (Representation.Form, UInt8) =
            if first & 0x80 != 0 {
                (.indexed, 7)
            } else if first & 0x40 != 0 {
                (.incremental, 6)
            } else if first & 0x20 != 0 {
                (.sizeUpdate, 5)
            } else {
                (first & 0x10 != 0 ? .never : .literal, 4)
            }
        let index = try HPACKInteger.read(input, at: &position, prefix: prefix)
        let opening = start..<position
        guard form != .indexed, form != .sizeUpdate else {
            return Representation(form, opening: opening, index: index, origin: form == .indexed ? origin : nil)
        }
        let name = index == 0 ? try text(input, &position) : nil
        let value = try text(input, &position)
        return Representation(
            form, opening: opening, index: index, origin: index == 0 ? nil : origin, name: name, value: value)
    }

    /// RFC 7541 §5.2.
    private static func text(
        _ input: Span<UInt8>, _ position: inout Int
    ) throws(HPACKError) -> Representation.Text {
        let start = position
        guard start < input.count else { throw HPACKError(.truncatedString, offset: start) }
        let isHuffman = input[start] & 0x80 != 0
        let length = try HPACKInteger.read(input, at: &position, prefix: 7)
        guard length <= input.count - position else { throw HPACKError(.truncatedString, offset: start) }
        let data = position..<position + length
        position = data.upperBound
        return Representation.Text(start: start, data: data, isHuffman: isHuffman)
    }
}

extension FieldBlock {
    /// A block that was kept, and the list of fields that it says; nil where one is not the other's.
    ///
    /// - Parameter origins: who entered what the fields name, in their order, where that is known.
    package init?(kept bytes: Bytes, saying fields: FieldSection, origins: [TableEntry.Origin?] = []) {
        let found = RepresentationScan.read(bytes, origins: origins)
        guard found.last?.range.upperBound == bytes.count, found.count(where: \.isField) == fields.lines.count
        else { return nil }
        var size = 0
        for line in fields.lines { size += line.name.count + line.value.count + TableEntry.overhead }
        let sensitive = found.filter(\.isField).enumerated().filter { $0.element.form == .never }.map(\.offset)
        self.init(
            bytes: bytes, fields: fields, representations: found, sensitiveLines: Set(sensitive), listSize: size,
            isExcessive: false)
    }
}
