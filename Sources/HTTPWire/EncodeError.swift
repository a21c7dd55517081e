public import Bytes

/// Why a line must not be sent: the receiver would not read it as one line.
public struct EncodeError: Error, Sendable, Hashable {
    /// What must not be sent.
    public enum Code: String, Sendable, CaseIterable {
        case malformedStartLine, malformedName, malformedValue
    }

    /// What must not be sent.
    public let code: Code
    /// The first byte of `bytes` that does not fit.
    public let offset: Int
    /// The start line, name or value.
    public let bytes: Bytes

    /// An error at a position in the line.
    public init(_ code: Code, offset: Int, bytes: Bytes) {
        self.code = code
        self.offset = offset
        self.bytes = bytes
    }
}
