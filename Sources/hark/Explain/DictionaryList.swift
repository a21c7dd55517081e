import ArgumentParser
import Bytes
import Explain
import Registry
import Views

/// `hark explain --list KIND`: all names of a kind.
struct DictionaryList {
    private let kinds: [Vocabulary]

    init(_ word: String) throws {
        guard let kinds = DictionaryQuestion.kinds(called: word) else {
            throw UsageFailure.said(
                "--list '\(word.terminalEscaped)' is not a kind (expected one of "
                    + Vocabulary.allCases.map(\.word).sorted().joined(separator: ", ") + ")")
        }
        self.kinds = kinds
    }

    func show(_ output: ExplainOutputOptions) {
        if output.json {
            Report.json { writer in
                writer.beginArray()
                for kind in kinds {
                    for term in kind.terms {
                        DictionaryJSON.write(term, of: kind, DictionaryName(term.name), &writer)
                    }
                }
                writer.endArray()
            }
            return
        }
        ExplainPage.print { style, width in
            var view = DictionaryView(style: style, width: width)
            for kind in kinds {
                for term in kind.terms { view.list(term) }
            }
            return view.page.take()
        }
    }
}
