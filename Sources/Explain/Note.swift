public import Flow

/// A finding about some bytes of a message: the fact, its consequence, what to change, where it is specified.
public struct Note: Sendable, Hashable {
    /// How much it matters.
    public enum Level: String, Sendable, CaseIterable, Comparable {
        /// A requirement that is met, if that is instructive.
        case good
        case info
        /// Works here, and may fail elsewhere.
        case warning
        /// Breaks a requirement, or does not do what its sender wants.
        case bad

        /// Good comes first, bad last.
        public static func < (left: Level, right: Level) -> Bool {
            left.rank < right.rank
        }

        private var rank: Int {
            switch self {
            case .good: 0
            case .info: 1
            case .warning: 2
            case .bad: 3
            }
        }
    }

    /// Stable, for scripts: `cookie-without-secure`.
    public let code: String
    /// How much it matters.
    public let level: Level
    /// The bytes it is about, from the start of the message; an empty range at 0 if it is about the whole message.
    public let offset: Int
    /// How many bytes it is about.
    public let length: Int
    /// The message that has these bytes; nil if the note is about both messages, or neither.
    public let message: MessageKind?
    /// A few words, for a line in a list.
    public let summary: Prose
    /// A sentence or two.
    public let text: Prose
    /// `RFC 9110 §8.3`.
    public let spec: String

    /// A note by its code, place and words.
    public init(
        _ code: String, _ level: Level, at range: Range<Int> = 0..<0, _ summary: Prose, _ text: Prose, spec: String,
        in message: MessageKind? = nil
    ) {
        self.code = code
        self.level = level
        offset = range.lowerBound
        length = range.count
        self.summary = summary
        self.text = text
        self.spec = spec
        self.message = message
    }
}
