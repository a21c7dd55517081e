import Bytes
import HTTPSemantics

/// What a command line of curl asks. Files that it names are not read. A value.
package struct PastedCurl: Sendable, Hashable {
    package private(set) var method = ""
    package private(set) var url = ""
    /// Lines as they are sent.
    package private(set) var headers: [String] = []
    package private(set) var body = ""
    /// The words that were left out.
    package private(set) var unused: [String] = []
    private var data: [String] = []
    private var isGet = false
    private var isHead = false
    private var isJSON = false

    /// nil for what is no command line of curl, or where a quote is not closed.
    package init?(_ text: String) {
        var text = Self.trimmed(text)
        if text.hasPrefix("$ ") { text = Self.trimmed(String(text.dropFirst(2))) }
        guard text.utf8.count <= Self.mostBytes, let words = Self.words(text), words.first == "curl",
            (2...Self.mostWords).contains(words.count)
        else {
            return nil
        }
        var place = 1
        while place < words.count {
            read(
                words[place],
                next: { () -> String in
                    place += 1
                    return place < words.count ? words[place] : ""
                })
            place += 1
        }
        finish()
    }

    /// A command line is typed or copied by a person.
    private static let mostBytes = 1 << 20
    private static let mostWords = 4_096

    private static func trimmed(_ text: String) -> String {
        let start = text.firstIndex { !$0.isWhitespace } ?? text.endIndex
        let end = text.lastIndex { !$0.isWhitespace }.map { text.index(after: $0) } ?? start
        return String(text[start..<max(start, end)])
    }

    // MARK: - Options

    private enum Option {
        case method, header, data, encoded, json, user, agent, referer, cookie, url, unused
    }

    private static let options: [String: Option] = {
        let names: [(Option, String)] = [
            (.method, "-X --request"), (.header, "-H --header"),
            (.data, "-d --data --data-ascii --data-raw --data-binary"), (.encoded, "--data-urlencode"),
            (.json, "--json"), (.user, "-u --user"), (.agent, "-A --user-agent"), (.referer, "-e --referer"),
            (.cookie, "-b --cookie"), (.url, "--url"),
            (
                .unused,
                "-o --output -x --proxy -m --max-time --connect-timeout --cacert -E --cert --key --resolve --retry -w "
                    + "--write-out -F --form -T --upload-file -c --cookie-jar -K --config --interface -r --range"
            ),
        ]
        let pairs = names.flatMap { option, names in names.split(separator: " ").map { (String($0), option) } }
        return Dictionary(pairs, uniquingKeysWith: { $1 })
    }()

    /// Those that change nothing of the request.
    private static let quiet: Set = [
        "-s", "-S", "-k", "-L", "-i", "-v", "-#", "-f", "-g", "-n", "--silent", "--show-error", "--insecure",
        "--location", "--include", "--verbose", "--compressed", "--fail", "--globoff",
    ]

    private static func isQuiet(_ word: String) -> Bool {
        if quiet.contains(word) || word.hasPrefix("--http") { return true }
        return !word.hasPrefix("--") && word.dropFirst().allSatisfy { quiet.contains("-\($0)") }
    }

    /// - Parameter next: the word after it, which is used up.
    private mutating func read(_ word: String, next: () -> String) {
        var (name, value) = (word, String?.none)
        if word.hasPrefix("--"), let sign = word.firstIndex(of: "=") {
            (name, value) = (String(word[..<sign]), String(word[word.index(after: sign)...]))
        } else if word.hasPrefix("-"), !word.hasPrefix("--"), word.count > 2,
            Self.options[String(word.prefix(2))] != nil
        {
            (name, value) = (String(word.prefix(2)), String(word.dropFirst(2)))
        }
        guard let option = Self.options[name] else { return readPlain(word) }
        let text = value ?? next()
        let isFile =
            switch option {
            case .data, .json: name != "--data-raw" && text.hasPrefix("@")
            case .encoded: text.prefix { $0 != "=" }.contains("@")
            case .cookie: !text.contains("=")
            case .unused: true
            default: false
            }
        guard !isFile else {
            unused += [name, text]
            return
        }
        switch option {
        case .method: method = text
        case .url: if url.isEmpty { url = text }
        case .header: headers.append(text.hasSuffix(";") ? "\(text.dropLast()):" : text)
        case .user: add("Authorization", "Basic \(Base64.encode(Array(text.utf8)))")
        case .agent: add("User-Agent", text)
        case .referer: add("Referer", text)
        case .cookie: add("Cookie", text)
        case .encoded:
            let sign = text.firstIndex(of: "=").map { text.index(after: $0) } ?? text.startIndex
            let key = text[..<sign]
            data.append((key == "=" ? "" : key) + Self.percentEncoded(text[sign...]))
        case .data:
            // Only these are taken byte for byte.
            let isExact = ["--data-raw", "--data-binary"].contains(name)
            data.append(isExact ? text : text.filter { $0 != "\n" && $0 != "\r" && $0 != "\r\n" })
        case .json:
            isJSON = true
            data.append(text)
            add("Content-Type", "application/json")
            add("Accept", "application/json")
        case .unused: break
        }
    }

    private mutating func readPlain(_ word: String) {
        switch word {
        case "-G", "--get": isGet = true
        case "-I", "--head": isHead = true
        default:
            if !word.hasPrefix("-") {
                if url.isEmpty { url = word } else { unused.append(word) }
            } else if !Self.isQuiet(word) {
                unused.append(word)
            }
        }
    }

    /// Unless a header of this name is there.
    private mutating func add(_ name: String, _ value: String) {
        let start = name.lowercased() + ":"
        if !headers.contains(where: { $0.lowercased().hasPrefix(start) }) { headers.append("\(name): \(value)") }
    }

    private mutating func finish() {
        body = data.joined(separator: isJSON ? "" : "&")
        if isGet, !body.isEmpty {
            url += (url.contains("?") ? "&" : "?") + body
            body = ""
        }
        if !body.isEmpty { add("Content-Type", "application/x-www-form-urlencoded") }
        if !url.isEmpty, !url.contains("://") { url = "http://" + url }
        if method.isEmpty { method = isHead ? "HEAD" : body.isEmpty ? "GET" : "POST" }
    }

    private static func percentEncoded(_ text: Substring) -> String {
        text.utf8.reduce(into: "") { result, byte in
            let isPlain = ASCII.isAlpha(byte) || ASCII.isDigit(byte) || "-._~".utf8.contains(byte)
            result += isPlain ? String(UnicodeScalar(byte)) : "%" + Hex.text([byte]).uppercased()
        }
    }

    // MARK: - Words

    /// The words of a command line, as a shell makes them; nil where a quote is not closed.
    static func words(_ text: String) -> [String]? {
        var words: [String] = []
        var word = ""
        // An empty pair of quotes is a word, too.
        var isIn = false
        var rest = text[...]
        while let first = rest.popFirst() {
            if first.isWhitespace {
                if isIn { words.append(word) }
                (word, isIn) = ("", false)
                continue
            }
            switch first {
            case "\\":
                guard let next = rest.popFirst() else { return nil }
                // The line continues.
                if next == "\n" || next == "\r\n" { continue }
                word.append(next)
            case "'":
                guard let end = rest.firstIndex(of: "'") else { return nil }
                word += rest[..<end]
                rest = rest[rest.index(after: end)...]
            case "\"":
                guard let inside = doubleQuoted(&rest) else { return nil }
                word += inside
            case "$" where rest.first == "'":
                rest.removeFirst()
                guard let inside = ansiQuoted(&rest) else { return nil }
                word += inside
            default: word.append(first)
            }
            isIn = true
        }
        if isIn { words.append(word) }
        return words
    }

    private static func doubleQuoted(_ rest: inout Substring) -> String? {
        var inside = ""
        while let next = rest.popFirst() {
            if next == "\"" { return inside }
            guard next == "\\", let escaped = rest.first else {
                inside.append(next)
                continue
            }
            rest.removeFirst()
            if escaped == "\n" || escaped == "\r\n" { continue }
            inside += "$`\"\\".contains(escaped) ? "\(escaped)" : "\\\(escaped)"
        }
        return nil
    }

    private static let escapes: [Character: String] = [
        "n": "\n", "r": "\r", "t": "\t", "a": "\u{7}", "b": "\u{8}", "f": "\u{C}", "v": "\u{B}", "e": "\u{1B}",
        "0": "\0",
    ]

    /// What is in `$'…'`. Escapes of UTF-16 come in pairs where they have to.
    private static func ansiQuoted(_ rest: inout Substring) -> String? {
        var inside: [UInt16] = []
        while let next = rest.popFirst() {
            if next == "'" { return String(decoding: inside, as: UTF16.self) }
            guard next == "\\", let escaped = rest.popFirst() else {
                inside += Array(String(next).utf16)
                continue
            }
            let most = escaped == "u" ? 4 : escaped == "x" ? 2 : 0
            let digits = rest.prefix(most).prefix { $0.isHexDigit && $0.isASCII }
            if most > 0, let number = UInt16(digits, radix: 16) {
                inside.append(number)
                rest = rest.dropFirst(digits.count)
            } else {
                inside += Array((escapes[escaped] ?? String(escaped)).utf16)
            }
        }
        return nil
    }
}
