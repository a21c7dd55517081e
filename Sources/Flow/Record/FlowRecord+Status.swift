import Bytes
import HTTPModel

extension FlowRecord {
    /// A rule answered when the server's head had come: the head is the server's, and the content is what the client
    /// got in its place.
    package var contentIsOfRule: Bool { responseHead != nil && outcome?.code == .answeredLocally }

    /// The status the client got: the server's, or the one of Hark's own answer.
    public var status: Int? {
        if let responseHead { return responseHead.status }
        // `HTTP/1.1 502 …`
        guard let sent = response.sent, sent.count >= 12 else { return nil }
        return sent.slice(9..<12).decimal.map { Int($0) }
    }
}
