import Engine

/// Options that may be without their value, as no option of the parser's may: they get `=VALUE` before it reads them.
enum OptionalValue {
    /// - Parameters:
    ///   - usual: the value of an option without one.
    ///   - isValue: whether the word after the option can be nothing but its value; it may be a command, as in
    ///     `hark run --page curl`.
    static func completed(
        _ words: [String], _ option: String, usual: String, isValue: (String) -> Bool
    ) -> [String] {
        let end = words.firstIndex(of: "--") ?? words.endIndex
        var whole: [String] = []
        var place = words.startIndex
        while place < end {
            let word = words[place]
            place += 1
            guard word == option else {
                whole.append(word)
                continue
            }
            guard place < end, isValue(words[place]) else {
                whole.append("\(option)=\(usual)")
                continue
            }
            whole.append("\(option)=\(words[place])")
            place += 1
        }
        return whole + words[end...]
    }

    /// `127.0.0.1:8889`; a host by itself could be a command.
    static func isPlace(_ word: String) -> Bool { word.contains(":") && HostPort(word) != nil }

    /// `http://127.0.0.1:4318`.
    static func isURL(_ word: String) -> Bool { word.contains("://") }

    /// What such an option takes, for people.
    private static let values = [
        "--otlp": "a URL such as http://127.0.0.1:4318", "--metrics": "HOST:PORT such as 127.0.0.1:9464",
        "--page": "HOST:PORT such as 127.0.0.1:8889",
    ]

    /// What to say of a word that no command takes: after such an option it was to be its value. nil for any other.
    static func wrong(_ word: String, in words: [String]) -> String? {
        for (option, next) in zip(words, words.dropFirst()) where next == word {
            guard let value = values[option] else { continue }
            return "invalid value '\(word.terminalEscaped)' for \(option) (expected \(value), or no value)"
        }
        return nil
    }
}
