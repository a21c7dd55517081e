import ArgumentParser
import Filter

/// What a shell offers while a filter is typed. Pure.
enum FilterWordCompletion {
    static var kind: CompletionKind { .custom { _, _, word in candidates(word) } }

    /// Whole words in place of `word`, which may begin with the quote that the shell has not yet closed.
    static func candidates(_ word: String) -> [String] {
        let quote = word.first.flatMap { "'\"".contains($0) ? $0 : nil }
        let text = quote == nil ? word : String(word.dropFirst())
        let completion = FilterCompletion(text)
        let kept = String(decoding: Array(text.utf8)[..<completion.range.lowerBound], as: UTF8.self)
        return completion.candidates.map { (quote.map(String.init) ?? "") + kept + $0.text }
    }
}
