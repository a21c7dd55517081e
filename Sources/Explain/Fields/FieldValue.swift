public import Bytes
public import Flow

/// Takes the value of a field apart, by the field's own grammar. Pure; runs anywhere.
public enum FieldValue {
    /// Spans that tile the value; their offsets are `offset` plus the place in the value.
    public static func dissect(name: Bytes, value: Bytes, at offset: Int, in kind: MessageKind) -> [Span] {
        guard !value.isEmpty else { return [] }
        return [
            Span(
                "field-value", offset..<(offset + value.count), "RFC 9110 §5.5",
                "The value of \(Quotation.of(name)) in this \(kind.rawValue).")
        ]
    }
}
