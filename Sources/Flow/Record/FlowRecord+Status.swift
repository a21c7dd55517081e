import Bytes
import HTTPModel
package import HTTPSemantics

extension FlowRecord {
    /// The call that it is: gRPC, gRPC-Web or Connect; nil when it is none.
    package var call: RemoteCall? {
        guard let head = requestHead, head.method == .post || head.method == .get else { return nil }
        let end = inner.list.last { $0.form == .callEnd }
        return RemoteCall(
            path: head.raw.slice(head.target.pathAndQuery), asked: head.fields, httpStatus: responseHead?.status,
            answered: responseHead?.fields ?? .none, trailers: response.trailers, end: end?.bytes)
    }

    /// The status the client got: the server's, or the one of Hark's own answer.
    public var status: Int? {
        if let responseHead { return responseHead.status }
        // `HTTP/1.1 502 …`
        guard let sent = response.sent, sent.count >= 12 else { return nil }
        return sent.slice(9..<12).decimal.map { Int($0) }
    }
}
