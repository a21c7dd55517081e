import ArgumentParser
import Filter

/// What a shell offers while a filter is typed. Pure.
enum FilterWordCompletion {
    static var kind: CompletionKind {
        .custom { words, place, word in
            guard CompletionShell.requesting == .zsh else { return candidates(word, repeatsQuote: true) }
            // The cursor that the parser's script for zsh counts within a quoted word is wrong.
            return candidates(words.indices.contains(place) ? words[place] : word, repeatsQuote: false)
        }
    }

    /// Whole words in place of `word`, which may begin with the quote that the shell has not yet closed.
    ///
    /// - Parameter repeatsQuote: the shell replaces that quote too; zsh keeps it, and compares what is after it.
    static func candidates(_ word: String, repeatsQuote: Bool) -> [String] {
        let quote = word.first.flatMap { "'\"".contains($0) ? $0 : nil }
        let text = quote == nil ? word : String(word.dropFirst())
        let completion = FilterCompletion(text)
        let kept = String(decoding: Array(text.utf8)[..<completion.range.lowerBound], as: UTF8.self)
        let opening = repeatsQuote ? quote.map(String.init) ?? "" : ""
        return completion.candidates.map { opening + kept + $0.text }
    }
}
