package import Bytes
package import Flow
import HTTPModel

/// The absolute URL a request was for, put together from what the client sent (RFC 9112 §3.3).
package enum ExchangeURL {
    /// nil when there is no request. CONNECT gives `host:port`. Credentials in the target are left out: they are for
    /// the client's own use and no part of what redirects and caches compare (RFC 9110 §4.2.4).
    package static func of(_ record: FlowRecord) -> Bytes? {
        guard let head = record.requestHead else { return nil }
        switch head.target.form {
        case .absolute:
            guard let userinfo = head.target.userinfo, userinfo.upperBound < head.target.range.upperBound else {
                return head.targetBytes
            }
            let before = head.raw.slice(head.target.range.lowerBound..<userinfo.lowerBound)
            return Bytes(
                Array(before) + Array(head.raw.slice((userinfo.upperBound + 1)..<head.target.range.upperBound)))
        case .authority:
            return head.targetBytes
        case .origin, .asterisk:
            var url: [UInt8] = Array((record.clientTLS == nil ? "http://" : "https://").utf8)
            if let host = head.fields.first(.host), !host.isEmpty {
                url += host
            } else if let host = record.host {
                url += host.utf8
            }
            if head.target.form == .asterisk { url.append(ASCII.slash) }
            url += head.targetBytes
            return Bytes(url)
        }
    }

    /// The same for people: with the name in the target, but not its password, nor what the query has of that kind.
    package static func redacted(_ record: FlowRecord) -> Bytes? {
        guard let head = record.requestHead, head.target.userinfo != nil else {
            return of(record).map { Secrets.redacted(url: $0) }
        }
        return Secrets.redacted(url: head.targetBytes)
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

    /// The host alone, without port and brackets.
    package static func host(_ record: FlowRecord) -> Bytes? {
        guard let head = record.requestHead else { return record.host.map { Bytes($0) } }
        if let host = head.target.host { return head.raw.slice(host) }
        guard let field = head.fields.first(.host) else { return record.host.map { Bytes($0) } }
        if field.first == ASCII.openBracket {
            return field.slice(1..<(field.firstIndex(of: ASCII.closeBracket) ?? field.count))
        }
        return field.slice(0..<(field.firstIndex(of: ASCII.colon) ?? field.count))
    }
}
