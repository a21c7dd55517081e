import Bytes
import HTTPModel
import HTTPSemantics

/// Proofs of identity as lines may show them: the scheme, never what follows it. The record keeps all.
enum Secrets {
    /// A field line, or a user's rule that holds one, cut after the scheme when it is Authorization or
    /// Proxy-Authorization.
    static func hidden(_ line: Bytes) -> Bytes {
        guard let valueStart = proofStart(line) else { return line }
        var shown = Array(line.slice(0..<valueStart))
        if let scheme = Credentials.scheme(line.slice(valueStart..<line.count)) {
            shown += scheme
            shown.append(ASCII.space)
        }
        shown += "…".utf8
        return Bytes(shown)
    }

    /// A URL without the password it may hold.
    static func hidden(url: Bytes) -> Bytes {
        guard url.contains(0x40), let userinfo = URLReference(url).userinfo,
            let colon = url.slice(userinfo).firstIndex(of: ASCII.colon)
        else { return url }
        let name = url.slice(0..<(userinfo.lowerBound + colon + 1))
        return Bytes(Array(name) + Array("…".utf8) + Array(url.slice(userinfo.upperBound..<url.count)))
    }

    /// Where the value of such a field begins, wherever in the line its name stands.
    private static func proofStart(_ line: Bytes) -> Int? {
        let name: StaticString = "authorization"
        let length = name.utf8CodeUnitCount
        var index = 0
        while index + length < line.count {
            if line[index] | 0x20 == 0x61, line.slice(index..<(index + length)).equalsIgnoringCase(name) {
                var end = index + length
                while end < line.count, ASCII.isWhitespace(line[end]) { end += 1 }
                if end < line.count, line[end] == ASCII.colon {
                    end += 1
                    while end < line.count, ASCII.isWhitespace(line[end]) { end += 1 }
                    return end
                }
            }
            index += 1
        }
        return nil
    }
}
