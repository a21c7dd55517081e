public import Bytes
public import Flow

/// The values of fields, taken apart to their last token. Pure functions.
public enum FieldValue {
    /// The parts of a field's value: which rule each is, and what it says.
    ///
    /// The spans tile the value, whatever its bytes are, and there are none when it is empty. Fields that are not known
    /// by name are read in a general way.
    ///
    /// - Parameters:
    ///   - name: the field's name as sent.
    ///   - value: the value without the white space around it.
    ///   - offset: where the value begins; the spans' offsets count from there.
    ///   - kind: the message the field is in.
    public static func dissect(name: Bytes, value: Bytes, at offset: Int, in kind: MessageKind) -> [Span] {
        guard !value.isEmpty else { return [] }
        var scan = SpanScanner(value, at: offset, in: kind)
        let read = FieldTable.reader(of: name) ?? GeneralValues.any
        read(&scan)
        return scan.spans()
    }
}
