package import Bytes
package import HTTPModel

/// A field in a table of HPACK, and who put it there.
package struct TableEntry: Sendable, Hashable {
    /// The field that entered an entry into the dynamic table.
    package struct Origin: Sendable, Hashable {
        /// The stream whose field block it stood in.
        package let stream: UInt32
        /// Which field of that block, from 0.
        package let field: Int

        /// A field of a stream's block.
        package init(stream: UInt32, field: Int) {
            self.stream = stream
            self.field = field
        }
    }

    /// The field as a line of HTTP/1, in storage of its own: a slice would keep the whole block alive. Wherever the
    /// entry is named, its line is copied whole.
    let line: Bytes
    private let nameCount: Int
    /// Which field it is, for those a proxy knows by sight.
    package let known: KnownField
    /// Nil for entries of the static table.
    package let origin: Origin?
    /// By which a search passes it over.
    let hash: FieldHash

    /// - Parameter line: the name, a colon, a space, the value, CRLF.
    init(line: Bytes, nameCount: Int, known: KnownField, origin: Origin?) {
        self.line = line
        self.nameCount = nameCount
        self.known = known
        self.origin = origin
        hash = FieldHash(
            line.slice(0..<nameCount), line.slice(nameCount + Self.separator..<line.count - Self.lineEnd))
    }

    init(name: Bytes, value: Bytes, origin: Origin?) {
        var line: [UInt8] = []
        line.reserveCapacity(name.count + value.count + Self.separator + Self.lineEnd)
        line.append(contentsOf: name)
        line.append(ASCII.colon)
        line.append(ASCII.space)
        line.append(contentsOf: value)
        line.appendLineEnd()
        self.init(line: Bytes(line), nameCount: name.count, known: KnownField.named(name), origin: origin)
    }

    /// A colon and a space.
    static let separator = 2
    /// CRLF.
    static let lineEnd = 2

    /// The field's name.
    package var name: Bytes { line.slice(nameRange) }
    /// The field's value.
    package var value: Bytes { line.slice(valueRange) }
    /// Where the name stands in the line.
    var nameRange: Range<Int> { 0..<nameCount }
    /// Where the value stands in the line.
    var valueRange: Range<Int> { nameCount + Self.separator..<line.count - Self.lineEnd }

    /// What an entry counts for beyond its octets (RFC 7541 §4.1).
    static let overhead = 32
    /// RFC 7541 §4.1.
    package var size: Int { line.count - Self.separator - Self.lineEnd + Self.overhead }

    @inline(__always)
    func isNamed(_ name: Bytes, _ hash: FieldHash) -> Bool {
        hash.name == self.hash.name && nameCount == name.count && line.holds(name, at: 0)
    }

    @inline(__always)
    func isField(_ name: Bytes, _ value: Bytes, _ hash: FieldHash) -> Bool {
        hash.whole == self.hash.whole && nameCount == name.count && valueRange.count == value.count
            && line.holds(value, at: valueRange.lowerBound) && line.holds(name, at: 0)
    }
}
