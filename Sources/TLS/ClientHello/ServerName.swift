/// A server's name or address in the form in which certificates are checked against it.
struct ServerName {
    /// Lower case, without the dot that ends a fully qualified name, without the brackets of an IPv6 address.
    let text: String

    init(_ host: String) {
        var text = host.lowercased()
        if text.hasPrefix("["), text.hasSuffix("]") { text = String(text.dropFirst().dropLast()) }
        if text.hasSuffix(".") { text.removeLast() }
        self.text = text
    }

    /// Letters, digits, hyphens, underscores and dots of a name, or the colons of an address; nothing that libssl would
    /// read as a pattern (a dot at the start) or as the end of a string.
    var isUsable: Bool {
        let bytes = Array(text.utf8)
        guard (1...253).contains(bytes.count), bytes.first != UInt8(ascii: ".") else { return false }
        return bytes.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: ":"): true
            default: false
            }
        }
    }
}
