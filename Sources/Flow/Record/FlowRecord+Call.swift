import Bytes
package import HTTPModel
package import HTTPSemantics

extension FlowRecord {
    /// The call that it is: gRPC, gRPC-Web or Connect; nil when it is none.
    package var call: RemoteCall? {
        guard let head = requestHead, head.method == .post || head.method == .get else { return nil }
        let query = head.connectQuery
        guard query != nil || RemoteCall.Kind(head.fields) != nil else { return nil }
        let end = inner.list.last { $0.form == .callEnd }?.bytes
        return RemoteCall(
            path: head.raw.slice(head.target.pathAndQuery), query: query, asked: head.fields,
            httpStatus: responseHead?.status, answered: responseHead?.fields ?? .none, trailers: response.trailers,
            end: end ?? connectError(isAsked: query != nil || RemoteCall.Kind(head.fields) == .connect))
    }

    /// In what form the messages of one side of a call are.
    package func callCodec(_ kind: MessageKind) -> CallCodec {
        if kind == .request, let query = requestHead?.connectQuery { return query.codec }
        return fields(kind).map { CallCodec($0) } ?? .other
    }

    /// Connect, "Unary-Response": what failed says so in JSON, and has another HTTP status than 200.
    private func connectError(isAsked: Bool) -> Bytes? {
        guard isAsked, let answer = responseHead, answer.status != 200, !response.content.isTruncated else {
            return nil
        }
        let isCoded = answer.fields.contains(named: "content-encoding")
        let content = response.content.decoded ?? (isCoded ? nil : response.content.kept.bytes)
        return content.flatMap { $0.count <= 64 << 10 ? $0 : nil }
    }
}

extension RequestHead {
    /// What its query says, when it is a call of Connect by GET.
    package var connectQuery: ConnectQuery? {
        method == .get ? ConnectQuery(raw.slice(target.pathAndQuery)) : nil
    }
}
