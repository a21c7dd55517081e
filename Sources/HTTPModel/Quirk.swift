/// A deviation from the grammar that was tolerated, with its place. A quirk is never silent: it is part of the record.
public struct Quirk: Sendable, Hashable {
    /// Which deviation it is.
    public enum Code: String, Sendable, CaseIterable {
        /// Empty lines before a request line (RFC 9112 §2.2).
        case emptyLineBeforeRequest
        /// A folded field line in a response, read as one line (RFC 9112 §5.2).
        case foldedLine
        /// White space between field name and colon in a response, removed (RFC 9112 §5.1).
        case spaceBeforeColon
        /// The same Content-Length more than once (RFC 9112 §6.3 rule 5).
        case repeatedContentLength
        /// No space after the status code (RFC 9112 §4).
        case missingReasonSpace
        /// Bytes above 0x7F in a field value or reason phrase: `obs-text` (RFC 9110 §5.5).
        case obsoleteText
        /// Bytes that RFC 3986 does not allow in a target but that cannot be misread, UTF-8 among them.
        case unencodedTarget
        /// A CONNECT of HTTP/1.1 without Host: its target names the server (RFC 9112 §3.2).
        case connectWithoutHost
        /// Bytes on a connection after its last message; they were dropped.
        case bytesAfterLastMessage
        /// A line of a response's head, chunks or trailers that ends with LF instead of CRLF (RFC 9112 §2.2).
        case bareLineFeed
        /// More than one space between version and status code (RFC 9112 §4).
        case repeatedStatusSpace
        /// The version of a status line in another letter case, or that of HTTP/2 in HTTP/1 (RFC 9112 §2.3).
        case oddVersion
        /// A field name in a response that is empty or not a token; the field was removed (RFC 9110 §5.1).
        case oddFieldName
        /// A control character, or a carriage return without a line feed, in a response's field value or reason (RFC
        /// 9110 §5.5).
        case controlInValue
        /// White space at an end of a field value of HTTP/2 (RFC 9113 §8.2.1).
        case spaceAroundValue
        /// Content-Length together with chunked in a response: the chunks count (RFC 9112 §6.3 rule 3).
        case lengthBesideChunked
        /// A response has chunked in more than one Transfer-Encoding line (RFC 9112 §6.1).
        case repeatedChunked
        /// Transfer-Encoding names identity, which is not a coding (RFC 9112 §7).
        case identityCoding
        /// A Content-Length of a response with a plus sign (RFC 9110 §8.6).
        case signedContentLength
        /// White space around the size of a chunk (RFC 9112 §7.1).
        case paddedChunkSize
        /// A malformed chunk extension in a response (RFC 9112 §7.1.1).
        case oddChunkExtension
        /// A response in HTTP/1.2 or later, read as HTTP/1.1 (RFC 9110 §2.5).
        case higherMinorVersion
        /// A Content-Length or Transfer-Encoding in a 1xx or 204 (RFC 9110 §8.6, RFC 9112 §6.1).
        case framingWithoutBody
        /// A trailer that must be known before the content (RFC 9110 §6.5.1).
        case forbiddenTrailer
        /// Host names another server than that of its connection (RFC 9110 §7.4).
        case hostDisagrees
        /// A client asks in TLS (SNI) for another server than in CONNECT.
        case serverNameDisagrees
        /// A client sends an invalid server name in TLS (RFC 6066 §3).
        case malformedServerName
    }

    /// Which deviation it is.
    public let code: Code
    /// Bytes from the start of the message.
    public let offset: Int
    /// How many bytes it is about.
    public let length: Int

    /// A deviation at a position in its message.
    public init(_ code: Code, offset: Int, length: Int) {
        self.code = code
        self.offset = offset
        self.length = length
    }
}

extension Quirk {
    /// One sentence for people.
    public var text: String {
        switch code {
        case .emptyLineBeforeRequest: "There were empty lines before the request line; they were skipped."
        case .foldedLine: "A field value was folded over several lines; each fold was replaced with a space."
        case .spaceBeforeColon: "There was white space between a field's name and its colon; it was removed."
        case .repeatedContentLength: "Content-Length was given more than once with the same value; one was kept."
        case .missingReasonSpace: "The status line has no space after the status code."
        case .obsoleteText: "The value has non-ASCII bytes, whose encoding is undefined."
        case .unencodedTarget: "The target has characters that should have been percent-encoded."
        case .connectWithoutHost: "The CONNECT request has no Host field; its target names the server."
        case .bytesAfterLastMessage: "More bytes came after the last message of the connection; they were dropped."
        case .bareLineFeed: "A line ends with LF instead of CR LF; it was forwarded with CR LF."
        case .repeatedStatusSpace: "More than one space precedes the status code; one was forwarded."
        case .oddVersion: "The version in the status line is not HTTP/1.0 or HTTP/1.1; HTTP/1.1 was forwarded."
        case .oddFieldName:
            "The field name is empty or has a forbidden character; the field was removed."
        case .controlInValue: "The text has a control character; a space was forwarded instead."
        case .spaceAroundValue: "The field value begins or ends with white space; it was removed."
        case .lengthBesideChunked:
            "Content-Length and chunked are both given; the chunks say where the body ends, and the length was removed."
        case .repeatedChunked: "Transfer-Encoding says chunked in more than one line; one was forwarded."
        case .identityCoding: "Transfer-Encoding says identity, which is not a coding; it was removed."
        case .signedContentLength: "Content-Length has a plus sign; the number was forwarded without it."
        case .paddedChunkSize: "The size of a chunk has white space around it; it was removed."
        case .oddChunkExtension: "The extension of a chunk is malformed; it was removed."
        case .higherMinorVersion: "The version is later than HTTP/1.1; the response was read as HTTP/1.1."
        case .framingWithoutBody:
            "The status allows no body, but a field says where the body ends; the field was removed."
        case .forbiddenTrailer: "This field is only allowed before the content; the trailer was removed."
        case .hostDisagrees: "Host names another server than the one this connection was made to."
        case .serverNameDisagrees:
            "Inside, TLS asks for another server name (SNI) than CONNECT; the server was asked for the one in TLS."
        case .malformedServerName: "The server name in TLS (SNI) is not a host name; the one in CONNECT was used."
        }
    }

