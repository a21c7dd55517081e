import Bytes

/// Secrets that are known by how they look, wherever they stand: tokens with the mark of who issued them, JSON Web
/// Tokens (RFC 7519), private keys in PEM (RFC 7468), credentials behind their scheme, passwords in URLs, numbers of
/// payment cards.
///
/// The marks are those that the issuers publish, so that leaked tokens are found.
enum SecretShapes {
    /// A mark, and how many letters follow it at least.
    private static let marks: [(mark: StaticString, atLeast: Int)] = [
        ("sk_live_", 8), ("sk_test_", 8), ("rk_live_", 8), ("rk_test_", 8), ("whsec_", 8),
        ("ghp_", 16), ("gho_", 16), ("ghu_", 16), ("ghs_", 16), ("ghr_", 16), ("github_pat_", 16), ("glpat-", 12),
        ("gldt-", 12), ("glrt-", 12), ("xoxb-", 10), ("xoxp-", 10), ("xoxa-", 10), ("xoxr-", 10), ("xoxs-", 10),
        ("xapp-", 10), ("AKIA", 16), ("ASIA", 16), ("AIza", 30), ("ya29.", 16), ("GOCSPX-", 16), ("npm_", 30),
        ("pypi-", 30), ("SG.", 30), ("sk-ant-", 16), ("sk-proj-", 16), ("sk-", 32), ("hf_", 24), ("dop_v1_", 32),
        ("shpat_", 24), ("shpss_", 24), ("shpca_", 24), ("AGE-SECRET-KEY-1", 20), ("hvs.", 20), ("lin_api_", 24),
        ("key-", 32), ("EAAC", 40), ("sq0atp-", 16), ("sq0csp-", 16), ("atlasv1.", 24), ("dapi", 32),
    ]

    /// The marks by their first two letters, so that a word is compared with hardly any: text has many words, and few
    /// tokens.
    private static let marksByOpening: [[(mark: StaticString, atLeast: Int)]] = {
        var lists = [[(mark: StaticString, atLeast: Int)]](repeating: [], count: places)
        for entry in marks { lists[entry.mark.withUTF8Buffer { place($0[0], $0[1]) }].append(entry) }
        return lists
    }()

    /// The fewest letters that one of them has in a run without a slash or a space: a token with its mark.
    static let shortest = min(
        CardNumbers.shortest, marks.map { $0.mark.utf8CodeUnitCount + $0.atLeast }.min() ?? 0)

    /// A number for two letters, in which hardly any two pairs of letters that occur are alike.
    private static func place(_ first: UInt8, _ second: UInt8) -> Int {
        Int(first & 0x3F) << 6 | Int(second & 0x3F)
    }

    private static let places = 1 << 12

    /// What may begin inside of a text, by its first two letters: a token, or `://`, or `-----`.
    private static let beginnings: [Bool] = {
        var beginnings = [Bool](repeating: false, count: places)
        for (mark, _) in marks { mark.withUTF8Buffer { beginnings[place($0[0], $0[1])] = true } }
        // `eyJ`, `Bearer`, `Basic`, `://`, `-----BEGIN`.
        for pair in ["ey", "be", "bE", "Be", "BE", "ba", "bA", "Ba", "BA", ":/", "--"] {
            let pair = Array(pair.utf8)
            beginnings[place(pair[0], pair[1])] = true
        }
        return beginnings
    }()

    static func find(in bytes: Bytes, _ range: Range<Int>, into found: inout [Secret]) {
        var index = range.lowerBound
        var failedUpTo = index
        while let begin = nextBeginning(in: bytes, range, from: index) {
            let end =
                switch bytes[begin] {
                case ASCII.colon: password(bytes, begin, range.upperBound, &found)
                case ASCII.hyphen: privateKey(bytes, begin, range.upperBound, &found)
                default: token(bytes, begin, range.upperBound, &failedUpTo, &found)
                }
            index = end ?? begin + 1
        }
        CardNumbers.find(in: bytes, range, into: &found)
    }

    /// The next place in `range` where something may begin: a colon or hyphen, or a letter that goes on with no word.
    private static func nextBeginning(in bytes: Bytes, _ range: Range<Int>, from start: Int) -> Int? {
        let beginnings = beginnings
        return bytes.withSpan { span in
            var index = start
            // What has one letter alone begins nothing.
            while index + 1 < range.upperBound {
                let byte = span[index]
                if beginnings[place(byte, span[index + 1])] {
                    guard ASCII.isAlpha(byte), index > range.lowerBound else { return index }
                    let before = span[index - 1]
                    if !ASCII.isAlpha(before), !ASCII.isDigit(before), before != ASCII.underscore { return index }
                }
                index += 1
            }
            return nil
        }
    }

