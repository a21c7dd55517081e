import Bytes
import HTTPSemantics
import HTTPWire

/// Who is asked: `[ userinfo "@" ] host [ ":" port ]` (RFC 3986 §3.2).
extension URLSpans {
    mutating func authority(_ url: URLReference, at base: Int, to end: Int, _ list: inout SpanList) {
        if let userinfo = url.userinfo?.moved(by: base) {
            self.userinfo(userinfo, &list)
            list.leaf(
                "\"@\"", to: userinfo.upperBound + 1, "RFC 3986 §3.2",
                "The at sign ends the credentials; the host follows.")
        }
        if let place = url.host?.moved(by: base) { host(place, &list) }
        if let port = url.port?.moved(by: base), port.lowerBound == list.position + 1 {
            list.leaf("\":\"", to: port.lowerBound, "RFC 3986 §3.2", "The colon ends the host; the port follows.")
            self.port(port, isDefault: url.defaultPort, &list)
        }
        list.leaf(
            "port", to: end, "RFC 3986 §3.2", "After the host, a colon and a port, or nothing, was expected.",
            malformed: true)
    }

    /// What becomes of a name and a password in a URL (RFC 9110 §4.2.4, Fetch §4.6).
    static let userinfoFate = "they end up in histories and logs, and clients send them as Authorization instead"

    private mutating func userinfo(_ range: Range<Int>, _ list: inout SpanList) {
        guard !range.isEmpty else { return }
        var parts = SpanList(at: range.lowerBound)
        let colon = input.index(of: ASCII.colon, from: range.lowerBound, before: range.upperBound)
        component(
            "userinfo", of: "userinfo", to: colon ?? range.upperBound, in: .userinfo, "RFC 3986 §3.2.1",
            "The user name.", &parts)
        if let colon {
            parts.leaf("\":\"", to: colon + 1, "RFC 3986 §3.2.1", "The colon ends the user name; a password follows.")
            component(
                "userinfo", of: "userinfo", to: range.upperBound, in: .userinfo, "RFC 3986 §3.2.1",
                "A password, readable to anyone who sees the URL.", &parts)
        }
        list.group(
            "userinfo", "RFC 9110 §4.2.4",
            Wording("A name and password in the URL: \(Self.userinfoFate)."), parts)
    }

    private mutating func host(_ range: Range<Int>, _ list: inout SpanList) {
        guard !range.isEmpty else { return }
        let text = input.slice(range)
        if input[range.lowerBound] == ASCII.openBracket { return literal(range, &list) }
        if text.isIPv4Address {
            return list.leaf("IPv4address", to: range.upperBound, "RFC 3986 §3.2.2", "The IPv4 address \(text.text).")
        }
        component(
            "reg-name", of: "reg-name", to: range.upperBound, in: .host, "RFC 3986 §3.2.2",
            "The host name, \(quoting: text), which the client looks up. It is not case-sensitive.", &list)
    }

    /// `"[" ( IPv6address / IPvFuture ) "]"`, with a zone (RFC 6874) or without.
    private mutating func literal(_ range: Range<Int>, _ list: inout SpanList) {
        var parts = SpanList(at: range.lowerBound)
        parts.leaf("\"[\"", to: range.lowerBound + 1, "RFC 3986 §3.2.2", "A bracket begins an IPv6 address.")
        let close = input.index(of: ASCII.closeBracket, from: range.lowerBound, before: range.upperBound)
        let end = close ?? range.upperBound
        let zone = input.index(of: ASCII.percent, from: parts.position, before: end)
        let address = input.slice(parts.position..<(zone ?? end))
        if let first = address.first, first | 0x20 == UInt8(ascii: "v") {
            parts.leaf(
                "IPvFuture", to: zone ?? end, "RFC 3986 §3.2.2", "An address of a kind that is not defined.",
                malformed: true)
        } else if address.isIPv6Address {
            parts.leaf("IPv6address", to: zone ?? end, "RFC 3986 §3.2.2", "The IPv6 address \(address.text).")
        } else {
            parts.leaf(
                "IPv6address", to: zone ?? end, "RFC 3986 §3.2.2",
                "\(quoting: address) is not an IPv6 address: eight groups of up to four hexadecimal digits were "
                    + "expected.",
                malformed: true)
        }
        if let zone {
            let isEncoded = input.has("%25", at: zone) && zone + 3 < end
            parts.leaf(
                isEncoded ? "\"%25\"" : "ZoneID", to: isEncoded ? zone + 3 : end, "RFC 6874 §2",
                isEncoded
                    ? "An encoded percent sign begins the zone: a network interface of the client."
                    : "%25 and the name of a zone were expected.",
                malformed: !isEncoded)
            component(
                "ZoneID", of: "ZoneID", to: end, in: .host, "RFC 6874 §2",
                "A zone is valid only on the client itself. Do not send it.", &parts)
        }
        if let close {
            parts.leaf("\"]\"", to: close + 1, "RFC 3986 §3.2.2", "A bracket ends the address.")
        } else {
            parts.missing("\"]\"", "RFC 3986 §3.2.2", "A closing bracket was expected.")
        }
        list.group("IP-literal", "RFC 3986 §3.2.2", "An IPv6 address, in brackets because it contains colons.", parts)
    }

    private func port(_ range: Range<Int>, isDefault expected: UInt16?, _ list: inout SpanList) {
        guard !range.isEmpty else { return }
        let text = input.slice(range)
        guard let port = text.decimal, port <= UInt64(UInt16.max) else {
            return list.leaf(
                "port", to: range.upperBound, "RFC 3986 §3.2.3",
                "\(quoting: text) is not a port: a number up to 65535 was expected, in digits only.", malformed: true
            )
        }
        let isDefault = port == expected.map(UInt64.init)
        list.leaf(
            "port", to: range.upperBound, "RFC 3986 §3.2.3",
            isDefault ? "Port \(port), the default of the scheme." : "Port \(port).")
    }
}
