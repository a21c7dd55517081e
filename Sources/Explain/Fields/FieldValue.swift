public import Bytes
public import Flow

/// Splits the values of fields into their tokens. Pure functions.
public enum FieldValue {
    /// The parts of a field's value, each with its grammar rule and its meaning.
    ///
    /// The spans cover the value without gaps, whatever its bytes are; an empty value has none. Unknown fields are read
    /// by a general grammar.
    ///
    /// - Parameters:
    ///   - name: the field's name as sent.
    ///   - value: the value without the white space around it.
    ///   - offset: where the value begins; the spans' offsets count from there.
    ///   - kind: the message the field is in.
    public static func dissect(name: Bytes, value: Bytes, at offset: Int, in kind: MessageKind) -> [Span] {
        counted(name: name, value: value, at: offset, in: kind).list
    }

    /// The same, and how many spans there are, those inside of others counted too.
    static func counted(
        name: Bytes, value: Bytes, at offset: Int, in kind: MessageKind
    ) -> (list: [Span], count: Int) {
        guard !value.isEmpty else { return ([], 0) }
        var scan = SpanScanner(value, at: offset, in: kind)
        if let read = FieldTable.reader(of: name) { read(&scan) } else { GeneralValues.any(&scan) }
        return scan.spans()
    }
}
