package import Bytes
package import Flow
import HTTPModel

/// The URL a request was for, as lines show it.
package enum ExchangeURL {
    /// Without the password in it, and without what the query has of that kind; nil when there is no request. CONNECT
    /// gives `host:port`, as it asks for no more.
    package static func redacted(_ record: FlowRecord) -> Bytes? {
        url(record).map { Secrets.redacted(url: $0) }
    }

    /// The URL with all that it holds.
    package static func url(_ record: FlowRecord) -> Bytes? {
        record.requestHead.map { $0.asksForTunnel ? $0.targetBytes : record.url }
    }
}
