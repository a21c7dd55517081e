import Bytes
import HTTPModel
package import HTTPSemantics

extension FlowRecord {
    /// The call that it is: gRPC, gRPC-Web or Connect; nil when it is none.
    package var call: RemoteCall? {
        guard let head = requestHead, head.method == .post || head.method == .get else { return nil }
        let end = inner.list.last { $0.form == .callEnd }?.bytes
        return RemoteCall(
            path: head.raw.slice(head.target.pathAndQuery), asked: head.fields, httpStatus: responseHead?.status,
            answered: responseHead?.fields ?? .none, trailers: response.trailers, end: end ?? connectError(head))
    }

    /// Connect, "Unary-Response": what failed says so in JSON, and has another HTTP status than 200.
    private func connectError(_ head: RequestHead) -> Bytes? {
        guard let answer = responseHead, answer.status != 200, RemoteCall.Kind(head.fields) == .connect,
            !response.content.isTruncated
        else { return nil }
        let isCoded = answer.fields.contains(named: "content-encoding")
        let content = response.content.decoded ?? (isCoded ? nil : response.content.kept.bytes)
        return content.flatMap { $0.count <= 64 << 10 ? $0 : nil }
    }

    /// The status the client got: the server's, or the one of Hark's own answer.
    public var status: Int? {
        if let responseHead { return responseHead.status }
        // `HTTP/1.1 502 …`
        guard let sent = response.sent, sent.count >= 12 else { return nil }
        return sent.slice(9..<12).decimal.map { Int($0) }
    }
}
