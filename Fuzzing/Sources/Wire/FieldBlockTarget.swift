import Bytes
import HTTPModel
import HTTPWire

/// Field blocks of HTTP/2, one after another on one connection: their evidence tiles them, the table and the list keep
/// their limits, and what was read is written and read as the same.
///
/// The first byte of an input chooses the limits, the first of each block is its length.
enum FieldBlockTarget {
    static func run(_ input: Bytes) {
        guard let choice = input.first else { return }
        let (listLimit, countLimit) = choice & 1 == 0 ? (256 << 10, 1000) : (200, 4)
        var decoder = HPACKDecoder(listLimit: listLimit, countLimit: countLimit)
        if choice & 2 != 0 { decoder.setCapacity(100) }
        var encoder = HPACKEncoder()
        var second = HPACKDecoder(listLimit: listLimit, countLimit: countLimit)
        var start = 1
        var stream: UInt32 = 1
        while start < input.count {
            let end = min(input.count, start + 1 + Int(input[start]))
            let block = input.slice(start + 1..<end)
            do throws(HPACKError) {
                let fields = try decoder.decode(block, from: stream)
                judge(fields, block, decoder.table, listLimit, countLimit)
                var written: [UInt8] = []
                let forms = fields.representations.filter(\.isField).map(\.form)
                let outgoing = zip(fields.fields.lines, forms).map { line, form in
                    HPACKField(
                        fields.fields.name(of: line), fields.fields.value(of: line), isSensitive: form == .never)
                }
                encoder.encode(OutgoingFields(outgoing), into: &written)
                let again = try second.decode(Bytes(written), from: stream)
                check(again.fields == fields.fields, "what was written is read as other fields")
            } catch {
                check((0...block.count).contains(error.offset), "an error is out of place")
                return
            }
            start = end
            stream += 2
        }
    }

    private static func judge(
        _ fields: FieldBlock, _ block: Bytes, _ table: DynamicTable, _ listLimit: Int, _ countLimit: Int
    ) {
        check(fields.fields.lines.count <= countLimit, "\(fields.fields.lines.count) fields")
        check(fields.fields.raw.count <= listLimit + 2, "the list is too large")
        check(table.size <= table.limit, "the table is too large")
        check(table.size == table.entries.reduce(0) { $0 + $1.size }, "the table's size is wrong")
        var end = 0
        for representation in fields.representations {
            check(representation.range.lowerBound == end, "representations do not tile")
            check(representation.opening.upperBound <= representation.range.upperBound, "a part is out of place")
            end = representation.range.upperBound
        }
        check(end == block.count || fields.isExcessive, "octets without evidence")
        check(
            fields.representations.filter(\.isField).count == fields.fields.lines.count,
            "a field without evidence")
    }
}
