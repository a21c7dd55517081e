/// Addresses in their text forms, as networks write them.
extension Bytes {
    /// The 4 octets of an IPv4 address, the 16 of an IPv6 address without brackets; nil for anything else.
    package var addressOctets: [UInt8]? {
        guard isIPv4Address else { return IPv6Text(self)?.octets }
        return split(separator: ASCII.period).map { UInt8(truncatingIfNeeded: Bytes(Array($0)).decimal ?? 0) }
    }

    /// The text of an address in its octets, IPv6 without brackets; nil unless there are 4 or 16.
    package init?(addressOctets octets: [UInt8]) {
        switch octets.count {
        case 4: self = Bytes(octets.map(String.init).joined(separator: "."))
        case 16:
            let text = IPv6Text(octets: octets).text
            self = text.slice(1..<(text.count - 1))
        default: return nil
        }
    }
}
