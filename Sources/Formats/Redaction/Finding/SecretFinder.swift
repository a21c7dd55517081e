package import Bytes
import HTTPSemantics
import Registry

/// Finds what proves who one is. Pure functions: bytes in, places out, in order and apart from one another.
package enum SecretFinder {
    /// Of a line of a head: a field line, folded or not, a start line, or a user's rule that holds one
    /// (`--set-request-header 'N: V'`).
    package static func secrets(inLine line: Bytes) -> [Secret] {
        let isRule = line.hasOpening("--")
        let start = isRule ? (line.firstIndex(of: ASCII.apostrophe) ?? -1) + 1 : 0
        // The colon that a pseudo-header field of HTTP/2 begins with does not end its name.
        let isPseudo = !isRule && line.first == ASCII.colon
        let end = line.firstIndex(of: ASCII.colon, from: isPseudo ? 1 : start)
        // A name has no space in it: what has none, or one, is a start line, or anything.
        guard let colon = end, isRule || !line.slice(start..<colon).trimmed.contains(ASCII.space) else {
            return (secrets(inStartLine: line) + secrets(inText: line)).apart
        }
        var value = colon + 1..<line.count
        if isRule, value.count > 0, line[value.upperBound - 1] == ASCII.apostrophe {
            value = value.lowerBound..<value.upperBound - 1
        }
        while value.count > 0, line[value.lowerBound] <= ASCII.space { value = value.lowerBound + 1..<value.upperBound }
        while value.count > 0, line[value.upperBound - 1] <= ASCII.space {
            value = value.lowerBound..<value.upperBound - 1
        }
        guard !value.isEmpty else { return [] }
        return secrets(of: line.slice(start..<colon).trimmed, in: line, value)
    }

    private static func secrets(of name: Bytes, in line: Bytes, _ value: Range<Int>) -> [Secret] {
        var found: [Secret] = []
        switch kind(of: name) {
        case .value: return [Secret(value)]
        case .proof:
            guard let scheme = Credentials.scheme(line.slice(value)) else {
                // The name of a scheme without anything after it proves nothing.
                return Vocabulary.schemes[line.slice(value)] == nil ? [Secret(value)] : []
            }
            var start = value.lowerBound + scheme.count
            while start < value.upperBound, line[start] <= ASCII.space { start += 1 }
            return start < value.upperBound ? [Secret(start..<value.upperBound)] : []
        case .cookies:
            forEachPart(of: line, value, separator: ASCII.semicolon) { cookie(line, $0, &found) }
            return found
        case .setCookie:
            let end = line.firstIndex(of: ASCII.semicolon, from: value.lowerBound) ?? value.upperBound
            cookie(line, value.lowerBound..<min(end, value.upperBound), &found)
            SecretShapes.find(in: line, min(end, value.upperBound)..<value.upperBound, into: &found)
            return found.apart
        case .named(let strength):
            if SecretNames.isSecret(line.slice(value), strength) { return [Secret(value)] }
        case .other: break
        }
        url(line, value, into: &found)
        SecretShapes.find(in: line, value, into: &found)
        return found.apart
    }

    /// The value of one cookie. Without a sign of equality all of it is the value (RFC 6265bis §5.6).
    static func cookie(_ line: Bytes, _ part: Range<Int>, _ found: inout [Secret]) {
        var start = line.firstIndex(of: ASCII.equals, in: part).map { $0 + 1 } ?? part.lowerBound
        var end = part.upperBound
        while start < end, line[start] <= ASCII.space { start += 1 }
        while end > start, line[end - 1] <= ASCII.space { end -= 1 }
        if start < end { found.append(Secret(start..<end)) }
    }

    /// Of a URL, whole or a reference: the password in it, values of parameters that are named as secrets are, and what
    /// stands in its path where links to reset a password and to hooks have theirs.
    package static func secrets(inURL url: Bytes) -> [Secret] {
        guard mayHoldSecret(url: url) else { return [] }
        var found: [Secret] = []
        self.url(url, 0..<url.count, into: &found)
        SecretShapes.find(in: url, 0..<url.count, into: &found)
        return found.apart
    }

    /// Of a start line: a request's target, a response's reason.
    package static func secrets(inStartLine line: Bytes) -> [Secret] {
        guard let first = line.firstIndex(of: ASCII.space), let last = line.lastIndex(of: ASCII.space) else {
            return secrets(inURL: line)
        }
        var found: [Secret] = []
        let target = first + 1..<(last > first ? last : line.count)
        url(line, target, into: &found)
        SecretShapes.find(in: line, 0..<line.count, into: &found)
        return found.apart
    }

    /// Of text of any kind, structured or not.
    package static func secrets(inText text: Bytes) -> [Secret] {
        var found: [Secret] = []
        SecretAssignments.find(in: text, 0..<text.count, into: &found)
        SecretShapes.find(in: text, 0..<text.count, into: &found)
        return found.apart
    }

    static func forEachPart(of bytes: Bytes, _ range: Range<Int>, separator: UInt8, _ body: (Range<Int>) -> Void) {
        var start = range.lowerBound
        while start < range.upperBound {
            let end = bytes.firstIndex(of: separator, in: start..<range.upperBound) ?? range.upperBound
            if end > start { body(start..<end) }
            start = end + 1
        }
    }

    // MARK: Names

    /// What the value of a field may give away.
    private enum Kind {
        /// A scheme, and the proof behind it.
        case proof
        /// Nothing but the proof.
        case value
        case cookies, setCookie
        /// Named like a secret, though nobody registered it.
        case named(SecretNames.Strength)
        case other
    }

    /// Which fields hold a proof is the registry's to say; here is how the values of some are built. Of one that it
    /// knows, the name alone says nothing: Idempotency-Key is no key.
    private static func kind(of name: Bytes) -> Kind {
        guard let term = Vocabulary.fields[name] else {
            // A short value under a name that only ends like one is more often a number or a word.
            return SecretNames.strength(of: name) == nil ? .other : .named(.likely)
        }
        return switch term.name {
        case "Authorization", "Proxy-Authorization": .proof
        case "Cookie": .cookies
        case "Set-Cookie": .setCookie
        default: term.has(.secret) ? .value : .other
        }
    }
}
