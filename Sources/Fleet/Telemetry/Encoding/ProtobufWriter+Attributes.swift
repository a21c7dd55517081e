import Messages

/// The parts that all signals of OTLP have: attributes, resource, scope (opentelemetry-proto, common.proto).
extension ProtobufWriter {
    mutating func attribute(_ field: UInt32, _ name: String, _ value: String?) {
        guard let value else { return }
        keyValue(field, name) { $0.text(1, value, always: true) }
    }

    mutating func attribute(_ field: UInt32, _ name: String, _ value: Int?) {
        guard let value else { return }
        keyValue(field, name) { $0.number(3, UInt64(bitPattern: Int64(value)), always: true) }
    }

    mutating func attribute(_ field: UInt32, _ name: String, _ value: Bool) {
        keyValue(field, name) { $0.number(2, value ? 1 : 0, always: true) }
    }

    mutating func attribute(_ field: UInt32, _ name: String, _ values: [String]) {
        keyValue(field, name) { any in
            any.message(5) { list in
                for value in values { list.message(1) { $0.text(1, value, always: true) } }
            }
        }
    }

    private mutating func keyValue(_ field: UInt32, _ name: String, _ write: (inout ProtobufWriter) -> Void) {
        message(field) { pair in
            pair.text(1, name)
            pair.message(2, write)
        }
    }
}
