/// Which mistakes of a server are read nevertheless, because they can be read in one way only and browsers and curl
/// read them too. Each becomes a quirk, and what is sent on is put right. Requests are read strictly whatever is
/// tolerated here.
///
/// Made once by whoever configures the proxy, and given to every decoder beside its `Limits`.
public struct Tolerances: OptionSet, Sendable, Hashable {
    /// A bit for each of them.
    public let rawValue: UInt8

    /// Those whose bits are set.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// A line of a response's head ends with a line feed alone (RFC 9112 §2.2); quirk `bareLineFeed`.
    public static let bareLineFeeds = Tolerances(rawValue: 1 << 0)
    /// The space after the status code is missing, with the reason or without (RFC 9112 §4); quirk
    /// `missingReasonSpace`.
    public static let shortStatusLines = Tolerances(rawValue: 1 << 1)
    /// HTTP/1.2 and later are read as HTTP/1.1 (RFC 9110 §2.5); quirk `higherMinorVersion`.
    public static let higherMinorVersions = Tolerances(rawValue: 1 << 2)
    /// A 1xx or 204 has a Content-Length or Transfer-Encoding (RFC 9110 §8.6, RFC 9112 §6.1); quirk
    /// `framingWithoutBody`.
    public static let framingWithoutBody = Tolerances(rawValue: 1 << 3)
    /// A trailer that may be none (RFC 9110 §6.5.1), of a request too; quirk `forbiddenTrailer`.
    public static let forbiddenTrailers = Tolerances(rawValue: 1 << 4)

    /// What is tolerated unless asked otherwise: everything here.
    public static let standard: Tolerances = [
        .bareLineFeeds, .shortStatusLines, .higherMinorVersions, .framingWithoutBody, .forbiddenTrailers,
    ]
    /// Nothing (`--strict`).
    public static let none: Tolerances = []
}
