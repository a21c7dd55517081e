import Bytes
import HTTPSemantics
import HTTPWire

/// Names the parts of a request target (RFC 9112 §3.2), down to the octets that are percent-encoded, whatever is in it.
///
/// Made for one target; it keeps count of what it has named, so that a target of a million slashes stays affordable.
struct URLSpans {
    let input: Bytes
    /// How many more small parts (segments, parameters, encoded octets) are named one by one.
    private(set) var left = 2000

    init(_ input: Bytes) {
        self.input = input
    }

    mutating func requestTarget(_ range: Range<Int>, isConnect: Bool, _ list: inout SpanList) {
        var parts = SpanList(at: range.lowerBound)
        let quoted = Quotation.of(input.slice(range))
        if isConnect {
            // RFC 9112 §3.2.3
            let target = URLReference(input.slice(range), as: .authority)
            authority(target, at: range.lowerBound, to: range.upperBound, &parts)
            list.group(
                "request-target", "RFC 9112 §3.2.3",
                "The authority form: a tunnel to the host and port \(quoted).", parts)
        } else if input[range.lowerBound] == ASCII.slash {
            // RFC 9112 §3.2.1
            let target = URLReference(input.slice(range), as: .pathAndQuery)
            pathAndQuery(target, at: range.lowerBound, rule: "absolute-path", "RFC 9110 §4.1", &parts)
            list.group(
                "request-target", "RFC 9112 §3.2.1",
                "The origin form: the path and query \(quoted), on the host in the Host field.", parts)
        } else if range.count == 1, input[range.lowerBound] == UInt8(ascii: "*") {
            list.leaf(
                "request-target", to: range.upperBound, "RFC 9112 §3.2.4",
                "The asterisk form: the request is for the whole server. Only OPTIONS has it.")
        } else {
            absolute(range, quoted, &list)
        }
    }

    /// RFC 9112 §3.2.2, and what is no form at all.
    private mutating func absolute(_ range: Range<Int>, _ quoted: String, _ list: inout SpanList) {
        let url = URLReference(input.slice(range))
        let base = range.lowerBound
        var parts = SpanList(at: base)
        guard let scheme = url.scheme, let place = url.authority else {
            if let scheme = url.scheme {
                parts.leaf("scheme", to: base + scheme.upperBound, "RFC 3986 §3.1", "The scheme \(quoted).")
                parts.leaf("\":\"", to: parts.position + 1, "RFC 3986 §3", "The colon ends the scheme.")
            }
            parts.leaf(
                "request-target", to: range.upperBound, "RFC 9112 §3.2",
                url.scheme == nil
                    ? "A path with a leading slash, or a whole URL, was expected."
                    : "Two slashes and a host were expected after the scheme.",
                malformed: true)
            return list.group(
                "request-target", "RFC 9112 §3.2", "\(quoted) is not one of the four forms of a request target.",
                malformed: true, parts)
        }
        let name = input.slice((base + scheme.lowerBound)..<(base + scheme.upperBound))
        parts.leaf(
            "scheme", to: base + scheme.upperBound, "RFC 3986 §3.1",
            "The scheme \(name.text): how to reach the resource. It is not case-sensitive.")
        parts.leaf("\":\"", to: parts.position + 1, "RFC 3986 §3", "The colon ends the scheme.")
        parts.leaf("\"//\"", to: parts.position + 2, "RFC 3986 §3.2", "Two slashes announce a host.")
        var inner = SpanList(at: parts.position)
        authority(url, at: base, to: base + place.upperBound, &inner)
        let text = Quotation.of(input.slice(parts.position..<inner.position))
        if inner.spans.isEmpty {
            parts.missing("uri-host", "RFC 9110 §4.2.1", "A host was expected after the slashes.")
        }
        parts.group("authority", "RFC 3986 §3.2", "The authority \(text): the server to ask.", inner)
        pathAndQuery(url, at: base, rule: "path-abempty", "RFC 3986 §3.3", &parts)
        list.group(
            "request-target", "RFC 9112 §3.2.2",
            "The absolute form: the whole URL \(quoted), which clients send to a proxy.", parts)
    }

