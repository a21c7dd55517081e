package import Bytes
package import Flow
import HTTPModel

/// The absolute URL a request was for, put together from what the client sent (RFC 9112 §3.3).
package enum ExchangeURL {
    /// nil when there is no request. CONNECT gives `host:port`.
    package static func of(_ record: FlowRecord) -> Bytes? {
        guard let head = record.requestHead else { return nil }
        switch head.target.form {
        case .absolute, .authority:
            return head.targetBytes
        case .origin, .asterisk:
            var url: [UInt8] = Array("http://".utf8)
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

    /// The same for people: a password in it is not shown.
    package static func shown(_ record: FlowRecord) -> Bytes? {
        guard let head = record.requestHead, head.target.form == .absolute, let userinfo = head.target.userinfo,
            let colon = head.raw.slice(userinfo).firstIndex(of: ASCII.colon)
        else { return of(record) }
        var url = Array(head.raw.slice(head.target.range.lowerBound..<(userinfo.lowerBound + colon + 1)))
        url += "…".utf8
        url += head.raw.slice(userinfo.upperBound..<head.target.range.upperBound)
        return Bytes(url)
    }

    /// The request line for people, without that password either.
    static func shownStartLine(_ record: FlowRecord) -> Bytes? {
        guard let head = record.requestHead else { return nil }
        guard head.target.userinfo != nil, let url = shown(record) else { return head.startLine }
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
        if field.first == 0x5B {
            return field.slice(1..<(field.firstIndex(of: 0x5D) ?? field.count))
        }
        return field.slice(0..<(field.firstIndex(of: ASCII.colon) ?? field.count))
    }
}
