package import Bytes

extension SecretFinder {
    /// Of a command line: as a shell takes it, or with its words one after another and the quotes lost, as older
    /// sessions have it.
    package static func secrets(inCommand line: Bytes) -> [Secret] {
        var found: [Secret] = []
        SecretShapes.find(in: line, 0..<line.count, into: &found)
        CommandSecrets(line).find(0..<line.count, depth: 0, into: &found)
        return found.apart
    }
}

/// Reads a command as the programs do that send requests: curl, wget, httpie, and what calls its options as they do.
private struct CommandSecrets {
    private let line: Bytes

    init(_ line: Bytes) {
        self.line = line
    }

    /// What an option is followed by.
    private enum Value {
        /// A name and a password with a colon between them.
        case login
        case header, cookies, content
        /// Nothing but a proof.
        case proof(SecretNames.Strength)
        case other
    }

    /// A shell in a shell, and no deeper.
    private static let deepest = 3

    func find(_ range: Range<Int>, depth: Int, into found: inout [Secret]) {
        let words = words(of: range)
        var index = 0
        while index < words.count {
            let word = words[index]
            index += 1
            guard line[word.lowerBound] == ASCII.hyphen else {
                index = operand(words, index - 1, depth, into: &found)
                continue
            }
            let (value, place) = option(word)
            if let place {
                // Quotes may stand behind the sign of equality.
                read(value, unquoted(place), into: &found)
            } else if index < words.count, line[words[index].lowerBound] != ASCII.hyphen {
                switch value {
                case .other: break
                case .login, .content, .proof:
                    read(value, words[index], into: &found)
                    index += 1
                case .header, .cookies:
                    let end = endOfLine(words, index)
                    read(value, words[index].lowerBound..<words[end - 1].upperBound, into: &found)
                    index = end
                }
            }
        }
    }

    // MARK: Words

    /// Where words stand, without the quotes around them; quotes that nobody closes are letters.
    private func words(of range: Range<Int>) -> [Range<Int>] {
        split(range, heedsQuotes: true) ?? split(range, heedsQuotes: false) ?? []
    }

    private func split(_ range: Range<Int>, heedsQuotes: Bool) -> [Range<Int>]? {
        var words: [Range<Int>] = []
        var start: Int?
        var quote: UInt8?
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = line[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte <= ASCII.space {
                if let begin = start { words.append(unquoted(begin..<index)) }
                start = nil
                index += 1
                continue
            } else if heedsQuotes, byte == ASCII.apostrophe || byte == ASCII.quote {
                quote = byte
            }
            if start == nil { start = index }
            // Outside of quotes a backslash makes the next letter ordinary.
            index += heedsQuotes && quote != ASCII.apostrophe && byte == ASCII.backslash ? 2 : 1
        }
        guard quote == nil else { return nil }
        if let begin = start { words.append(unquoted(begin..<range.upperBound)) }
        return words.filter { !$0.isEmpty }
    }

    private func unquoted(_ word: Range<Int>) -> Range<Int> {
        guard word.count > 1, let first = word.first.map({ line[$0] }), first == line[word.upperBound - 1],
            first == ASCII.apostrophe || first == ASCII.quote
        else { return word }
        return word.lowerBound + 1..<word.upperBound - 1
    }

    /// Behind the last word of a line of a head whose quotes were lost: up to the next option, or a URL.
    private func endOfLine(_ words: [Range<Int>], _ first: Int) -> Int {
        var end = first + 1
        guard !line.slice(words[first]).contains(ASCII.space), end < words.count else { return end }
        let last = line[words[first].upperBound - 1]
        guard last == ASCII.colon || last == ASCII.semicolon else { return end }
        while end < words.count, line[words[end].lowerBound] != ASCII.hyphen, !isURL(words[end]) { end += 1 }
        return end
    }

    private func isURL(_ word: Range<Int>) -> Bool {
        var index = word.lowerBound
        while let colon = line.firstIndex(of: ASCII.colon, in: index..<word.upperBound) {
            if line.has("://", at: colon) { return true }
            index = colon + 1
        }
        return false
    }

    // MARK: Options

    /// What an option takes, and where that is when it stands in the same word.
    private func option(_ word: Range<Int>) -> (Value, Range<Int>?) {
        let text = line.slice(word)
        guard text.hasOpening("--") else {
            guard text.count > 1 else { return (.other, nil) }
            if let value = Self.letters[text[1]] {
                return (value, text.count > 2 ? word.lowerBound + 2..<word.upperBound : nil)
            }
            // Letters may be bundled, and the last one takes the next word (POSIX XBD §12.2, guideline 5).
            let letters = text.slice(1..<text.count)
            if letters.allSatisfy(ASCII.isAlpha), let value = Self.letters[letters[letters.count - 1]] {
                return (value, nil)
            }
            return (.other, text.count > 2 ? word.lowerBound + 2..<word.upperBound : nil)
        }
        let end = line.firstIndex(of: ASCII.equals, in: word) ?? word.upperBound
        let name = line.slice(word.lowerBound + 2..<end).lowercased
        let value =
            Self.options[name] ?? SecretNames.strength(of: name).map { Value.proof($0) }
            ?? (name.hasEnding("-header") ? .header : .other)
        return (value, end < word.upperBound ? end + 1..<word.upperBound : nil)
    }

