/// Why a file is no schema, and where.
package struct ProtoError: Error, Sendable, Hashable {
    let file: String
    /// Line and column, counted from 1; nil when it is about the whole of the file.
    package let place: ProtoPlace?
    /// A sentence without its full stop.
    let message: String

    /// `shop.proto:3:12: expected the field's number, found 'x'.`
    package var text: String { "\(file):\(place.map { "\($0.line):\($0.column):" } ?? "") \(message)." }
}

/// Where a word of a text stands.
package struct ProtoPlace: Sendable, Hashable {
    package var line = 1
    /// In characters.
    var column = 1
}
