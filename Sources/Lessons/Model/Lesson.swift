package import Bytes
import Flow
import Views

/// A part of the curriculum.
package enum LessonUnit: String, Sendable, CaseIterable {
    case messages, redirects, state, caching, trust, connections, clients

    package var title: String {
        switch self {
        case .messages: "Messages"
        case .redirects: "Redirects"
        case .state: "State"
        case .caching: "Caching"
        case .trust: "Trust"
        case .connections: "Connections and time"
        case .clients: "Clients and APIs"
        }
    }
}

/// What a learner can study with one flow: text that shows the flow's bytes, and questions about them. A value.
package struct Lesson: Sendable {
    /// Names it on the command line.
    package let topic: String
    package let unit: LessonUnit
    package let title: String
    /// What the learner can do afterwards.
    package let can: String
    /// Topics that should come first.
    package let after: [String]
    /// The filter that picks flows that may illustrate it.
    package let finder: String
    /// The command that records an example on the demo site.
    package let experiment: String
    /// The number of the page in `docs/lessons` that goes with it.
    package let page: Int
    /// A drawing of the phases belongs to it.
    let isAboutPhases: Bool
    let looks: [@Sendable (Illustration) -> LessonLook?]
    package let questions: [LessonQuestion]
    /// What to remember: true of every flow.
    package let sum: String

    init(
        _ topic: String, _ unit: LessonUnit, _ title: String, can: String, after: [String] = [], finder: String,
        experiment: String, page: Int, isAboutPhases: Bool = false, looks: [@Sendable (Illustration) -> LessonLook?],
        questions: [LessonQuestion], sum: String
    ) {
        self.topic = topic
        self.unit = unit
        self.title = title
        self.can = can
        self.after = after
        self.finder = finder
        self.experiment = experiment
        self.page = page
        self.isAboutPhases = isAboutPhases
        self.looks = looks
        self.questions = questions
        self.sum = sum
    }

    /// How well a flow shows it.
    package enum State: String, Sendable, Comparable {
        case missing, partly, illustrated

        private var rank: Int {
            switch self {
            case .missing: 0
            case .partly: 1
            case .illustrated: 2
            }
        }

        package static func < (left: State, right: State) -> Bool { left.rank < right.rank }
    }

    /// The questions that this flow can answer.
    package func asked(_ flow: Illustration) -> [AskedQuestion] {
        questions.compactMap { question in
            let before = flow.session.asked
            guard var asked = question.ask(flow), asked.isAskable, !asked.tells(flow.hidden) else { return nil }
            asked.id = question.id
            asked.needsSession = flow.session.asked > before
            return asked
        }
    }

    /// How many of its questions have an answer decides.
    func state(_ flow: Illustration) -> State { state(asked(flow).count) }

    package func state(_ answered: Int) -> State {
        switch answered {
        case 0: .missing
        case 1: .partly
        default: .illustrated
        }
    }
}

/// A place in a message to look at, and what is there to see.
package struct LessonLook: Sendable {
    package let text: String
    package let place: LessonPlace?

    init(_ text: String, _ place: LessonPlace? = nil) {
        self.text = text
        self.place = place
    }

    /// Without credentials.
    func hiding(_ hidden: HiddenValues) -> LessonLook {
        guard let place else { return self }
        return LessonLook(
            text, LessonPlace(message: place.message, range: place.range, bytes: hidden.hide(place.bytes)))
    }
}

/// Bytes of a message's head.
package struct LessonPlace: Sendable, Hashable {
    let message: MessageKind
    /// Where they are, counted from the first byte of the head.
    let range: Range<Int>
    package let bytes: Bytes
}

/// A question, put to any flow; it has an answer for some.
package struct LessonQuestion: Sendable {
    let id: String
    let ask: @Sendable (Illustration) -> AskedQuestion?

    init(_ id: String, _ ask: @escaping @Sendable (Illustration) -> AskedQuestion?) {
        self.id = id
        self.ask = ask
    }
}