    /// Where a token ends that begins at `start`.
    private static func token(
        _ bytes: Bytes, _ start: Int, _ limit: Int, _ failedUpTo: inout Int, _ found: inout [Secret]
    ) -> Int? {
        if bytes[start] == UInt8(ascii: "e"), let end = webToken(bytes, start, limit, &failedUpTo) {
            found.append(Secret(start..<end))
            return end
        }
        if ASCII.lowercase(bytes[start]) == UInt8(ascii: "b"), let proof = credentials(bytes, start, limit) {
            found.append(Secret(proof))
            return proof.upperBound
        }
        guard start + 1 < limit else { return nil }
        let marks = marksByOpening[place(bytes[start], bytes[start + 1])]
        for (mark, atLeast) in marks where starts(bytes, start, limit, mark) {
            let letters = start + mark.utf8CodeUnitCount
            var end = letters
            while end < limit, isTokenByte(bytes[end]) { end += 1 }
            guard end - letters >= atLeast else { continue }
            found.append(Secret(start..<end))
            return end
        }
        return nil
    }

    /// Three parts in base64url with dots between, of which the first is a JSON object (RFC 7515 §7.1); five, when it
    /// is encrypted (RFC 7516 §7.1).
    ///
    /// - Parameter failedUpTo: where a run ended that is none: its rest has fewer letters and dots, and is not read
    ///   again.
    private static func webToken(_ bytes: Bytes, _ start: Int, _ limit: Int, _ failedUpTo: inout Int) -> Int? {
        guard start >= failedUpTo, starts(bytes, start, limit, "eyJ") else { return nil }
        var dots = 0
        var end = start
        while end < limit, isTokenByte(bytes[end]) || bytes[end] == ASCII.period {
            if bytes[end] == ASCII.period { dots += 1 }
            end += 1
        }
        let runEnd = end
        while end > start, bytes[end - 1] == ASCII.period, dots > 2 { (end, dots) = (end - 1, dots - 1) }
        if dots >= 2, end - start >= 20 { return end }
        failedUpTo = runEnd
        return nil
    }

    /// What stands behind `Bearer` or `Basic` (RFC 6750 §2.1, RFC 7617 §2). The end of a path is no scheme:
    /// `GET /basic HTTP/1.1` has nothing to hide.
    private static func credentials(_ bytes: Bytes, _ start: Int, _ limit: Int) -> Range<Int>? {
        guard start == 0 || bytes[start - 1] != ASCII.slash else { return nil }
        for scheme in ["bearer ", "basic "] as [StaticString] {
            let begin = start + scheme.utf8CodeUnitCount
            guard begin < limit, bytes.slice(start..<begin).equalsIgnoringCase(scheme) else { continue }
            var end = begin
            while end < limit, OctetClass.token68.contains(bytes[end]) || bytes[end] == ASCII.equals { end += 1 }
            let proof = bytes.slice(begin..<end)
            return proof.looksRandom || proof.count >= 24 ? begin..<end : nil
        }
        return nil
    }

    /// The password of `scheme://user:password@host`.
    private static func password(_ bytes: Bytes, _ colon: Int, _ limit: Int, _ found: inout [Secret]) -> Int? {
        guard starts(bytes, colon, limit, "://") else { return nil }
        var index = colon + 3
        var start: Int?
        while index < limit, index < colon + 512 {
            switch bytes[index] {
            case ASCII.at:
                guard let start, start < index else { return nil }
                found.append(Secret(start..<index, .percent))
                return index
            case ASCII.colon: start = start ?? index + 1
            case ASCII.slash, ASCII.question, ASCII.hash, ASCII.quote, ASCII.apostrophe, ASCII.lessThan,
                ASCII.greaterThan, 0...ASCII.space:
                return nil
            default: break
            }
            index += 1
        }
        return nil
    }

    /// From `-----BEGIN … PRIVATE KEY-----` to its end, or to the end of all when it is cut off.
    private static func privateKey(_ bytes: Bytes, _ start: Int, _ limit: Int, _ found: inout [Secret]) -> Int? {
        guard starts(bytes, start, limit, "-----BEGIN ") else { return nil }
        guard let label = position(of: "-----", in: bytes, start + 11, min(limit, start + 80)),
            bytes.slice(start + 11..<label).hasEnding("PRIVATE KEY")
        else { return nil }
        let content = label + 5
        let end = position(of: "-----END ", in: bytes, content, limit) ?? limit
        if end > content { found.append(Secret(content..<end)) }
        return end
    }

    private static func position(of text: StaticString, in bytes: Bytes, _ start: Int, _ limit: Int) -> Int? {
        var index = start
        while index < limit, let dash = bytes.firstIndex(of: ASCII.hyphen, in: index..<limit) {
            if starts(bytes, dash, limit, text) { return dash }
            index = dash + 1
        }
        return nil
    }

    private static func starts(_ bytes: Bytes, _ index: Int, _ limit: Int, _ text: StaticString) -> Bool {
        index + text.utf8CodeUnitCount <= limit && bytes.has(text, at: index)
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        ASCII.isAlpha(byte) || ASCII.isDigit(byte) || byte == ASCII.hyphen || byte == ASCII.underscore
    }
}
