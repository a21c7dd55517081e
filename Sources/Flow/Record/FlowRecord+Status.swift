import Bytes
import HTTPModel

extension FlowRecord {
    /// A rule answered when the server's head had come: the head is the server's, and the content is what the client
    /// got in its place.
    package var contentIsOfRule: Bool { responseHead != nil && outcome?.code == .answeredLocally }

    /// The status the client got: that of Hark's own response or of a rule's, if there is one, else the server's.
    public var status: Int? { givenStatus ?? responseHead?.status }

    /// The client got another status than the server's head has.
    package var statusIsNotTheServers: Bool {
        guard let responseHead, let givenStatus else { return false }
        return givenStatus != responseHead.status
    }

    /// As it went to the client; nil when nothing did, or nothing that has one: a head that somebody wrote byte for
    /// byte.
    private var givenStatus: Int? {
        // `HTTP/1.1 502 …`, `:status: 502`
        guard let sent = response.sent, sent.count >= 12 else { return nil }
        return sent.slice(9..<12).decimal.flatMap { (100...999).contains($0) ? Int($0) : nil }
    }
}
