import Bytes
import Flow
import HTTPModel
import HTTPSemantics

/// The content of requests under way whose line says what they ask for: those of GraphQL, which all go to one URL.
///
/// A view hears of content as it passes and keeps none; of these, 64 KiB each and a MiB in all are held until the
/// exchange ends. A value.
struct RequestContents {
    private static let limit = 64 << 10
    private static let totalLimit = 1 << 20

    private var contents: [FlowID: [UInt8]] = [:]
    private var total = 0

    /// - Parameter record: with the request's head.
    mutating func passed(_ bytes: Bytes, of record: FlowRecord) {
        guard let head = record.requestHead, head.method == .post, let type = head.fields.first(.contentType) else {
            return
        }
        let media = MediaType(type)
        guard media.hasSuffix("json") || media.is("application", "json") || media.is("application", "graphql"),
            total + bytes.count <= Self.totalLimit
        else { return forget(record.id) }
        // What has no beginning is not read: only content held from its first byte on is added to.
        guard contents[record.id] != nil || record.request.contentSize == UInt64(bytes.count) else { return }
        guard contents[record.id, default: []].count + bytes.count <= Self.limit else { return forget(record.id) }
        contents[record.id, default: []] += bytes
        total += bytes.count
    }

    /// The content of a request that has ended, which is not held on to.
    mutating func take(_ id: FlowID) -> Bytes? {
        guard let content = contents.removeValue(forKey: id) else { return nil }
        total -= content.count
        return Bytes(content)
    }

    private mutating func forget(_ id: FlowID) { _ = take(id) }
}
