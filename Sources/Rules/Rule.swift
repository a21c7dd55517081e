package import Filter
import Flow

/// One rule: which messages are meant, which of them have their turn, and what is done with them.
package struct Rule: Sendable {
    package let name: String
    package let filter: FlowFilter
    package let turn: RuleTurn
    package let steps: [RuleStep]
    /// Later rules leave what it acts on alone.
    package let isFinal: Bool
    package let place: RulePlace
    /// The line it was read from, by which it is known again; nil for one of the command line, and for one that has a
    /// password in it.
    var line: String?

    /// By octets: two spellings of a letter are equal as texts, and not to who receives them.
    func isOf(line text: String) -> Bool { line?.utf8.elementsEqual(text.utf8) == true }

    /// As soon as an exchange has come so far, the filter can be asked.
    var stage: RuleStage { isAboutMessages ? .message : RuleStage.known(filter) }

    /// It acts on the messages of WebSockets, and counts them.
    var isAboutMessages: Bool { steps.contains(where: \.action.isOfMessages) }

    /// The same at another place.
    func moved(to place: RulePlace) -> Rule {
        guard place != self.place else { return self }
        return Rule(
            name: name, filter: filter, turn: turn, steps: steps, isFinal: isFinal, place: place, line: line)
    }

    /// For the record: `german (debug.rules:2)`.
    package var source: String { "\(name) (\(place.text))" }

    /// The same of one of its actions, which may mean it.
    func source(_ step: RuleStep) -> String { step.isRaw ? "\(source), \(ActionTable.rawWord)" : source }
}

/// One action of a rule.
package struct RuleStep: Sendable, Hashable {
    package let action: RuleAction
    /// `raw` stands before it: what it writes is meant, malformed or not.
    let isRaw: Bool
    /// As it was written.
    package let text: String
    /// Where in its line it was written, in bytes.
    let range: Range<Int>

    /// The word of its action.
    var name: Substring {
        let words = text.split(separator: " ", maxSplits: isRaw ? 2 : 1)
        return words.count > (isRaw ? 1 : 0) ? words[isRaw ? 1 : 0] : ""
    }
}

/// Where a rule stands.
package struct RulePlace: Sendable, Hashable {
    /// As it is told to people: a file's path, or an option.
    package let file: String
    /// Counted from 1.
    package let line: Int

    package init(file: String, line: Int) {
        self.file = file
        self.line = line
    }

    package var text: String { "\(file):\(line)" }

    /// What a relative path in it begins at: the file's folder, with the slash at its end; empty without one.
    var folder: String {
        file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    }

    /// A path that is written in it.
    func path(_ written: String) -> String { written.hasPrefix("/") ? written : folder + written }
}

extension RuleAction {
    /// It shows a proxy something that nobody else is to see.
    var hasPassword: Bool {
        if case .via(let proxy) = self { proxy.credentials != nil } else { false }
    }
}
