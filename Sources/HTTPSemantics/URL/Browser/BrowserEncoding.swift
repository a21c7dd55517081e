import Bytes

/// What browsers percent-encode in the parts of a URL (URL Standard §1.3), for the schemes that have a host. What looks
/// like a triplet stays, and so does a `%` that begins none.
enum BrowserEncoding {
    case userinfo, path, query, fragment

    func encode(_ part: Bytes) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(part.count)
        for byte in part {
            if encodes(byte) {
                result.append(ASCII.percent)
                result += Hex.text([byte]).uppercased().utf8
            } else {
                result.append(byte)
            }
        }
        return result
    }

    /// Whether they encode the byte.
    func encodes(_ byte: UInt8) -> Bool {
        if byte <= ASCII.space || byte >= ASCII.delete { return true }
        switch self {
        case .fragment: return Self.inFragments.contains(byte)
        case .query: return Self.inQueries.contains(byte)
        case .path: return Self.inPaths.contains(byte)
        case .userinfo: return Self.inPaths.contains(byte) || Self.inNames.contains(byte)
        }
    }

    private static let inFragments = Array("\"<>`".utf8)
    /// With the apostrophe that only these schemes have.
    private static let inQueries = Array("\"#<>'".utf8)
    private static let inPaths = Array("\"#<>?^`{}".utf8)
    private static let inNames = Array("/:;=@[\\]|".utf8)
}
