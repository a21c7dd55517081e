import Bytes
import Formats

extension Secrets {
    /// A start line or a field line.
    static func redacted(anyLine line: Bytes) -> Bytes {
        guard let space = line.firstIndex(of: ASCII.space), !line.slice(0..<space).contains(ASCII.colon) else {
            return redacted(line)
        }
        let end = line.lastIndex(of: ASCII.space) ?? line.count
        guard end > space, !line.hasOpening("HTTP/") else { return line }
        let url = redacted(url: line.slice(space + 1..<end))
        return Bytes(Array(line.slice(0..<space + 1)) + Array(url) + Array(line.slice(end..<line.count)))
    }

    /// Every line of a head, with as many `*` as there were bytes of what proves who one is: places stay as they are.
    static func masked(head: Bytes) -> Bytes {
        var bytes = head.array
        var start = 0
        while start < head.count {
            let end = head.firstIndex(of: ASCII.lineFeed, from: start) ?? head.count
            let isCRLF = end > start && head[end - 1] == ASCII.carriageReturn
            let line = head.slice(start..<(isCRLF ? end - 1 : end))
            // Value by value: a line of two cookies stays one of two.
            for secret in SecretFinder.secrets(inLine: line) {
                for place in secret.range { bytes[start + place] = ASCII.asterisk }
            }
            start = end + 1
        }
        return Bytes(bytes)
    }
}