    private static let letters: [UInt8: Value] = [
        UInt8(ascii: "u"): .login, UInt8(ascii: "U"): .login, UInt8(ascii: "a"): .login, UInt8(ascii: "E"): .login,
        UInt8(ascii: "H"): .header, UInt8(ascii: "b"): .cookies, UInt8(ascii: "d"): .content,
        UInt8(ascii: "F"): .content,
    ]

    private static let options: [Bytes: Value] = [
        "user": .login, "proxy-user": .login, "proxy-auth": .login, "auth": .login, "credentials": .login,
        "cert": .login, "proxy-cert": .login, "header": .header, "cookie": .cookies, "data": .content,
        "data-raw": .content, "data-binary": .content, "data-ascii": .content, "data-urlencode": .content,
        "json": .content, "form": .content, "form-string": .content, "post-data": .content, "body-data": .content,
        "oauth2-bearer": .proof(.certain),
        // The name of a recording, of Hark as of others.
        "session": .other,
    ]

    private func read(_ value: Value, _ place: Range<Int>, into found: inout [Secret]) {
        switch value {
        case .login:
            if isURL(place) { return SecretFinder.url(line, place, into: &found) }
            // A path is no name of a user.
            guard let colon = line.firstIndex(of: ASCII.colon, in: place), colon + 1 < place.upperBound,
                !line.slice(place.lowerBound..<colon).contains(ASCII.slash)
            else { return }
            found.append(Secret(colon + 1..<place.upperBound))
        case .header: add(SecretFinder.secrets(inLine: line.slice(place)), at: place.lowerBound, to: &found)
        case .cookies:
            // Without a sign of equality it is the name of a file.
            guard line.firstIndex(of: ASCII.equals, in: place) != nil else { return }
            SecretFinder.forEachPart(of: line, place, separator: ASCII.semicolon) {
                SecretFinder.cookie(line, $0, &found)
            }
        case .content:
            let content = line.slice(place)
            for type in ["application/x-www-form-urlencoded", "text/plain"] as [Bytes] {
                add(SecretFinder.secrets(inContent: content, type: type), at: place.lowerBound, to: &found)
            }
        case .proof(let strength):
            guard !place.isEmpty, strength == .certain || line.slice(place).looksRandom else { return }
            found.append(Secret(place))
        case .other: operand([place], 0, 0, into: &found)
        }
    }

    private func add(_ secrets: [Secret], at start: Int, to found: inout [Secret]) {
        for secret in secrets {
            found.append(Secret(start + secret.range.lowerBound..<start + secret.range.upperBound, secret.coding))
        }
    }

    // MARK: Operands

    /// A word that is no option; says where to go on.
    @discardableResult
    private func operand(
        _ words: [Range<Int>], _ index: Int, _ depth: Int, into found: inout [Secret]
    ) -> Int {
        let word = words[index]
        let text = line.slice(word)
        if text.contains(ASCII.space), depth < Self.deepest {
            find(word, depth: depth + 1, into: &found)
            return index + 1
        }
        if let sign = text.firstIndex(where: { $0 == ASCII.equals || $0 == ASCII.colon }), sign > 0,
            text.slice(0..<sign).allSatisfy(Self.isNameByte), !text.has("://", at: sign)
        {
            let end = text[sign] == ASCII.colon ? endOfLine(words, index) : index + 1
            let place = word.lowerBound..<words[end - 1].upperBound
            if text[sign] == ASCII.equals || text.has(":=", at: sign) {
                pair(text.slice(0..<sign), word.lowerBound + sign + 1..<word.upperBound, into: &found)
            } else {
                read(.header, place, into: &found)
            }
            return end
        }
        SecretFinder.url(line, word, into: &found)
        return index + 1
    }

    /// A variable of the environment, or what a form has: `TOKEN=abc`, `password==abc`.
    private func pair(_ name: Bytes, _ value: Range<Int>, into found: inout [Secret]) {
        var start = value.lowerBound
        while start < value.upperBound, line[start] == ASCII.equals { start += 1 }
        let value = unquoted(start..<value.upperBound)
        guard let strength = SecretNames.strength(of: name) else { return SecretFinder.url(line, value, into: &found) }
        if !value.isEmpty, SecretNames.isSecret(line.slice(value), strength) { found.append(Secret(value)) }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        ASCII.isAlpha(byte) || ASCII.isDigit(byte) || byte == ASCII.underscore || byte == ASCII.hyphen
            || byte == ASCII.period
    }
}