    /// The same for a message that was not forwarded: what is wrong, without what a proxy did about it.
    public var observation: String {
        switch code {
        case .emptyLineBeforeRequest: "There are empty lines before the request line; readers skip them."
        case .foldedLine: "A field value is folded over several lines; readers put a space in place of each fold."
        case .spaceBeforeColon:
            "There is white space between a field's name and its colon; some readers refuse that, others see another "
                + "field."
        case .repeatedContentLength: "Content-Length is given more than once with the same value."
        case .missingReasonSpace, .obsoleteText, .unencodedTarget, .connectWithoutHost, .higherMinorVersion,
            .hostDisagrees:
            text
        case .bytesAfterLastMessage: "More bytes come after the last message of the connection."
        case .bareLineFeed: "A line ends with LF instead of CR LF."
        case .repeatedStatusSpace: "More than one space precedes the status code."
        case .oddVersion: "The version in the status line is not HTTP/1.0 or HTTP/1.1."
        case .oddFieldName: "The field name is empty or has a forbidden character."
        case .controlInValue: "The text has a control character."
        case .spaceAroundValue: "The field value begins or ends with white space."
        case .lengthBesideChunked:
            "Content-Length and chunked are both given; the chunks say where the body ends."
        case .repeatedChunked: "Transfer-Encoding says chunked in more than one line."
        case .identityCoding: "Transfer-Encoding says identity, which is not a coding."
        case .signedContentLength: "Content-Length has a plus sign."
        case .paddedChunkSize: "The size of a chunk has white space around it."
        case .oddChunkExtension: "The extension of a chunk is malformed."
        case .framingWithoutBody:
            "The status allows no body, but a field says where the body ends."
        case .forbiddenTrailer: "This field is only allowed before the content; here it is a trailer."
        case .serverNameDisagrees: "Inside, TLS asks for another server name (SNI) than CONNECT."
        case .malformedServerName: "The server name in TLS (SNI) is not a host name."
        }
    }

    /// The section about it.
    public var spec: String {
        switch code {
        case .emptyLineBeforeRequest: "RFC 9112 §2.2"
        case .foldedLine: "RFC 9112 §5.2"
        case .spaceBeforeColon: "RFC 9112 §5.1"
        case .repeatedContentLength: "RFC 9112 §6.3"
        case .missingReasonSpace: "RFC 9112 §4"
        case .obsoleteText: "RFC 9110 §5.5"
        case .unencodedTarget: "RFC 3986 §2"
        case .connectWithoutHost: "RFC 9112 §3.2"
        case .bytesAfterLastMessage: "RFC 9112 §9.6"
        case .bareLineFeed: "RFC 9112 §2.2"
        case .repeatedStatusSpace: "RFC 9112 §4"
        case .oddVersion: "RFC 9112 §2.3"
        case .oddFieldName: "RFC 9110 §5.1"
        case .controlInValue: "RFC 9110 §5.5"
        case .spaceAroundValue: "RFC 9113 §8.2.1"
        case .lengthBesideChunked, .signedContentLength: "RFC 9112 §6.3"
        case .repeatedChunked: "RFC 9112 §6.1"
        case .identityCoding: "RFC 9112 §7"
        case .paddedChunkSize: "RFC 9112 §7.1"
        case .oddChunkExtension: "RFC 9112 §7.1.1"
        case .higherMinorVersion: "RFC 9110 §2.5"
        case .framingWithoutBody: "RFC 9110 §8.6"
        case .forbiddenTrailer: "RFC 9110 §6.5.1"
        case .hostDisagrees: "RFC 9110 §7.4"
        case .serverNameDisagrees: "RFC 9110 §9.3.6"
        case .malformedServerName: "RFC 6066 §3"
        }
    }
}

extension Quirk.Code {
    /// The message can be read in only one way, but its sender may mean another one: nothing after it on its connection
    /// can be trusted.
    public var doubtsFraming: Bool {
        switch self {
        case .lengthBesideChunked, .repeatedChunked, .identityCoding, .signedContentLength, .paddedChunkSize,
            .oddChunkExtension:
            true
        case .emptyLineBeforeRequest, .foldedLine, .spaceBeforeColon, .repeatedContentLength, .missingReasonSpace,
            .obsoleteText, .unencodedTarget, .connectWithoutHost, .bytesAfterLastMessage, .bareLineFeed,
            .repeatedStatusSpace, .oddVersion, .oddFieldName, .controlInValue, .spaceAroundValue, .higherMinorVersion,
            .framingWithoutBody,
            .forbiddenTrailer, .hostDisagrees, .serverNameDisagrees, .malformedServerName:
            false
        }
    }
}
