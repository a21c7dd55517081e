package import Bytes
package import Flow
import HTTPModel
package import HTTPSemantics

/// The URL in its parts, with what is not written filled in, its encoding and its normal form.
package enum URLReasoning {
    /// Runs of triplets that are taken apart; the rest is counted.
    private static let mostRuns = 12
    private static let mostParameters = 12
    /// Only the parts of longer URLs are shown.
    static let longest = 32_768

    /// What the URL of the request says; nil when it is not known.
    package static func reasoning(about exchange: FlowRecord) -> Reasoning? {
        let url = exchange.reference
        guard !url.raw.isEmpty else { return nil }
        var steps = StepCollector()
        switch exchange.requestHead?.target.form {
        case .authority: tunnel(url, &steps)
        case .asterisk: server(url, &steps)
        case .origin, .absolute, nil: resource(url, &steps)
        }
        return Reasoning(.url, conclusion(url, exchange), steps: steps.steps)
    }

    private static func resource(_ url: URLReference, _ steps: inout StepCollector) {
        parts(url, &steps)
        if url.raw.count <= longest {
            query(url, &steps)
            encoding(url, &steps)
            spelling(url, &steps)
            if let browsers = BrowserReading(url.raw, as: url) {
                steps.add("browsers", browsers.text, BrowserReading.spec)
            }
        } else {
            steps.add("size", "It has \(url.raw.count) bytes; Hark shows only its parts.", "RFC 9110 §4.1")
        }
    }

    /// A target of CONNECT is host and port alone: it has no scheme and names no resource (RFC 9112 §3.2.3).
    private static func tunnel(_ url: URLReference, _ steps: inout StepCollector) {
        host(url, &steps)
        if let port = url.bytes(url.port) {
            steps.add("port", "\(port): the port at the end of the tunnel.", "RFC 9112 §3.2.3")
        }
        if let defect = url.firstDefect { malformed(defect, url, &steps) }
    }

    /// `*` is no path, and has no other form (RFC 9112 §3.2.4).
    private static func server(_ url: URLReference, _ steps: inout StepCollector) {
        scheme(url, &steps)
        host(url, &steps)
        port(url, &steps)
        steps.add("target", "\("*") is not a path: the request is for the whole server.", "RFC 9112 §3.2.4")
        if let defect = url.firstDefect { malformed(defect, url, &steps) }
    }

    /// Whom to ask, and for what. Two targets name no resource: that of CONNECT, and `*` (RFC 9112 §3.2).
    private static func conclusion(_ url: URLReference, _ exchange: FlowRecord) -> Prose {
        if let defect = url.firstDefect, defect.kind.hidesServer {
            return "This URL names no server: it has \(phrase(defect.kind))."
        }
        guard let port = url.effectivePort, let scheme = url.bytes(url.scheme), let host = url.bytes(url.host) else {
            return "Request \(url.raw)."
        }
        switch exchange.requestHead?.target.form {
        case .authority: return "Open a tunnel to \(host), port \(port)."
        case .asterisk: return "Request to \(host), port \(port), over \(scheme), for the whole server."
        case .origin, .absolute, nil: return "Request to \(host), port \(port), over \(scheme), for \(target(url))."
        }
    }

    private static func target(_ url: URLReference) -> Bytes {
        let end = url.query?.upperBound ?? url.path.upperBound
        let path = url.raw.slice(url.path.lowerBound..<end)
        return path.first == ASCII.slash ? path : Bytes([ASCII.slash] + path.array)
    }

    private static func parts(_ url: URLReference, _ steps: inout StepCollector) {
        scheme(url, &steps)
        userinfo(url, &steps)
        host(url, &steps)
        port(url, &steps)
        let path = url.raw.slice(url.path)
        if path.isEmpty {
            steps.add("path", "The URL has no path; with a host that is the same as \("/").", "RFC 9110 §4.2.3")
        } else {
            let segments = path.reduce(0) { $0 + ($1 == ASCII.slash ? 1 : 0) }
            steps.add(
                "path",
                "\(path): \(segments) segment\(Prose.phrase(segments == 1 ? "" : "s")). It is case-sensitive.",
                "RFC 3986 §3.3")
        }
        if let fragment = url.bytes(url.fragment) {
            steps.add(
                "fragment", "\(fragment): only for the client, which does not send it to the server.", "RFC 3986 §3.5")
        }
    }

    private static func scheme(_ url: URLReference, _ steps: inout StepCollector) {
        if let scheme = url.bytes(url.scheme) {
            steps.add("scheme", "\(scheme): the protocol. It is not case-sensitive.", "RFC 3986 §3.1")
        }
    }

    private static func userinfo(_ url: URLReference, _ steps: inout StepCollector) {
        if let userinfo = url.bytes(url.userinfo) {
            steps.add(
                "userinfo",
                "\(userinfo): a name and password in the URL; " + .phrase(URLSpans.userinfoFate + "."),
                "RFC 9110 §4.2.4")
        }
    }

    private static func host(_ url: URLReference, _ steps: inout StepCollector) {
        if let host = url.bytes(url.host) {
            if let decoded = HostName.decoded(host) {
                steps.add(
                    "host",
                    """
                    \(host) is \(decoded) in its own script: DNS allows only ASCII, so each label is written in \
                    Punycode after \("xn--").
                    """,
                    "RFC 3492 §6.2")
            } else if host.contains(where: { $0 >= 0x80 }) {
                steps.add(
                    "host", held: false,
                    "\(host) has characters outside ASCII; on the wire it must be in its \("xn--") form.",
                    "RFC 5890 §2.3.2.1")
            } else if host.first == ASCII.openBracket {
                steps.add(
                    "host",
                    "\(host): an IPv6 address, in brackets because it contains colons.", "RFC 3986 §3.2.2")
            } else {
                steps.add("host", "\(host): the server. It is not case-sensitive.", "RFC 3986 §3.2.2")
            }
        }
    }

    /// A port that is none is said where the grammar is.
    private static func port(_ url: URLReference, _ steps: inout StepCollector) {
        if let port = url.bytes(url.port), !port.isEmpty {
            guard url.effectivePort != nil else { return }
            let isDefault = port.decimal == url.defaultPort.map(UInt64.init)
            steps.add(
                "port",
                isDefault
                    ? "\(port): the scheme's default port, which can be left out."
                    : "\(port), not the scheme's default port.", "RFC 3986 §3.2.3")
        } else if let port = url.defaultPort, let scheme = url.bytes(url.scheme) {
            steps.add("port", "The URL has no port; the default for \(scheme) is \(port).", "RFC 9110 §4.2")
        }
    }

    private static func query(_ url: URLReference, _ steps: inout StepCollector) {
        guard let query = url.bytes(url.query) else { return }
        let pairs = PercentCoding.pairs(query)
        steps.add(
            "query",
            """
            \(query): everything after the first \("?"). Read as form data it has \(pairs.count) \
            parameter\(Prose.phrase(pairs.count == 1 ? "" : "s")).
            """,
            "RFC 3986 §3.4")
        for pair in pairs.prefix(mostParameters) {
            if let value = pair.value {
                steps.add("parameter", "“\(pair.name)” is \(value).", "WHATWG URL §5.1")
            } else {
                steps.add("parameter", "“\(pair.name)”, without a value.", "WHATWG URL §5.1")
            }
        }
        if query.contains(ASCII.plus) {
            steps.add(
                "plus",
                """
                \("+") in the query: a server that decodes forms reads it as a space; in a plain URI it is a plus \
                sign. \("%20") is a space for both, \("%2B") a plus sign for both.
                """,
                "WHATWG URL §5.1")
        }
        ways(pairs.compactMap(\.value), &steps)
    }

    /// The ways to encode, on the first value in which delimiters make them differ, or else one with a space.
    private static func ways(_ values: [Bytes], _ steps: inout StepCollector) {
        let short = values.lazy.filter { $0.count <= 256 }
        let delimited = short.first { $0.contains { "&?=+/#".utf8.contains($0) } }
        guard let value = delimited ?? short.first(where: { $0.contains(ASCII.space) }) else { return }
        let component = TextEncoding.component.encode(value)
        var text: Prose = """
            \(value) as one component is \(component), as a form value \(TextEncoding.form.encode(value))
            """
        if delimited != nil {
            text =
                text
                    + """
                    ; encoded like a whole URL it would be \(TextEncoding.wholeURL.encode(value)), where \
                    \("& ? = + / #") stay unencoded and split the value
                    """
        }
        steps.add("ways to encode", text + ".", "RFC 3986 §2.2")
    }

    private static func encoding(_ url: URLReference, _ steps: inout StepCollector) {
        let octets = PercentOctet.list(in: url.raw)
        guard !octets.isEmpty else { return }
        var index = 0
        var runs = 0
        while index < octets.count, runs < mostRuns {
            var end = index + 1
            // Octets above 0x7F that stand together are read together: they make up characters.
            while end < octets.count, octets[end].offset == octets[end - 1].offset + 3,
                octets[end].kind == .nonASCII, octets[index].kind == .nonASCII
            {
                end += 1
            }
            let first = octets[index]
            let written = url.raw.slice(first.offset..<octets[end - 1].offset + 3)
            steps.add("octet", meaning(written, octets[index..<end]), "RFC 3986 §2.1")
            runs += 1
            index = end
        }
        if index < octets.count {
            steps.add("octets", "\(octets.count - index) more bytes are percent-encoded.", "RFC 3986 §2.1")
        }
    }

    private static func meaning(_ written: Bytes, _ octets: ArraySlice<PercentOctet>) -> Prose {
        guard let first = octets.first else { return "" }
        let value = Hex.text([first.value]).uppercased()
        switch first.kind {
        case .nonASCII:
            let bytes = octets.map(\.value)
            if let text = String(validating: bytes, as: UTF8.self) {
                return
                    """
                    \(written) is the byte\(Prose.phrase(bytes.count == 1 ? "" : "s")) \
                    \(Hex.text(bytes).uppercased()): \(text) in UTF-8.
                    """
            }
            return
                "\(written) is \(Hex.text(bytes).uppercased()), which is not UTF-8; the server must know the encoding."
        case .reserved:
            return
                """
                \(written) is byte \(value), \(Character(Unicode.Scalar(first.value))): a reserved character, encoded \
                because it is data and not a delimiter.
                """
        case .percent: return "\(written) is byte 25, the percent sign itself."
        case .unreserved:
            return
                """
                \(written) is byte \(value), \(Character(Unicode.Scalar(first.value))), which needs no encoding; the \
                URL is equivalent without it.
                """
        case .excluded:
            let name: Prose =
                switch first.value {
                case ASCII.space: "a space"
                case 0: "the NUL byte, which many servers reject; in a URL it must be encoded"
                case ..<ASCII.space, ASCII.delete: "a control character"
                default: "\(Character(Unicode.Scalar(first.value)))"
                }
            // RFC 3986 §2: encoded it is allowed; the null octet says so by itself.
            return first.value == 0
                ? "\(written) is byte \(value), \(name)."
                : "\(written) is byte \(value), \(name), which is not allowed in a URL unencoded."
        }
    }

    private static func spelling(_ url: URLReference, _ steps: inout StepCollector) {
        if let place = PercentOctet.doubleEncoding(in: url.raw) {
            let triplet = url.raw.slice(place..<place + 5)
            steps.fault(
                "double encoding",
                """
                \(triplet): decoded once it is \(Bytes([ASCII.percent] + triplet.slice(3..<5).array)), which looks \
                encoded itself. Text that was already encoded was encoded again.
                """,
                "RFC 3986 §2.4")
        }
        if let defect = url.firstDefect {
            return malformed(defect, url, &steps)
        }
        if let left = url.firstDefect({ $0 == .leftUnencoded }) {
            steps.add("grammar", held: false, left.words(in: url.raw) + ".", "RFC 3986 §2")
        }
        let normal = url.normalForm
        steps.add(
            "normal form", held: normal == url.raw,
            normal == url.raw
                ? "It is in its normal form."
                : "Its normal form is \(normal): the same resource, but caches compare bytes.",
            "RFC 3986 §6.2")
    }

    /// The URL is put together from several lines: its bytes are quoted, for their numbers are nobody's.
    private static func malformed(_ defect: URLDefect, _ url: URLReference, _ steps: inout StepCollector) {
        let start = min(max(defect.offset, 0), url.raw.count)
        let found = url.raw.slice(start..<min(start + 12, url.raw.count))
        let place: Prose = found.isEmpty ? "" : ", at \(found)"
        steps.fault("grammar", "It is not well-formed: it has \(phrase(defect.kind))" + place + ".", "RFC 3986 §2")
    }

    package static func phrase(_ kind: URLDefect.Kind) -> Prose {
        switch kind {
        case .unencoded: "a character that has to be percent-encoded"
        case .leftUnencoded: "a character that RFC 3986 wants percent-encoded and browsers send as it is"
        case .malformedPercent: "\("%") without two hexadecimal digits after it"
        case .malformedPort: "a port that is not a number up to 65535"
        case .malformedAddress: "brackets without an address in them"
        case .missingHost: "no host"
        case .colonInFirstSegment: "a colon in the first segment, which looks like a scheme"
        }
    }
}

