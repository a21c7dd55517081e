public import Bytes

/// Why bytes are not a valid HTTP message: what is wrong, at which byte, by which rule.
public struct WireError: Error, Sendable, Hashable {
    /// What is wrong.
    public enum Code: String, Sendable, CaseIterable {
        // The start line.
        case malformedRequestLine, malformedMethod, malformedTarget, fragmentInTarget, unsupportedVersion,
            malformedVersion
        case malformedStatusLine, malformedStatus, startLineTooLong
        // Line ends.
        case bareCarriageReturn, bareLineFeed
        // Fields.
        case malformedFieldName, malformedFieldValue, missingColon, spaceBeforeColon, foldedLine
        case headTooLarge, tooManyFields
        case missingHost, repeatedHost, malformedHost
        // Framing.
        case malformedContentLength, conflictingContentLength, contentLengthWithTransferEncoding
        case unknownTransferCoding, chunkedNotLast, transferEncodingInHTTP10, framingWithoutBody
        // Chunks.
        case malformedChunkSize, chunkTooLarge, malformedChunkExtension, chunkExtensionTooLong, missingChunkEnd
        case chunkOverheadTooLarge, trailersTooLarge, forbiddenTrailer
        // The end.
        case truncatedHead, truncatedBody
    }

    /// What is wrong.
    public let code: Code
    /// Bytes from the start of the message's head, or of the body's wire bytes for errors of a body.
    public let offset: Int
    /// How many bytes it is about.
    public let length: Int
    /// The offending bytes, at most 32 of them.
    public let bytes: Bytes

    /// An error at a position in the message.
    public init(_ code: Code, offset: Int, length: Int = 1, bytes: Bytes = Bytes()) {
        self.code = code
        self.offset = offset
        self.length = length
        self.bytes = bytes
    }
}
