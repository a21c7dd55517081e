package import Bytes
import HTTPModel

/// A field to be written into a block.
package struct HPACKField: Sendable, Hashable {
    /// In lower case (RFC 9113 §8.2).
    package let name: Bytes
    /// The value as it goes out.
    package let value: Bytes
    /// Never to be entered into a table, by anyone on the way: it came so, or it is a secret (RFC 7541 §7.1.3).
    package let isSensitive: Bool
    /// Which field it is, for those a proxy knows by sight.
    let known: KnownField

    /// A field, sensitive if anyone says so.
    package init(_ name: Bytes, _ value: Bytes, isSensitive: Bool = false) {
        self.init(name, value, isSensitive: isSensitive, known: KnownField.named(name))
    }

    /// A field whose name was recognised before.
    init(_ name: Bytes, _ value: Bytes, isSensitive: Bool, known: KnownField) {
        self.name = name
        self.value = value
        self.isSensitive = isSensitive
        self.known = known
    }
}

/// Writes the field blocks of one direction of a connection (RFC 7541).
///
/// A value without I/O. Each block has to go out, whole and in order: the peer's table follows it.
package struct HPACKEncoder: Sendable {
    /// More than this is not used, whatever the peer allows.
    package static let mostTable = 4096

    /// What the peer remembers.
    package private(set) var table = DynamicTable(limit: mostTable)
    /// Changes of the table's size that the next block begins with (RFC 7541 §4.2): the smallest since the last block,
    /// and what holds now.
    private var owed: (smallest: Int, last: Int)?

    /// An encoder for a new connection.
    package init() {}

    /// The peer's SETTINGS_HEADER_TABLE_SIZE.
    package mutating func setCapacity(_ capacity: Int) {
        let size = min(capacity, Self.mostTable)
        guard size != (owed?.last ?? table.limit) else { return }
        owed = (min(owed?.smallest ?? table.limit, size), size)
    }

    /// Appends the block of these fields.
    package mutating func encode(_ fields: [HPACKField], into output: inout [UInt8]) {
        if let owed {
            if owed.smallest < owed.last { changeSize(owed.smallest, &output) }
            changeSize(owed.last, &output)
            self.owed = nil
        }
        let span = fields.span
        for place in span.indices { encode(span[place], into: &output) }
    }

    private mutating func changeSize(_ size: Int, _ output: inout [UInt8]) {
        HPACKInteger.write(size, prefix: 5, pattern: 1 << 5, into: &output)
        table.setLimit(size)
    }

    private mutating func encode(_ field: HPACKField, into output: inout [UInt8]) {
        let form = Self.form(of: field)
        let found = find(field, FieldHash(field.name, field.value))
        if let found, found.isWhole, form != .never {
            return HPACKInteger.write(found.index, prefix: 7, pattern: 1 << 7, into: &output)
        }
        let index = found?.index ?? 0
        switch form {
        case .incremental: HPACKInteger.write(index, prefix: 6, pattern: 1 << 6, into: &output)
        case .never: HPACKInteger.write(index, prefix: 4, pattern: 1 << 4, into: &output)
        case .literal, .indexed, .sizeUpdate: HPACKInteger.write(index, prefix: 4, pattern: 0, into: &output)
        }
        if index == 0 { Self.write(field.name, into: &output) }
        Self.write(field.value, into: &output)
        if form == .incremental { table.insert(TableEntry(name: field.name, value: field.value, origin: nil)) }
    }

    private func find(_ field: HPACKField, _ hash: FieldHash) -> (index: Int, isWhole: Bool)? {
        // What the static table has whole is never entered into the other one, which has nearly all else of a head that
        // is like the one before it.
        if field.name.first != ASCII.colon, let place = table.place(of: field.name, field.value, hash) {
            return (StaticTable.count + 1 + place, true)
        }
        let fixed = StaticTable.find(field.name, field.value, hash)
        if let fixed, fixed.isWhole { return fixed }
        if field.name.first == ASCII.colon, let place = table.place(of: field.name, field.value, hash) {
            return (StaticTable.count + 1 + place, true)
        }
        if let fixed { return fixed }
        return table.place(ofName: field.name, hash).map { (StaticTable.count + 1 + $0, false) }
    }

    /// RFC 7541 §5.2: the shorter of both forms.
    private static func write(_ string: Bytes, into output: inout [UInt8]) {
        let count = Huffman.encodedCount(string)
        guard count < string.count else {
            HPACKInteger.write(string.count, prefix: 7, pattern: 0, into: &output)
            return output.append(contentsOf: string)
        }
        HPACKInteger.write(count, prefix: 7, pattern: 1 << 7, into: &output)
        Huffman.encode(string, into: &output)
    }

    // MARK: - What is remembered

    /// Shorter ones could be guessed octet by octet from the size of blocks (RFC 7541 §7.1.3).
    private static let shortCookie = 20

    private static func form(of field: HPACKField) -> Representation.Form {
        if field.isSensitive { return .never }
        switch field.known {
        case .authorization, .proxyAuthorization: return .never
        case .cookie where field.value.count < shortCookie: return .never
        default: break
        }
        let size = field.name.count + field.value.count + TableEntry.overhead
        return isChanging(field) || size > mostTable / 2 ? .literal : .incremental
    }

    /// Values that hardly ever come twice, and would only push out what does.
    private static func isChanging(_ field: HPACKField) -> Bool {
        switch field.known {
        case .age, .contentLength, .contentRange, .etag, .ifModifiedSince, .ifNoneMatch, .lastModified, .location,
            .range, .setCookie:
            true
        case .other: field.name.isExactly(":path") || field.name.isExactly("if-range")
        default: false
        }
    }
}
