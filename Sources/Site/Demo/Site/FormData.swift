import Bytes
import HTTPModel
import HTTPSemantics

/// Form content, `application/x-www-form-urlencoded` or `multipart/form-data` (RFC 7578), taken apart. Pure functions.
enum FormData {
    /// More parts than these are not looked at.
    private static let mostParts = 50

    /// The media type of the content, in lower case, without its parameters.
    static func mediaType(_ request: SiteRequest) -> String {
        let type = MediaType(request.head.fields.first(.contentType) ?? Bytes())
        return "\(type.type.lowercased.text)/\(type.subtype.lowercased.text)"
    }

    static func isMultipart(_ request: SiteRequest) -> Bool {
        mediaType(request) == "multipart/form-data"
    }

    /// The fields of a multipart form that came whole; none when the type has no boundary.
    static func parts(_ request: SiteRequest, _ body: Bytes) -> [Multipart.Part] {
        guard let type = request.head.fields.first(.contentType),
            let boundary = MediaType(type).parameter("boundary"), !boundary.isEmpty
        else { return [] }
        return Multipart(body, boundary: boundary, limit: mostParts).parts.filter {
            $0.isWhole && $0.headIsWhole && $0.name != nil
        }
    }
}
