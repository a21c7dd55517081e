import Bytes

/// Words as a person can paste them into a POSIX shell.
package enum ShellText {
    /// The word itself when no shell reads more into it, else in single quotes (POSIX Shell Command Language §2.2.2).
    package static func quoted(_ word: String) -> String {
        let isPlain =
            !word.isEmpty
            && word.utf8.allSatisfy { byte in
                plainMarks.contains(byte) || ASCII.isAlpha(byte) || ASCII.isDigit(byte)
            }
        if isPlain { return word }
        return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }

    package static func command(_ words: [String]) -> String {
        words.map(quoted).joined(separator: " ")
    }

    private static let plainMarks = Set("/._-+:=,@%".utf8)
}
