internal import Bytes

/// Why a host is not a name that a certificate can be for.
package enum LeafNameError: Error, Sendable, Hashable {
    case empty
    /// Over 253 bytes.
    case tooLong
    /// Over 63 bytes between two dots.
    case labelTooLong
    /// Two dots in a row, or one at the beginning.
    case emptyLabel
    case hyphenAtEdge
    /// A byte that no host name has.
    case illegalCharacter(UInt8)
    case notASCII
    /// An asterisk that is not the whole first label of at least three.
    case wildcard
    /// It ends in a number and is no address.
    case number

    /// One sentence that a person can act upon.
    package var text: String {
        switch self {
        case .empty: "the name is empty"
        case .tooLong: "the name has more than 253 characters (RFC 1035 §2.3.4)"
        case .labelTooLong: "a part between two dots has more than 63 characters (RFC 1035 §2.3.4)"
        case .emptyLabel: "there is nothing between two dots (RFC 1035 §2.3.1)"
        case .hyphenAtEdge: "a part begins or ends with a hyphen (RFC 1035 §2.3.1)"
        case .illegalCharacter(let byte):
            "the byte 0x\(Hex.capitals([byte])) cannot be in a host name (RFC 1035 §2.3.1)"
        case .notASCII:
            "it has letters outside of ASCII; a client has to send the form that begins with xn-- (RFC 5890)"
        case .wildcard: "an asterisk may only be the whole first part, before at least two others (RFC 6125 §6.4.3)"
        case .number: "it ends in a number like an IPv4 address, but is not one"
        }
    }
}
