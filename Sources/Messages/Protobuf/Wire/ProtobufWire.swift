/// How a field travels: the lowest three bits of its tag (Protocol Buffers, "Encoding").
package enum ProtobufWire: UInt8, Sendable, Hashable {
    case varint = 0
    case fixed64, run, startGroup, endGroup, fixed32

    /// As the documents of Protocol Buffers write it.
    var name: StaticString {
        switch self {
        case .varint: "VARINT"
        case .fixed64: "I64"
        case .run: "LEN"
        case .startGroup: "SGROUP"
        case .endGroup: "EGROUP"
        case .fixed32: "I32"
        }
    }
}
