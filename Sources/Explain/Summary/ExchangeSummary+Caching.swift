import Flow
import HTTPModel
import HTTPSemantics
import Registry

extension ExchangeSummary {
    /// The verdict of caching with its arithmetic in a line, and the fields it came from.
    mutating func caching(_ record: FlowRecord, _ response: ResponseHead) {
        guard response.fields.containsAny(having: .caching) else { return }
        if Redirect.isMadeByBrowser(status: response.status, response: response.fields) { return }
        let (own, shared) = record.freshness(of: response)
        let uses = (own.use(status: response.status), shared.use(status: response.status))
        add(.cache, verdict: .cache(privateCache: uses.0, shared: uses.1)) { out in
            CachePhrases.line(own, uses.0, status: response.status, method: record.method, response.fields, to: &out)
            CachePhrases.difference(own, shared, uses.1, to: &out)
        }
        add(.cacheFields, .quiet) { out in
            out.list(response.fields.lines.filter { $0.known.has(.caching) }, limit: .max, separator: " | ") {
                $0.wire(response.fields.name(of: $1), limit: 20)
                $0.text(": ")
                $0.wire(response.fields.value(of: $1), limit: 100)
            }
        }
    }
}
