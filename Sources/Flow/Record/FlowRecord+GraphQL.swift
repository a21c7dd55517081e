import Bytes
import HTTPModel
package import HTTPSemantics

extension FlowRecord {
    /// The operations of GraphQL that it asks for; none when it is no such request, or when what it says was not kept.
    package var graphQL: [GraphQLOperation] {
        guard let head = requestHead, head.method == .post || head.method == .get else { return [] }
        let target = head.raw.slice(head.target.pathAndQuery)
        let query = target.firstIndex(of: ASCII.question).map { target.slice($0 + 1..<target.count) }
        let content = request.content
        let plain =
            content.decoded ?? (head.fields.contains(named: "content-encoding") ? nil : content.kept.bytes)
        return GraphQLOperation.operations(
            query: query, type: head.fields.first(.contentType),
            content: content.isTruncated ? Bytes() : plain ?? Bytes())
    }
}
