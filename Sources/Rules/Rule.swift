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
    let line: String?

    init(
        name: String, filter: FlowFilter, turn: RuleTurn, steps: [RuleStep], isFinal: Bool, place: RulePlace,
        line: String? = nil
    ) {
        self.name = name
        self.filter = filter
        self.turn = turn
        self.isFinal = isFinal
        self.place = place
        self.line = line
        let source = "\(name) (\(place.text))"
        self.source = source
        self.steps = steps.map { RuleStep($0, of: (name, place), source: source) }
    }

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
    package let source: String
}

/// One action of a rule. An object, as each exchange that it means looks at it.
package final class RuleStep: Sendable {
    let action: any RuleAction
    /// `raw` stands before it: what it writes is meant, malformed or not.
    package let isRaw: Bool
    /// As it was written.
    package let text: String
    /// Where in its line it was written, in bytes.
    let range: Range<Int>
    /// What the record says of whoever did it: the rule, and that it means it.
    let source: String
    /// Of one that changes fields: what it wishes, and what is told of it when it did.
    let wish: HeaderRule?
    let usualAct: RuleAct?
    /// The same wish of one that is about requests and does not mean to break them: what most rules do.
    let plainRequestWish: HeaderRule?

    /// As it is read, of no rule yet.
    init(action: any RuleAction, isRaw: Bool, text: String, range: Range<Int>) {
        (self.action, self.isRaw, self.text, self.range) = (action, isRaw, text, range)
        (source, wish, usualAct, plainRequestWish) = ("", nil, nil, nil)
    }

    /// The same as a part of a rule.
    init(_ step: RuleStep, of rule: (name: String, place: RulePlace), source: String) {
        (action, isRaw, text, range) = (step.action, step.isRaw, step.text, step.range)
        let source = isRaw ? "\(source), \(ActionTable.rawWord)" : source
        self.source = source
        guard let (kind, wish) = action.wish else {
            (self.wish, usualAct, plainRequestWish) = (nil, nil, nil)
            return
        }
        let told = wish.told(as: source)
        self.wish = told
        plainRequestWish = kind == .request && !isRaw ? told : nil
        usualAct = RuleAct(
            rule: rule.name, file: rule.place.file, line: rule.place.line, action: text,
            text: kind == .request ? Self.changedRequest : Self.changedResponse)
    }

    /// It reads a file or a recording of the machine.
    package var namesFile: Bool { action.namesFile }

    static let changedRequest = RuleAct.changedRequest
    static let changedResponse = RuleAct.changedResponse

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
