package import Bytes

extension Base64 {
    /// The octets of a text whose letters 62 and 63 are `-` and `_` (RFC 4648 §5); the usual ones are taken too.
    package static func decode(urlSafe text: some Collection<UInt8>) -> [UInt8]? {
        let standard = text.map { byte in
            byte == ASCII.hyphen ? ASCII.plus : byte == ASCII.underscore ? ASCII.slash : byte
        }
        return decode(Bytes(standard))
    }
}
