import Bytes
import Flow
import HTTPSemantics

/// Parts of a multipart content (RFC 2046 §5.1).
struct PartParser: ContentParser {
    /// Octets of a part that are kept beside its head; all of it stands in the content.
    static let limit = 64 << 10

    private var reader: MultipartReader

    init(boundary: Bytes) {
        reader = MultipartReader(boundary: boundary, limit: Self.limit)
    }

    mutating func take(_ bytes: Bytes) -> [ContentMessage] { reader.take(bytes).map { Self.message($0) } }

    mutating func end() -> [ContentMessage] { reader.end().map { Self.message($0) } }

    var held: Int { reader.held }

    mutating func letGo() { reader.letGo() }

    private static func message(_ part: MultipartReader.Part) -> ContentMessage {
        ContentMessage(form: .part(head: part.head), offset: part.offset, size: part.size, bytes: part.content)
    }
}
