import Bytes
import HTTPModel

/// Writes the field blocks of one direction of a connection (RFC 7541).
///
/// A value without I/O. Each block has to go out, whole and in order: the peer's table follows it.
package struct HPACKEncoder: Sendable {
    /// More than this is not used, whatever the peer allows.
    package static let mostTable = 4096

    /// What the peer remembers.
    package private(set) var table = DynamicTable(limit: mostTable, isSearched: true)
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
    ///
    /// - Parameter sensitive: the places of those that no table may remember (RFC 7541 §7.1.3).
    mutating func encode(_ section: FieldSection, sensitive: Set<Int>, into output: inout [UInt8]) {
        if let owed {
            if owed.smallest < owed.last { changeSize(owed.smallest, &output) }
            changeSize(owed.last, &output)
            self.owed = nil
        }
        section.raw.withSpan { text in
            for place in section.lines.indices {
                let line = section.lines[place]
                let isSensitive = !sensitive.isEmpty && sensitive.contains(place)
                encode(
                    text.extracting(line.name), text.extracting(line.value), line.known, isSensitive: isSensitive,
                    into: &output)
            }
        }
    }

    private mutating func changeSize(_ size: Int, _ output: inout [UInt8]) {
        HPACKInteger.write(size, prefix: 5, pattern: 1 << 5, into: &output)
        table.setLimit(size)
    }

    private mutating func encode(
        _ name: Span<UInt8>, _ value: Span<UInt8>, _ known: KnownField, isSensitive: Bool, into output: inout [UInt8]
    ) {
        let form = isSensitive ? .never : Self.form(of: name, value, known)
        let hash = FieldHash(name, value)
        if form != .never, let index = index(of: name, value, hash, wasEntered: form == .incremental) {
            return HPACKInteger.write(index, prefix: 7, pattern: 1 << 7, into: &output)
        }
        let index = StaticTable.index(ofName: name, hash.name) ?? table.index(ofName: name, hash.name) ?? 0
        switch form {
        case .incremental: HPACKInteger.write(index, prefix: 6, pattern: 1 << 6, into: &output)
        case .never: HPACKInteger.write(index, prefix: 4, pattern: 1 << 4, into: &output)
        case .literal, .indexed, .sizeUpdate: HPACKInteger.write(index, prefix: 4, pattern: 0, into: &output)
        }
        if index == 0 { Self.write(name, into: &output) }
        Self.write(value, into: &output)
        if form == .incremental { table.insert(name, value, hash, known: known) }
    }

    /// The index of the whole field.
    ///
    /// - Parameter wasEntered: it would have been entered into the table when it went out before.
    private func index(
        of name: Span<UInt8>, _ value: Span<UInt8>, _ hash: FieldHash, wasEntered: Bool
    ) -> Int? {
        // What the static table has whole is never entered into the other one, which has nearly all else of a head that
        // is like the one before it.
        if name.opensWithColon {
            return StaticTable.index(of: name, value, hash)
                ?? (wasEntered ? table.index(of: name, value, hash) : nil)
        }
        return (wasEntered ? table.index(of: name, value, hash) : nil) ?? StaticTable.index(of: name, value, hash)
    }

    /// RFC 7541 §5.2: the shorter of both forms.
    private static func write(_ string: Span<UInt8>, into output: inout [UInt8]) {
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

    private static func form(
        of name: Span<UInt8>, _ value: Span<UInt8>, _ known: KnownField
    ) -> Representation.Form {
        switch known {
        case .authorization, .proxyAuthorization: return .never
        case .cookie where value.count < shortCookie: return .never
        default: break
        }
        let size = name.count + value.count + TableEntry.overhead
        return isChanging(name, known) || size > mostTable / 2 ? .literal : .incremental
    }

    /// Values that hardly ever come twice, and would only push out what does.
    private static func isChanging(_ name: Span<UInt8>, _ known: KnownField) -> Bool {
        switch known {
        case .age, .contentLength, .contentRange, .etag, .ifModifiedSince, .ifNoneMatch, .lastModified, .location,
            .range, .setCookie:
            true
        case .other: name.isExactly(":path") || name.isExactly("if-range")
        default: false
        }
    }
}
