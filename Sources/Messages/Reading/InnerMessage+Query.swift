import Bytes
import Flow
import HTTPModel
import HTTPSemantics

extension InnerMessage {
    /// The message of a call of Connect by GET, which has no content; nil when the request is none, or has no message
    /// that can be read.
    init?(query head: RequestHead, at time: Instant) {
        guard let query = head.connectQuery, let message = query.message else { return nil }
        let isCompressed = query.compression != nil
        var decoding = CallDecoding(query.compression)
        let decoded = isCompressed ? decoding.decode(message) : nil
        self.init(
            from: .request, .call(isCoded: isCompressed && decoded == nil), at: time,
            size: decoded?.size ?? UInt64(message.count), bytes: decoded?.bytes ?? message, isCompressed: isCompressed)
    }
}