extension URLDefect {
    /// What is wrong, with the bytes that it is about: the beginning of a sentence.
    package func words(in url: Bytes) -> Prose {
        switch kind {
        case .unencoded where seen(in: url).first == ASCII.space: "A space is \(URLReasoning.phrase(kind))"
        case .unencoded, .leftUnencoded, .colonInFirstSegment:
            "\(seen(in: url)) is \(URLReasoning.phrase(kind))"
        case .malformedPercent: "There is \(URLReasoning.phrase(kind))"
        case .malformedPort, .malformedAddress: "There is \(URLReasoning.phrase(kind))"
        case .missingHost: "There is \(URLReasoning.phrase(kind))"
        }
    }

    /// The character at the defect, whole where it is one of several bytes.
    private func seen(in url: Bytes) -> Bytes {
        guard offset < url.count else { return Bytes() }
        var end = offset + 1
        while end < url.count, end < offset + 4, url[offset] >= 0xC0, url[end] & 0xC0 == 0x80 { end += 1 }
        return url.slice(offset..<end)
    }
}

extension URLDefect.Kind {
    /// Scheme, host or port cannot be read for it.
    fileprivate var hidesServer: Bool {
        switch self {
        case .malformedPort, .malformedAddress, .missingHost: true
        case .unencoded, .leftUnencoded, .malformedPercent, .colonInFirstSegment: false
        }
    }
}
