package import Bytes
import Platform
internal import TLS

/// The one name a leaf certificate is for: what a client asked to reach, in CONNECT or in SNI.
///
/// It is written as certificates write it: host names in lower case without the final dot, addresses as bytes. What is
/// not a legal name is refused here, so that nothing from the wire reaches the encoder unread. Made and used anywhere.
package enum LeafName: Sendable, Hashable {
    /// Letters, digits, hyphens and underscores in labels (`*` alone as the first one, when it was asked for so).
    case host(String)
    /// 4 bytes.
    case ipv4(Bytes)
    /// 16 bytes.
    case ipv6(Bytes)

    /// Reads a host as CONNECT and SNI carry it: a name, an IPv4 address, an IPv6 address with or without brackets.
    package init(_ host: String) throws(LeafNameError) {
        try self.init(bytes: Bytes(host))
    }

    /// The same for bytes from the wire, which need not be text.
    package init(bytes: Bytes) throws(LeafNameError) {
        guard !bytes.isEmpty else { throw .empty }
        // Longer than any legal form; checked first, so that nothing else has to handle long input.
        guard bytes.count <= 256 else { throw .tooLong }
        for byte in bytes {
            guard byte < 0x80 else { throw .notASCII }
            guard byte > ASCII.space, byte != ASCII.delete else { throw .illegalCharacter(byte) }
        }
        if let address = Self.address(in: bytes) {
            self = address
        } else {
            self = .host(try Self.hostName(bytes))
        }
    }

    /// The name as a person writes it, without brackets.
    package var text: String {
        switch self {
        case .host(let name): name
        case .ipv4(let bytes): Self.addressText(AF_INET, bytes)
        case .ipv6(let bytes): Self.addressText(AF_INET6, bytes)
        }
    }

    private static func address(in bytes: Bytes) -> LeafName? {
        let isBracketed = bytes.first == UInt8(ascii: "[") && bytes.last == UInt8(ascii: "]")
        let inner = isBracketed && bytes.count > 2 ? bytes.slice(1..<bytes.count - 1) : bytes
        if inner.contains(ASCII.colon) {
            return parsed(AF_INET6, inner, 16).map { .ipv6($0) }
        }
        return isBracketed ? nil : parsed(AF_INET, inner, 4).map { .ipv4($0) }
    }

    private static func parsed(_ family: Int32, _ text: Bytes, _ count: Int) -> Bytes? {
        var address = [UInt8](repeating: 0, count: count)
        return inet_pton(family, text.text, &address) == 1 ? Bytes(address) : nil
    }

    private static func addressText(_ family: Int32, _ bytes: Bytes) -> String {
        var text = [UInt8](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let isWritten = text.withUnsafeMutableBytes { output in
            bytes.withUnsafeBytes { input in
                inet_ntop(
                    family, input.baseAddress, output.baseAddress?.assumingMemoryBound(to: CChar.self),
                    socklen_t(output.count)) != nil
            }
        }
        return isWritten ? String(decoding: text.prefix { $0 != 0 }, as: UTF8.self) : ""
    }

    /// RFC 1035 §2.3.1 and §2.3.4 with the leading digit of RFC 1123 §2.1. Underscores are let through, as private
    /// names have them (`my_service`) and every client matches them; names in other scripts must come as A-labels (RFC
    /// 5890).
    private static func hostName(_ bytes: Bytes) throws(LeafNameError) -> String {
        let name = bytes.last == UInt8(ascii: ".") ? bytes.slice(0..<bytes.count - 1) : bytes
        guard !name.isEmpty else { throw .emptyLabel }
        guard name.count <= 253 else { throw .tooLong }
        let labels = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        for (index, label) in labels.enumerated() {
            if index == 0, label.elementsEqual([UInt8(ascii: "*")]) {
                // RFC 6125 §6.4.3: a whole label; and below one that has an owner, since `*.com` would be for everyone.
                guard labels.count >= 3 else { throw .wildcard }
                continue
            }
            try check(label: label)
        }
        if let last = labels.last, looksLikeANumber(last) { throw .number }
        return name.lowercased.text
    }

    private static func check(label: some Collection<UInt8>) throws(LeafNameError) {
        guard !label.isEmpty else { throw .emptyLabel }
        guard label.count <= 63 else { throw .labelTooLong }
        for byte in label {
            if byte == UInt8(ascii: "*") { throw .wildcard }
            let isLegal =
                ASCII.isAlpha(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            guard isLegal else { throw .illegalCharacter(byte) }
        }
        let edges = [label.first, label.dropFirst(label.count - 1).first]
        guard !edges.contains(UInt8(ascii: "-")) else { throw .hyphenAtEdge }
    }

    /// Clients read a name that ends in a number as an IPv4 address, or refuse it (the URL Standard's host parser), so
    /// `10.1` in a certificate would be compared with `10.0.0.1`.
    private static func looksLikeANumber(_ label: some Collection<UInt8>) -> Bool {
        if label.allSatisfy(ASCII.isDigit) { return true }
        let prefix = label.prefix(2).map(ASCII.lowercase)
        guard prefix == [UInt8(ascii: "0"), UInt8(ascii: "x")] else { return false }
        return label.dropFirst(2).allSatisfy { ASCII.isDigit($0) || ASCII.lowercase($0) &- UInt8(ascii: "a") < 6 }
    }
}

extension LeafName {
    /// As certificates hold it.
    var inCertificates: AlternativeName {
        switch self {
        case .host(let host): .host(host)
        case .ipv4(let address), .ipv6(let address): .address(address)
        }
    }
}
