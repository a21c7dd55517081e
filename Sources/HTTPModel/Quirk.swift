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
        /// Bytes that RFC 3986 does not allow in a target but that cannot be misread.
        case unencodedTarget
        /// Bytes on a connection after its last message; they were dropped.
        case bytesAfterLastMessage
        /// A line of a response's head that ends with a line feed alone (RFC 9112 §2.2).
        case bareLineFeed
        /// A response in HTTP/1.2 or later, read as HTTP/1.1 (RFC 9110 §2.5).
        case higherMinorVersion
        /// A Content-Length or Transfer-Encoding in a 1xx or 204 (RFC 9110 §8.6, RFC 9112 §6.1).
        case framingWithoutBody
        /// A trailer that has to be known before the content (RFC 9110 §6.5.1).
        case forbiddenTrailer
        /// Host names another server than the one whose connection it came on (RFC 9110 §7.4).
        case hostDisagrees
        /// A client asks in TLS (SNI) for another server than in CONNECT.
        case serverNameDisagrees
        /// A client names no legal server in TLS (RFC 6066 §3).
        case malformedServerName
    }

    /// Which deviation it is.
    public let code: Code
    /// Bytes from the start of the message.
    public let offset: Int
    /// How many bytes it is about.
    public let length: Int

    /// A deviation at a place of its message.
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
        case .foldedLine: "A field value was folded over several lines; each fold was replaced by a space."
        case .spaceBeforeColon: "There was white space between a field's name and its colon; it was removed."
        case .repeatedContentLength: "Content-Length was given more than once with the same value; one was kept."
        case .missingReasonSpace: "The status line has no space after the status code."
        case .obsoleteText: "The value has bytes outside of ASCII, whose meaning is not defined."
        case .unencodedTarget: "The target has characters that should have been percent-encoded."
        case .bytesAfterLastMessage: "More bytes came after the last message of the connection; they were dropped."
        case .bareLineFeed: "A line of the head ends with a line feed alone; it was sent on with CR and LF."
        case .higherMinorVersion: "The version is later than HTTP/1.1; the response was read as HTTP/1.1."
        case .framingWithoutBody:
            "The response has no body by its status, and yet a field that says where one ends; the field was removed."
        case .forbiddenTrailer: "This field has to come before the content; as a trailer it was removed."
        case .hostDisagrees: "Host names another server than the one this connection was made to."
        case .serverNameDisagrees:
            "Inside, TLS asks for another server name (SNI) than CONNECT; the server was asked for the one in TLS."
        case .malformedServerName: "The server name in TLS (SNI) is none; the one in CONNECT was used."
        }
    }

    /// The section that speaks of it.
    public var spec: String {
        switch code {
        case .emptyLineBeforeRequest: "RFC 9112 §2.2"
        case .foldedLine: "RFC 9112 §5.2"
        case .spaceBeforeColon: "RFC 9112 §5.1"
        case .repeatedContentLength: "RFC 9112 §6.3"
        case .missingReasonSpace: "RFC 9112 §4"
        case .obsoleteText: "RFC 9110 §5.5"
        case .unencodedTarget: "RFC 3986 §2"
        case .bytesAfterLastMessage: "RFC 9112 §9.6"
        case .bareLineFeed: "RFC 9112 §2.2"
        case .higherMinorVersion: "RFC 9110 §2.5"
        case .framingWithoutBody: "RFC 9110 §8.6"
        case .forbiddenTrailer: "RFC 9110 §6.5.1"
        case .hostDisagrees: "RFC 9110 §7.4"
        case .serverNameDisagrees: "RFC 9110 §9.3.6"
        case .malformedServerName: "RFC 6066 §3"
        }
    }
}
