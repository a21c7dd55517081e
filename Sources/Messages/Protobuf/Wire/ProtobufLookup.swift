package import Bytes

/// Finds one field of a message whose other fields are of no interest. Of several the last one counts.
package enum ProtobufLookup {
    /// A field of text, bytes or a message; nil where there is none, or the message cannot be read up to its end.
    package static func run(_ number: UInt32, of message: Bytes) -> Bytes? {
        var found: Bytes?
        let isWhole = forEach(message) { if $0 == number, case .run(let range) = $1 { found = message.slice(range) } }
        return isWhole ? found : nil
    }

    /// A number.
    package static func number(_ number: UInt32, of message: Bytes) -> UInt64? {
        var found: UInt64?
        let isWhole = forEach(message) { if $0 == number, case .number(let value) = $1 { found = value } }
        return isWhole ? found : nil
    }

    private enum Value {
        case number(UInt64)
        case run(Range<Int>)
    }

    private static func forEach(_ message: Bytes, _ body: (UInt32, Value) -> Void) -> Bool {
        var cursor = ProtobufCursor(message)
        while !cursor.isAtEnd {
            guard let tag = cursor.tag() else { return false }
            switch tag.wire {
            case .varint:
                guard let value = cursor.varint() else { return false }
                body(tag.number, .number(value))
            case .run:
                guard let range = cursor.run() else { return false }
                body(tag.number, .run(range))
            case .fixed64: guard cursor.fixed64() != nil else { return false }
            case .fixed32: guard cursor.fixed32() != nil else { return false }
            case .startGroup, .endGroup: return false
            }
        }
        return true
    }
}
