package import Bytes
import Flow
import HTTPModel
import HTTPSemantics

extension FlowRecord {
    /// The call with its status, also where that stands at the end of a content whose messages nobody has read: in a
    /// text that was pasted, in another tool's recording.
    var callWithEnding: RemoteCall? {
        guard let call, call.status == nil, let head = requestHead, let answer = responseHead,
            !answer.fields.contains(named: "content-encoding"), !response.content.isTruncated,
            let content = response.content.decoded ?? response.content.bytes,
            let end = call.kind.ending(of: content)
        else { return call }
        return RemoteCall(
            path: head.raw.slice(head.target.pathAndQuery), asked: head.fields, httpStatus: answer.status,
            answered: answer.fields, trailers: response.trailers, end: end)
    }
}

extension RemoteCall.Kind {
    /// Octets of a message that are looked at.
    private static let limit = 64 << 10

    /// The last message of a content, where that has the trailers: gRPC-Web flags it with 0x80, Connect with 2.
    fileprivate func ending(of content: Bytes) -> Bytes? {
        var frames = CallFrames(limit: Self.limit)
        let read: [CallFrames.Frame]
        let flag: UInt8
        switch self {
        case .grpc, .connect: return nil
        case .grpcWeb(let isText):
            flag = 1 << 7
            guard let plain = isText ? Base64.decodeGroups(content) : content else { return nil }
            read = frames.take(plain)
        case .connectStream:
            flag = 2
            read = frames.take(content)
        }
        // A compressed one cannot be read here.
        return read.last { $0.flags & flag != 0 && $0.flags & 1 == 0 }?.bytes
    }
}

extension Base64 {
    /// The text of gRPC-Web: base64 of each message and of the trailers, one after the other, so that padding may come
    /// anywhere. What is cut off within a group is left out; nil where the text is no base64.
    package static func decodeGroups(_ text: Bytes) -> Bytes? {
        var plain: [UInt8] = []
        plain.reserveCapacity(text.count / 4 * 3)
        var group: [UInt8] = []
        for byte in text where byte > ASCII.space {
            group.append(byte)
            guard group.count == 4 else { continue }
            guard let octets = decode(group) else { return nil }
            plain += octets
            group.removeAll(keepingCapacity: true)
        }
        return Bytes(plain)
    }
}
