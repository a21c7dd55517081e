import Bytes

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
            let shown = redacted(anyLine: line)
            if shown != line {
                // What both have in common stands before and behind the first and the last secret.
                let before = zip(line, shown).prefix { $0 == $1 }.count
                let behind = min(
                    zip(line.reversed(), shown.reversed()).prefix { $0 == $1 }.count, line.count - before)
                for place in start + before..<start + line.count - behind { bytes[place] = ASCII.asterisk }
            }
            start = end + 1
        }
        return Bytes(bytes)
    }
}
