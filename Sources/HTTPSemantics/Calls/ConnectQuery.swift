package import Bytes

/// A call of Connect by GET, which caches may keep: its message stands in the query (Connect protocol,
/// "Unary-Get-Request").
package struct ConnectQuery: Sendable, Hashable {
    /// Why it has no message that can be read.
    package enum Fault: Sendable, Hashable {
        /// There is no `message`; an empty one is written `message=`.
        case missingMessage
        /// `base64=1` declares Base64, but the message is not Base64 (RFC 4648 §5).
        case malformedBase64
        /// The encoding of the message is not declared.
        case missingEncoding
    }

    /// In what form the message is.
    package let codec: CallCodec
    /// What the message is compressed with; nil when it is not.
    package let compression: Bytes?
    /// The octets of the message, as the caller had them; nil when there are none that can be read.
    package let message: Bytes?
    /// What is wrong with it; nil when nothing is.
    package let fault: Fault?

    /// nil when the target's query is none of a call.
    ///
    /// - Parameter target: path and query.
    package init?(_ target: Bytes) {
        guard let question = target.firstIndex(of: ASCII.question) else { return nil }
        let query = target.slice(question + 1..<target.count)
        guard Self.value("connect", in: query) == "v1" else { return nil }
        let encoding = Self.value("encoding", in: query)
        codec = encoding.map { CallCodec(name: $0) } ?? .other
        compression = Self.value("compression", in: query).flatMap { $0.isEmpty || $0 == "identity" ? nil : $0 }
        let text = Self.value("message", in: query)
        message = Self.value("base64", in: query) == "1" ? text.flatMap(Self.octets) : text
        fault =
            text == nil
            ? .missingMessage : message == nil ? .malformedBase64 : encoding == nil ? .missingEncoding : nil
    }

    /// The first pair of this name, as servers take it.
    private static func value(_ name: StaticString, in query: Bytes) -> Bytes? {
        var found: Bytes?
        PercentCoding.forEachPair(of: query) { key, value in
            guard found == nil, PercentCoding.decode(key, plusIsSpace: true).isExactly(name) else { return }
            found = PercentCoding.decode(value ?? Bytes(), plusIsSpace: true)
        }
        return found
    }

    /// With padding or without; the letters of plain base64 are none of it.
    private static func octets(_ text: Bytes) -> Bytes? {
        guard !text.contains(where: { $0 == ASCII.plus || $0 == ASCII.slash }) else { return nil }
        return Base64.decode(urlSafe: text).map { Bytes($0) }
    }
}
