/// Text broken into lines between words. Pure functions.
enum WrappedText {
    /// Lines of at most `width` columns; a word that is longer stands by itself.
    /// - Parameter first: the columns of the first line, where something stands before it; it stays empty when no word
    ///   has room there.
    static func lines(_ text: String, width: Int, first: Int? = nil) -> [String] {
        lines(of: text.split(separator: " "), width: width, first: first ?? width, mark: "")
    }

    /// A command as lines that a shell takes together: each but the last ends with a backslash (POSIX Shell Command
    /// Language §2.2.1). Words in single quotes stay whole, as a backslash means nothing there.
    static func command(_ text: String, width: Int) -> [String] {
        guard text.count > width else { return [text] }
        var words: [Substring] = []
        var start = text.startIndex
        var (isQuoted, isEscaped) = (false, false)
        for index in text.indices {
            if text[index] == "'", !isEscaped { isQuoted.toggle() }
            isEscaped = text[index] == "\\" && !isQuoted && !isEscaped
            guard text[index] == " ", !isQuoted else { continue }
            words.append(text[start..<index])
            start = text.index(after: index)
        }
        return lines(of: words + [text[start...]], width: width, first: width, mark: " \\")
    }

    /// - Parameter mark: what a line ends with that goes on.
    private static func lines(of words: [Substring], width: Int, first: Int, mark: String) -> [String] {
        var lines = [""]
        for (place, word) in words.enumerated() {
            let last = lines[lines.count - 1]
            // The last line needs no mark.
            let room = (lines.count == 1 ? first : width) - (place == words.count - 1 ? 0 : mark.count)
            if last.isEmpty, word.count <= room || lines.count > 1 || first == width {
                lines[lines.count - 1] = String(word)
            } else if last.count + 1 + word.count <= room {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                if !last.isEmpty { lines[lines.count - 1] += mark }
                lines.append(String(word))
            }
        }
        return lines
    }
}
