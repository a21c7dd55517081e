import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import Registry

extension ExchangeLines {
    /// The verdict of caching with its arithmetic in a line, and the fields it came from.
    mutating func cacheLines(_ record: FlowRecord) {
        guard let request = record.requestHead else { return }
        conditionLine(request, status: record.responseHead?.status)
        guard let response = record.responseHead, Self.speaksOfCaching(response.fields) else { return }
        let now = record.seconds(at: record.times.responseHead)
        let clock = Freshness.Clock(
            requestTime: record.seconds(at: record.times.requestForwarded ?? record.times.requestHead),
            responseTime: now, now: now)
        let (privateCache, shared) = Freshness.both(
            method: request.method, request: request.fields, status: response.status, response: response.fields,
            clock: clock)
        writer.detail("cache") { out in
            CacheWords.verdict(privateCache, method: request.method, status: response.status, response.fields, to: &out)
            CacheWords.difference(privateCache, shared, to: &out)
        }
        fieldsLine(response.fields)
    }

    /// The request asked whether what the client has is still good (RFC 9110 §13).
    private mutating func conditionLine(_ request: RequestHead, status: Int?) {
        let field: KnownField
        if request.fields.contains(.ifNoneMatch) {
            field = .ifNoneMatch
        } else if request.fields.contains(.ifModifiedSince) {
            field = .ifModifiedSince
        } else {
            return
        }
        guard let value = request.fields.first(field) else { return }
        writer.detail("condition") { out in
            out.text(field == .ifNoneMatch ? "If-None-Match: " : "If-Modified-Since: ")
            out.wire(value, limit: 60)
            switch status {
            case .some(304): out.text(" -> not changed: the client's copy is still good")
            // Of a request that changes something, a success only says that its condition held.
            case .some(200..<300) where request.method.isSafe: out.text(" -> changed: sent anew")
            case .some, .none: break
            }
        }
    }

    private static func speaksOfCaching(_ fields: FieldSection) -> Bool {
        fields.lines.contains { $0.known.has(.caching) }
    }

    /// The fields themselves, in the order they came.
    private mutating func fieldsLine(_ fields: FieldSection) {
        writer.detail("", ink: .quiet) { out in
            var isFirst = true
            for line in fields.lines where line.known.has(.caching) {
                if !isFirst { out.text(" | ") }
                isFirst = false
                out.wire(fields.name(of: line), limit: 20)
                out.text(": ")
                out.wire(fields.value(of: line), limit: 100)
            }
        }
    }
}
