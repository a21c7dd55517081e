import Bytes
import HTTPModel
import HTTPWire

/// Heads of HTTP/2 from a list of their fields, pseudo-fields among them, as they have no start line (RFC 9113 §8.3).
/// nil for a list that it does not allow.
enum HeadList {
    static func request(_ listed: [(name: Bytes, value: Bytes)]) -> RequestHead? {
        guard let raw = lines(listed) else { return nil }
        let (head, error) = RecordedHead.request(raw)
        return error == nil ? head : nil
    }

    static func response(_ listed: [(name: Bytes, value: Bytes)]) -> ResponseHead? {
        guard let raw = lines(listed) else { return nil }
        let (head, error) = RecordedHead.response(raw, to: .get)
        return error == nil ? head : nil
    }

    /// Pseudo-fields come first, whatever order a recorder lists them in.
    private static func lines(_ listed: [(name: Bytes, value: Bytes)]) -> Bytes? {
        func isBroken(_ text: Bytes) -> Bool { text.contains(ASCII.carriageReturn) || text.contains(ASCII.lineFeed) }
        let pseudo = listed.filter { $0.name.first == ASCII.colon }
        guard !pseudo.isEmpty, !listed.contains(where: { isBroken($0.name) || isBroken($0.value) }) else { return nil }
        var raw: [UInt8] = []
        for field in pseudo + listed.filter({ $0.name.first != ASCII.colon }) {
            raw += field.name.array + Array(": ".utf8) + field.value.array + [ASCII.carriageReturn, ASCII.lineFeed]
        }
        return Bytes(raw + [ASCII.carriageReturn, ASCII.lineFeed])
    }
}