    /// `path [ "?" query ]`, and a fragment, which nobody should send.
    private mutating func pathAndQuery(
        _ url: URLReference, at base: Int, rule: String, _ spec: String, _ list: inout SpanList
    ) {
        path(url.path.moved(by: base), rule: rule, spec, &list)
        if let query = url.query?.moved(by: base) {
            list.leaf("\"?\"", to: query.lowerBound, "RFC 3986 §3.4", "The first question mark begins the query.")
            self.query(query, &list)
        }
        guard let fragment = url.fragment?.moved(by: base) else { return }
        list.leaf(
            "\"#\"", to: fragment.lowerBound, "RFC 9112 §3.2",
            "A number sign begins a fragment, which is only for the client. The target should end before it.",
            malformed: true)
        let text = Quotation.of(input.slice(fragment))
        list.leaf(
            "fragment", to: fragment.upperBound, "RFC 3986 §3.5",
            "The fragment \(text) names a place within the page. The client should not have sent it.", malformed: true
        )
    }

    private mutating func path(_ range: Range<Int>, rule: String, _ spec: String, _ list: inout SpanList) {
        var parts = SpanList(at: range.lowerBound)
        var number = 0
        while parts.position < range.upperBound {
            guard left > 0 else {
                parts.leaf(
                    rule, to: range.upperBound, spec,
                    "The rest of the path, which is too long to describe part by part.")
                break
            }
            left -= 1
            if input[parts.position] == ASCII.slash {
                parts.leaf(
                    "\"/\"", to: parts.position + 1, "RFC 3986 §3.3",
                    number == 0 ? "The root." : "A slash ends the segment.")
            }
            number += 1
            let start = parts.position
            let end = input.index(of: ASCII.slash, from: start, before: range.upperBound) ?? range.upperBound
            let segment = input.slice(start..<end)
            let isDots = segment.isExactly(".") || segment.isExactly("..")
            component(
                "segment", of: "pchar", to: end, in: .path, isDots ? "RFC 3986 §5.2.4" : "RFC 3986 §3.3",
                isDots
                    ? "A dot segment: clients remove it before they send the request, and readers that remove it later "
                        + "differ."
                    : "Segment \(number) of the path: \(decoded(segment)).",
                &parts)
        }
        list.group(rule, spec, "The path \(quoting: input.slice(range)): the requested resource.", parts)
    }

    /// RFC 3986 leaves a query as it is; nearly all are pairs as the form encoding makes them.
    private mutating func query(_ range: Range<Int>, _ list: inout SpanList) {
        let form = "URL Standard §5.1"
        var parts = SpanList(at: range.lowerBound)
        PercentCoding.forEachPair(of: input.slice(range)) { name, value in
            guard let start = name.range(in: input)?.lowerBound else { return }
            ampersands(to: start, &parts)
            guard left > 0 else { return }
            left -= 1
            component(
                "parameter-name", of: "query", to: start + name.count, in: .query, form,
                value == nil
                    ? "The parameter \(decoded(name, isForm: true)), without a value."
                    : "The name of a parameter: \(decoded(name, isForm: true)).",
                &parts)
            guard let value else { return }
            parts.leaf("\"=\"", to: parts.position + 1, form, "The first equals sign ends the parameter's name.")
            component(
                "parameter-value", of: "query", to: parts.position + value.count, in: .query, form,
                "The value of \(quoting: name): \(decoded(value, isForm: true)).", &parts)
        }
        ampersands(to: range.upperBound, &parts)
        parts.leaf(
            "query", to: range.upperBound, "RFC 3986 §3.4",
            "The rest of the query, which is too long to describe part by part.")
        list.group(
            "query", "RFC 3986 §3.4",
            "The query \(quoting: input.slice(range)), read as form data. Only the server knows its meaning.",
            parts)
    }

    private mutating func ampersands(to end: Int, _ parts: inout SpanList) {
        while parts.position < end, left > 0 {
            left -= 1
            parts.leaf("\"&\"", to: parts.position + 1, "URL Standard §5.1", "An ampersand separates parameters.")
        }
    }

    /// The quoted bytes, and what they stand for when that is something else.
    private func decoded(_ bytes: Bytes, isForm: Bool = false) -> String {
        let plain = PercentCoding.decode(bytes.slice(0..<min(bytes.count, 256)), plusIsSpace: isForm)
        let quoted = Quotation.of(bytes)
        return plain == bytes || bytes.count > 256 ? quoted : "\(quoted), which is \(quoting: plain)"
    }
}

