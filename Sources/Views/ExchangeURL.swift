package import Bytes
package import Flow
import HTTPModel

/// The URL a request was for, as lines show it.
package enum ExchangeURL {
    /// Without the password in it, and without what the query has of that kind; nil when there is no request. CONNECT
    /// gives `host:port`, as it asks for no more.
    package static func redacted(_ record: FlowRecord) -> Bytes? {
        guard let head = record.requestHead else { return nil }
        return Secrets.redacted(url: head.method == .connect ? head.targetBytes : record.url)
    }

    /// The request line for people, without these either.
    static func redactedStartLine(_ record: FlowRecord) -> Bytes? {
        guard let head = record.requestHead else { return nil }
        let url = Secrets.redacted(url: head.targetBytes)
        guard url != head.targetBytes else { return head.startLine }
        let line = head.startLine
        return Bytes(
            Array(line.slice(0..<min(head.target.range.lowerBound, line.count))) + Array(url)
                + Array(line.slice(min(head.target.range.upperBound, line.count)..<line.count)))
    }
}
