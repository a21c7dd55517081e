/// A message of Protocol Buffers as its encoding says ("Encoding", protobuf.dev), read by itself so that what writes
/// messages is not tested by what belongs to it.
struct ReadMessage {
    enum Value: Equatable {
        case number(UInt64)
        case run([UInt8])
    }

    private(set) var fields: [(number: Int, value: Value)] = []

    /// nil when the bytes are no message.
    init?(_ bytes: some Collection<UInt8>) {
        var rest = Array(bytes)[...]
        func varint() -> UInt64? {
            var (value, shift): (UInt64, UInt64) = (0, 0)
            while let byte = rest.popFirst(), shift < 64 {
                value |= UInt64(byte & 0x7F) << shift
                if byte < 0x80 { return value }
                shift += 7
            }
            return nil
        }
        while !rest.isEmpty {
            guard let key = varint() else { return nil }
            let number = Int(key >> 3)
            switch key & 7 {
            case 0:
                guard let value = varint() else { return nil }
                fields.append((number, .number(value)))
            case 1, 5:
                let size = key & 7 == 1 ? 8 : 4
                guard rest.count >= size else { return nil }
                let value = rest.prefix(size).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
                rest = rest.dropFirst(size)
                fields.append((number, .number(value)))
            case 2:
                guard let size = varint(), rest.count >= size else { return nil }
                fields.append((number, .run(Array(rest.prefix(Int(size))))))
                rest = rest.dropFirst(Int(size))
            default: return nil
            }
        }
    }

    func number(_ field: Int) -> UInt64? {
        for case (field, .number(let value)) in fields { return value }
        return nil
    }

    func run(_ field: Int) -> [UInt8]? { runs(field).first }

    func runs(_ field: Int) -> [[UInt8]] {
        fields.compactMap { if $0.number == field, case .run(let bytes) = $0.value { bytes } else { nil } }
    }

    func text(_ field: Int) -> String? { run(field).map { String(decoding: $0, as: UTF8.self) } }

    func message(_ field: Int) -> ReadMessage? { run(field).flatMap { ReadMessage($0) } }

    func messages(_ field: Int) -> [ReadMessage] { runs(field).compactMap { ReadMessage($0) } }

    /// Attributes (common.proto) as text, by their names.
    func attributes(_ field: Int) -> [String: String] {
        var found: [String: String] = [:]
        for pair in messages(field) {
            guard let name = pair.text(1), let value = pair.message(2) else { continue }
            let list = value.message(5)?.messages(1).compactMap { $0.text(1) }
            found[name] =
                list.map { $0.joined(separator: "|") } ?? value.text(1) ?? value.number(3).map { "\($0)" }
                ?? value.number(2).map { $0 == 1 ? "true" : "false" }
        }
        return found
    }
}