extension Range<Int> {
    /// The same range of bytes that begin `distance` further on.
    func moved(by distance: Int) -> Range<Int> { (lowerBound + distance)..<(upperBound + distance) }
}

extension URLSpans {
    /// A part in which only some characters may stand: a leaf, or its runs, its encoded octets and what is wrong.
    mutating func component(
        _ rule: String, of character: String, to end: Int, in component: URLComponent, _ spec: String,
        _ text: Wording, _ list: inout SpanList
    ) {
        let start = list.position
        guard input.end(of: start..<end, while: component.allowed.contains) < end else {
            return list.leaf(rule, to: end, spec, text)
        }
        var parts = SpanList(at: start)
        var octets = PercentOctets(input: input, end: end)
        while parts.position < end {
            guard left > 0 else {
                parts.leaf(rule, to: end, spec, "The rest, which is too long to describe part by part.")
                break
            }
            left -= 1
            let piece = URLPiece(in: input, parts.position..<end, of: component)
            let next = piece.range.upperBound
            switch piece.kind {
            case .plain:
                parts.leaf(
                    character, to: next, spec,
                    "\(quoting: input.slice(piece.range)), unencoded.")
            case .encoded(let octet):
                parts.leaf(
                    "pct-encoded", to: next, "RFC 3986 §2.1", octets.meaning(of: octet, at: piece.range.lowerBound))
            case .brokenPercent:
                parts.leaf(
                    "pct-encoded", to: next, "RFC 3986 §2.1",
                    """
                    Two hexadecimal digits were expected after the percent sign. A literal percent sign is written \
                    %25.
                    """,
                    malformed: true)
            case .leftUnencoded:
                let byte = input[piece.range.lowerBound]
                parts.leaf(
                    character, to: next, "RFC 3986 §2.1",
                    """
                    \(quoting: input.slice(piece.range)), unencoded: browsers send it so, RFC 3986 wants \
                    %\(Quotation.hex(byte)).
                    """)
            case .unencoded:
                let byte = input[piece.range.lowerBound]
                parts.leaf(
                    character, to: next, "RFC 3986 §2.1",
                    "\(Quotation.byte(byte)) is not allowed here; write it as %\(Quotation.hex(byte)).",
                    malformed: true)
            }
        }
        list.group(rule, spec, text, parts)
    }
}

/// Reads encoded octets one after another, and says which character they make together.
private struct PercentOctets {
    let input: Bytes
    let end: Int
    /// The character being spelled, how many octets it has, and where the next one stands.
    private var character: (text: String, count: Int, next: Int, index: Int)?

    init(input: Bytes, end: Int) {
        self.input = input
        self.end = end
    }

    /// What the encoded octet whose `%` is at `position` stands for.
    mutating func meaning(of octet: UInt8, at position: Int) -> Wording {
        let sign = "%" + Quotation.hex(octet)
        guard octet >= 0x80 else { return "\(sign) is \(Quotation.byte(octet))." }
        if let running = character, running.next == position {
            character = (running.text, running.count, position + 3, running.index + 1)
        } else {
            character = start(octet, position)
        }
        guard let now = character, now.index <= now.count else {
            character = nil
            return "\(sign) is the byte 0x\(Quotation.hex(octet)), which is not UTF-8 here."
        }
        return
            """
            \(sign) is the byte 0x\(Quotation.hex(octet)), number \(now.index) of the \(now.count) that encode \
            \"\(now.text)\" in UTF-8.
            """
    }

    private func octet(at position: Int) -> UInt8? {
        guard position + 2 < end, input[position] == ASCII.percent, let high = ASCII.hexValue(input[position + 1]),
            let low = ASCII.hexValue(input[position + 2])
        else { return nil }
        return high << 4 | low
    }

    private func start(_ first: UInt8, _ position: Int) -> (text: String, count: Int, next: Int, index: Int)? {
        let count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 0
        guard count > 0 else { return nil }
        let octets = (0..<count).compactMap { octet(at: position + $0 * 3) }
        guard octets.count == count, let text = String(validating: octets, as: UTF8.self) else { return nil }
        return (text, count, position + 3, 1)
    }
}
