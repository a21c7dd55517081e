import Bytes
import Explain
import Views

/// One of the answers to choose from.
package struct AnswerOption: Sendable, Hashable {
    package let id: String
    package let text: String
    /// The belief that leads to it, when it is wrong.
    let misconception: Misconception?
    /// Why it is wrong here.
    let feedback: String

    init(_ id: String, _ text: String? = nil, _ misconception: Misconception? = nil, _ feedback: String = "") {
        self.id = id
        self.text = text ?? id
        self.misconception = misconception
        self.feedback = feedback
    }
}

/// A wrong answer that is written, not chosen: a number or a text that a misconception leads to.
struct AnswerTrap: Sendable {
    let value: String
    let misconception: Misconception?
    let feedback: String

    init(_ value: some CustomStringConvertible, _ misconception: Misconception? = nil, _ feedback: String = "") {
        self.value = value.description
        self.misconception = misconception
        self.feedback = feedback
    }
}

/// What a number counts.
package enum AnswerUnit: String, Sendable {
    case seconds = "s"
    case milliseconds = "ms"
    case bytes
    case percent = "%"
}

/// A question with its answer, both computed from one flow.
package struct AskedQuestion: Sendable {
    package enum Kind: String, Sendable {
        case choice, several, byte, number, text, order
    }

    enum Key: Sendable, Hashable {
        case ids([String])
        case number(Int64, tolerance: Int64)
        case text(String, ignoresCase: Bool)
        case bytes(Range<Int>)
    }

    package internal(set) var id = ""
    /// Its answer is not in this exchange by itself.
    package internal(set) var needsSession = false
    package let kind: Kind
    package let prompt: String
    /// What there is to choose from, the right ones among them; empty when the answer is written.
    package private(set) var options: [AnswerOption]
    package let unit: AnswerUnit?
    /// How the number is computed; nil where it is read.
    package private(set) var sum: AnswerSum?
    /// The message that a byte is counted in.
    let place: LessonPlace?
    /// Why the answer is right.
    let because: String
    /// The section that says so.
    package let spec: String
    let key: Key
    private(set) var traps: [AnswerTrap] = []

    private init(
        _ kind: Kind, _ prompt: String, _ key: Key, options: [AnswerOption] = [], traps: [AnswerTrap] = [],
        unit: AnswerUnit? = nil, place: LessonPlace? = nil, because: String, spec: String
    ) {
        self.kind = kind
        self.prompt = prompt
        self.key = key
        self.options = options
        self.unit = unit
        self.place = place
        self.because = because
        self.spec = spec
        // What is right here is no trap here.
        self.traps = traps.filter { mark($0.value)?.isRight == false }
    }

    // MARK: Kinds

    /// One of several answers. A wrong one that equals the right one is dropped.
    static func choice(
        _ prompt: String, _ right: AnswerOption, _ wrong: [AnswerOption], because: String, _ spec: String
    ) -> AskedQuestion {
        var options = [right]
        for option in wrong where !options.contains(where: { $0.id == option.id }) { options.append(option) }
        return AskedQuestion(.choice, prompt, .ids([right.id]), options: options, because: because, spec: spec)
    }

    /// - Parameter wrong: the belief behind the wrong answer, and why it is wrong.
    static func yesNo(
        _ prompt: String, _ isYes: Bool, _ wrong: Misconception? = nil, because: String, _ spec: String
    ) -> AskedQuestion {
        choice(
            prompt, AnswerOption(isYes ? "yes" : "no"), [AnswerOption(isYes ? "no" : "yes", nil, wrong)],
            because: because, spec)
    }

    /// Any number of several answers, none of them too.
    static func several(
        _ prompt: String, _ right: [AnswerOption], _ wrong: [AnswerOption], because: String, _ spec: String
    ) -> AskedQuestion {
        var options: [AnswerOption] = []
        for option in right + wrong where !options.contains(where: { $0.id == option.id }) { options.append(option) }
        var ids: [String] = []
        for option in right where !ids.contains(option.id) { ids.append(option.id) }
        return AskedQuestion(.several, prompt, .ids(ids), options: options, because: because, spec: spec)
    }

    /// Things to put in order; `right` has them in it.
    static func order(_ prompt: String, _ right: [AnswerOption], because: String, _ spec: String) -> AskedQuestion {
        AskedQuestion(.order, prompt, .ids(right.map(\.id)), options: right, because: because, spec: spec)
    }

    static func number(
        _ prompt: String, _ right: some BinaryInteger, _ unit: AnswerUnit? = nil, tolerance: Int64 = 0,
        sum: [AnswerSum.Part] = [], traps: [AnswerTrap] = [], because: String, _ spec: String
    ) -> AskedQuestion? {
        guard let right = Int64(exactly: right) else { return nil }
        var question = AskedQuestion(
            .number, prompt, .number(right, tolerance: tolerance), traps: traps, unit: unit, because: because,
            spec: spec)
        question.sum = AnswerSum(sum)
        return question
    }

    /// nil when the answer is nothing that a person can type.
    static func text(
        _ prompt: String, _ right: Bytes?, ignoresCase: Bool = false, traps: [AnswerTrap] = [], because: String,
        _ spec: String
    ) -> AskedQuestion? {
        guard let right, let text = Self.typed(right) else { return nil }
        return AskedQuestion(
            .text, prompt, .text(text, ignoresCase: ignoresCase), traps: traps, because: because, spec: spec)
    }

    /// - Parameter place: the bytes that are right.
    static func byte(_ prompt: String, _ place: LessonPlace, because: String, _ spec: String) -> AskedQuestion {
        AskedQuestion(.byte, prompt, .bytes(place.range), place: place, because: because, spec: spec)
    }

    /// As long as a person types.
    private static let longestText = 200

    private static func typed(_ bytes: Bytes) -> String? {
        guard !bytes.isEmpty, bytes.count <= longestText, let text = String(validating: bytes, as: UTF8.self),
            text.unicodeScalars.allSatisfy({ $0.value >= ASCII.space && $0.value != ASCII.delete }),
            text.terminalText == text, text.trimmedBlanks == text
        else { return nil }
        return text
    }

    // MARK: Asking

    /// A question with one option is none, nor is one with an option that nobody can type.
    var isAskable: Bool {
        guard
            options.allSatisfy({ option in
                let id = option.id
                return !id.isEmpty && !id.contains(",") && id.terminalText == id && id.trimmedBlanks == id
            })
        else { return false }
        return switch kind {
        case .choice, .order, .several: options.count > 1
        case .byte, .number, .text: true
        }
    }

    /// The same with its options in another order: never in the right one, if they are to be put in order.
    func ordered(by order: LessonOrder) -> AskedQuestion {
        var (copy, order) = (self, order)
        copy.options.shuffle(using: &order)
        if kind == .order, copy.options == options { copy.options.reverse() }
        return copy
    }

    /// Whether question or answer contain a credential.
    func tells(_ hidden: HiddenValues) -> Bool {
        let all = ([prompt, answer, because] + options.map(\.text)).joined(separator: "\n")
        let bytes = Bytes(all)
        return hidden.hide(bytes) != bytes
    }

    /// The right answer, as it may be given.
    var answer: String {
        switch key {
        case .ids(let ids): ids.isEmpty ? "none" : ids.joined(separator: ",")
        case .number(let number, _): unit.map { "\(number) \($0.rawValue)" } ?? "\(number)"
        case .text(let text, _): text
        case .bytes(let range): "\(range.lowerBound)"
        }
    }

    /// The right answer for a person: the texts of the options, not their ids.
    package var answerText: String {
        guard case .ids(let ids) = key else { return answer }
        if ids.isEmpty { return "none of them" }
        let texts = ids.map { id in options.first { $0.id == id }?.text ?? id }
        return texts.joined(separator: kind == .order ? ", then " : ", ")
    }
}
