public import Bytes

/// The description of an error in `application/problem+json` (RFC 9457 §3.1).
public struct ProblemDetails: Sendable, Hashable {
    /// The kind of problem, a URI; nil is `about:blank`, a problem described only by the status.
    public let type: Bytes?
    /// The kind in a few words.
    public let title: Bytes?
    /// The status in the document.
    public let status: Int64?
    /// What happened this time.
    public let detail: Bytes?
    /// A URI of this occurrence.
    public let instance: Bytes?

    /// Longer contents are not read.
    private static let longest = 65_536

    /// nil if it is not a JSON object.
    public init?(_ content: Bytes) {
        guard content.count <= Self.longest, let object = JSONObject(content) else { return nil }
        func text(_ name: String) -> Bytes? {
            guard case .text(let text)? = object.members.first(where: { $0.name == name })?.value else { return nil }
            return Bytes(text)
        }
        type = text("type")
        title = text("title")
        detail = text("detail")
        instance = text("instance")
        guard case .number(let digits)? = object.members.first(where: { $0.name == "status" })?.value else {
            status = nil
            return
        }
        status = digits.decimal.flatMap { Int64(exactly: $0) }
    }

    /// Whether a media type names such a document.
    public static func isNamed(by type: MediaType?) -> Bool { type?.is("application", "problem+json") == true }
}
