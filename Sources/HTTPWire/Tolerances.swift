/// Which mistakes of a server are accepted, because they can be read in only one way and browsers and curl accept them
/// too. Each becomes a quirk, and the forwarded message is corrected. Requests are read strictly, except for the few
/// cases named here.
///
/// Created once with the proxy's configuration and passed to every decoder with its `Limits`.
public struct Tolerances: OptionSet, Sendable, Hashable {
    /// A bit for each of them.
    public let rawValue: UInt32

    /// The tolerances whose bits are set.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// A line of a response ends with LF instead of CRLF (RFC 9112 §2.2); quirk `bareLineFeed`.
    public static let bareLineFeeds = Tolerances(rawValue: 1 << 0)
    /// The space after the status code is missing, with the reason or without (RFC 9112 §4); quirk
    /// `missingReasonSpace`.
    public static let shortStatusLines = Tolerances(rawValue: 1 << 1)
    /// HTTP/1.2 and later are read as HTTP/1.1 (RFC 9110 §2.5); quirk `higherMinorVersion`.
    public static let higherMinorVersions = Tolerances(rawValue: 1 << 2)
    /// A 1xx or 204 has a Content-Length or Transfer-Encoding (RFC 9110 §8.6, RFC 9112 §6.1); quirk
    /// `framingWithoutBody`.
    public static let framingWithoutBody = Tolerances(rawValue: 1 << 3)
    /// A forbidden trailer (RFC 9110 §6.5.1), also of a request; quirk `forbiddenTrailer`.
    public static let forbiddenTrailers = Tolerances(rawValue: 1 << 4)
    /// More than one space before the status code, or the version in another letter case (RFC 9112 §4, §2.3); quirks
    /// `repeatedStatusSpace`, `oddVersion`.
    public static let oddStatusLines = Tolerances(rawValue: 1 << 5)
    /// An HTTP/1 response with the version HTTP/2 (RFC 9112 §2.3); quirk `oddVersion`.
    public static let laterMajorVersions = Tolerances(rawValue: 1 << 6)
    /// An invalid field name in a response (RFC 9110 §5.1); quirk `oddFieldName`.
    public static let oddFieldNames = Tolerances(rawValue: 1 << 7)
    /// Control characters other than NUL in the values of a response, and in its reason (RFC 9110 §5.5); quirk
    /// `controlInValue`.
    public static let controlsInValues = Tolerances(rawValue: 1 << 8)
    /// White space around the values of an HTTP/2 response (RFC 9113 §8.2.1); quirk `spaceAroundValue`.
    public static let spacesAroundValues = Tolerances(rawValue: 1 << 9)
    /// Irregular framing of a response's body (RFC 9112 §6.3); quirks `lengthBesideChunked`, `repeatedChunked`,
    /// `identityCoding`, `signedContentLength`.
    public static let oddFraming = Tolerances(rawValue: 1 << 10)
    /// White space around a chunk size of a response, and malformed extensions (RFC 9112 §7.1); quirks
    /// `paddedChunkSize`, `oddChunkExtension`.
    public static let oddChunkLines = Tolerances(rawValue: 1 << 11)
    /// UTF-8 in the path or query of a request, where it should be percent-encoded (RFC 3986 §2); quirk
    /// `unencodedTarget`.
    public static let unencodedText = Tolerances(rawValue: 1 << 12)
    /// A CONNECT of HTTP/1.1 without Host (RFC 9112 §3.2); quirk `connectWithoutHost`.
    public static let connectWithoutHost = Tolerances(rawValue: 1 << 13)

    /// The default: all tolerances.
    public static let standard: Tolerances = [
        .bareLineFeeds, .shortStatusLines, .higherMinorVersions, .framingWithoutBody, .forbiddenTrailers,
        .oddStatusLines, .laterMajorVersions, .oddFieldNames, .controlsInValues, .spacesAroundValues, .oddFraming,
        .oddChunkLines, .unencodedText, .connectWithoutHost,
    ]
    /// Nothing (`--strict`).
    public static let none: Tolerances = []
}
