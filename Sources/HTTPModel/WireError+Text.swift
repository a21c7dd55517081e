extension WireError {
    /// One plain sentence for people: what is wrong, and what was expected.
    public var text: String {
        switch code {
        case .malformedRequestLine:
            "The request line is not a method, a target and a version with one space between each."
        case .malformedMethod: "The method has a forbidden character."
        case .malformedTarget:
            highByte.map {
                "The request target has the byte \($0); send it percent-encoded, or in a host name as xn--… "
                    + "(IDNA)."
            }
                ?? "The request target has a forbidden character, or a form that this method does not allow."
        case .fragmentInTarget: "The request target has a fragment (#), which clients do not send."
        case .unsupportedVersion: "The protocol version is neither HTTP/1.0 nor HTTP/1.1."
        case .malformedVersion: "The protocol version is not written as HTTP/1.0 or HTTP/1.1."
        case .malformedStatusLine: "The status line is not a version, a space, a status code, a space and a reason."
        case .malformedStatus: "The status code is not a number from 100 to 999."
        case .startLineTooLong: "The first line is longer than the limit."
        case .bareCarriageReturn: "A carriage return is not followed by a line feed."
        case .bareLineFeed: "A line ends with LF instead of CR LF."
        case .malformedFieldName: "A field name is empty or has a forbidden character."
        case .malformedFieldValue: "A field value has a control character."
        case .missingColon: "A field line has no colon between name and value."
        case .spaceBeforeColon: "There is white space between a field's name and its colon."
        case .foldedLine: "A line begins with white space, which obsolete folding used to continue the previous line."
        case .headTooLarge: "The head is larger than the limit."
        case .tooManyFields: "There are more field lines than the limit."
        case .missingHost: "The HTTP/1.1 request has no Host field, which is required."
        case .repeatedHost: "Host is given more than once; exactly one is allowed."
        case .malformedHost:
            highByte.map { "Host has the byte \($0); a name with non-ASCII letters is sent as xn--… (IDNA)." }
                ?? "The value of Host is not a host name or address with an optional port."
        case .malformedContentLength: "Content-Length is not a whole number written with digits only."
        case .conflictingContentLength: "Content-Length is given more than once with different values."
        case .contentLengthWithTransferEncoding:
            "Both Content-Length and Transfer-Encoding are given, so the body could end in two places."
        case .unknownTransferCoding: "Transfer-Encoding names an unknown transfer coding."
        case .chunkedNotLast: "The last coding in Transfer-Encoding is not chunked, or chunked is given twice."
        case .transferEncodingInHTTP10: "Transfer-Encoding is given in an HTTP/1.0 message, which does not allow it."
        case .malformedChunkSize: "A chunk size is not a hexadecimal number."
        case .chunkTooLarge: "A chunk size is larger than 16 digits or than 9223372036854775807."
        case .malformedChunkExtension: "The text after a chunk size is not a valid chunk extension."
        case .chunkExtensionTooLong: "The extension of a chunk is longer than the limit."
        case .missingChunkEnd: "The data of a chunk does not end where its size says."
        case .framingWithoutBody: "A response whose status allows no body has a field that says where the body ends."
        case .chunkOverheadTooLarge: "The chunks are so small that most of the body is not content."
        case .forbiddenTrailer: "A field that is only allowed before the content is sent as a trailer."
        case .trailersTooLarge: "The trailer section is larger than the limit."
        case .truncatedHead: "The head is incomplete."
        case .truncatedBody: "The body is incomplete."
        }
    }

    /// The first offending byte when it is above 0x7F, for people.
    private var highByte: String? {
        guard let byte = bytes.first, byte >= 0x80 else { return nil }
        return "0x" + String(byte, radix: 16, uppercase: true)
    }

    /// The section about it.
    public var spec: String {
        switch code {
        case .malformedRequestLine: "RFC 9112 §3"
        case .malformedMethod: "RFC 9110 §9.1"
        case .malformedTarget: "RFC 9112 §3.2"
        case .fragmentInTarget: "RFC 9110 §7.1"
        case .unsupportedVersion, .malformedVersion: "RFC 9112 §2.3"
        case .malformedStatusLine, .malformedStatus: "RFC 9112 §4"
        case .startLineTooLong: "RFC 9112 §3"
        case .bareCarriageReturn, .bareLineFeed: "RFC 9112 §2.2"
        case .malformedFieldName: "RFC 9110 §5.1"
        case .malformedFieldValue: "RFC 9110 §5.5"
        case .missingColon: "RFC 9112 §5"
        case .spaceBeforeColon: "RFC 9112 §5.1"
        case .foldedLine: "RFC 9112 §5.2"
        case .headTooLarge, .tooManyFields: "RFC 6585 §5"
        case .missingHost, .repeatedHost, .malformedHost: "RFC 9112 §3.2"
        case .malformedContentLength, .conflictingContentLength: "RFC 9112 §6.3"
        case .contentLengthWithTransferEncoding, .unknownTransferCoding, .transferEncodingInHTTP10: "RFC 9112 §6.1"
        case .chunkedNotLast: "RFC 9112 §6.3"
        case .malformedChunkSize, .chunkTooLarge, .missingChunkEnd: "RFC 9112 §7.1"
        case .malformedChunkExtension, .chunkExtensionTooLong: "RFC 9112 §7.1.1"
        case .framingWithoutBody: "RFC 9110 §8.6"
        case .chunkOverheadTooLarge: "RFC 9112 §7.1"
        case .forbiddenTrailer: "RFC 9110 §6.5.1"
        case .trailersTooLarge: "RFC 9112 §7.1.2"
        case .truncatedHead, .truncatedBody: "RFC 9112 §8"
        }
    }

    /// The status of the response to a request with this error. A response with it becomes a 502.
    public var status: Int {
        switch code {
        case .startLineTooLong: 414
        case .chunkTooLarge: 413
        case .headTooLarge, .tooManyFields, .trailersTooLarge: 431
        // RFC 9112 §6.1: a transfer coding that the recipient does not understand.
        case .unknownTransferCoding: 501
        case .unsupportedVersion: 505
        case .malformedRequestLine, .malformedMethod, .malformedTarget, .fragmentInTarget, .malformedVersion,
            .malformedStatusLine,
            .malformedStatus, .bareCarriageReturn, .bareLineFeed, .malformedFieldName, .malformedFieldValue,
            .missingColon, .spaceBeforeColon, .foldedLine, .missingHost, .repeatedHost, .malformedHost,
            .malformedContentLength, .conflictingContentLength, .contentLengthWithTransferEncoding, .chunkedNotLast,
            .transferEncodingInHTTP10, .malformedChunkSize, .malformedChunkExtension,
            .chunkExtensionTooLong, .chunkOverheadTooLarge, .missingChunkEnd, .framingWithoutBody, .forbiddenTrailer,
            .truncatedHead, .truncatedBody:
            400
        }
    }
}
