import Bytes
import HTTPSemantics

/// Any bytes are a URL or a reference: its parts lie in order within it, resolving it leaves no dot segment, and its
/// normal form is one. The first line is the base, the second the reference.
enum URLTarget {
    static func run(_ input: Bytes) {
        let end = input.firstIndex(of: ASCII.lineFeed) ?? input.count
        let base = URLReference(input.slice(0..<end))
        let reference = URLReference(input.slice(min(end + 1, input.count)..<input.count))
        for url in [base, reference] { examine(url) }

        let resolved = reference.resolved(against: base)
        examine(resolved)
        guard base.isAbsolute else { return }
        check(resolved.isAbsolute, "resolved against an absolute URL it has no scheme")
        let path = resolved.raw.slice(resolved.path)
        // `/.//` stands where `//` would be read as an authority.
        let start = resolved.authority == nil && path.starts(with: "/.//".utf8) ? 2 : 0
        let segments = path.slice(start..<path.count).split(separator: ASCII.slash, omittingEmptySubsequences: false)
        let other = reference.authority == nil ? base : reference
        if reference.scheme == nil {
            check(resolved.bytes(resolved.authority) == other.bytes(other.authority), "resolving changed the authority")
        }
        if reference.scheme != nil || reference.authority != nil || !reference.path.isEmpty {
            check(
                !segments.contains { Bytes(Array($0)) == "." || Bytes(Array($0)) == ".." },
                "a dot segment is left in \(resolved.raw.text)")
        }
    }

    private static func examine(_ url: URLReference) {
        var position = 0
        for part in [url.scheme, url.userinfo, url.host, url.port, url.path, url.query, url.fragment] {
            guard let part else { continue }
            check(part.lowerBound >= position, "a part begins at \(part.lowerBound), inside of the one before it")
            position = part.upperBound
        }
        check(position == url.raw.count, "the parts end at \(position), not at \(url.raw.count)")
        if let defect = url.firstDefect {
            check(defect.offset >= 0 && defect.offset <= url.raw.count, "the defect lies outside")
        }
        _ = url.effectivePort
        _ = url.requestKey
        check(
            url.hasSameOrigin(as: url) == (url.scheme != nil && url.host != nil), "it is of another origin than itself")

        let normal = url.normalForm
        check(URLReference(normal).normalForm == normal, "the normal form of \(normal.text) is another")
        for octet in PercentOctet.list(in: url.raw) {
            check(url.raw[octet.offset] == 0x25 && octet.offset + 2 < url.raw.count, "no triplet at \(octet.offset)")
        }
        if let place = PercentOctet.doubleEncoding(in: url.raw) { check(url.raw[place] == 0x25, "no % at \(place)") }
        if let host = url.bytes(url.host) { _ = HostName.decoded(host) }
        for encoding in TextEncoding.allCases { _ = encoding.encode(url.raw) }
    }
}
