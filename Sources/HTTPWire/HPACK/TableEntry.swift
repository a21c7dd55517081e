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

    /// The name, and the value behind it, in storage of their own: a slice would keep the whole block alive.
    private let bytes: Bytes
    private let nameCount: Int
    /// Which field it is, for those a proxy knows by sight.
    package let known: KnownField
    /// Nil for entries of the static table.
    package let origin: Origin?

    init(name: Bytes, value: Bytes, origin: Origin?) {
        var copy: [UInt8] = []
        copy.reserveCapacity(name.count + value.count)
        copy.append(contentsOf: name)
        copy.append(contentsOf: value)
        bytes = Bytes(copy)
        nameCount = name.count
        known = KnownField.named(name)
        self.origin = origin
    }

    /// The field's name.
    package var name: Bytes { bytes.slice(0..<nameCount) }
    /// The field's value.
    package var value: Bytes { bytes.slice(nameCount..<bytes.count) }

    /// What an entry counts for beyond its octets (RFC 7541 §4.1).
    static let overhead = 32
    /// RFC 7541 §4.1.
    package var size: Int { bytes.count + Self.overhead }

    func isNamed(_ name: Bytes) -> Bool { nameCount == name.count && self.name == name }

    func isField(_ name: Bytes, _ value: Bytes) -> Bool {
        bytes.count == name.count + value.count && isNamed(name) && self.value == value
    }
}
