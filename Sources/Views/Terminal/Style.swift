/// How lines may look: plain text, or with the colours of a terminal. Legible either way.
package enum Style: Sendable, Hashable {
    case plain, ansi

    /// Colour only on a terminal, and not when NO_COLOR is set to anything but nothing, nor on a terminal that is dumb.
    package init(isTerminal: Bool, noColor: String?, term: String?) {
        let isRefused = noColor.map { !$0.isEmpty } ?? false
        self = isTerminal && !isRefused && term != "dumb" ? .ansi : .plain
    }
}

/// What a piece of a line is, from which its colour follows.
package enum Ink: Sendable, Hashable {
    /// As the terminal writes anything.
    case normal
    /// There for whoever looks for it: times, labels.
    case quiet
    case strong
    case good, notice, warning, bad

    /// The escape sequence that begins it (ECMA-48 SGR).
    var sequence: StaticString {
        switch self {
        case .normal: ""
        case .quiet: "\u{1B}[2m"
        case .strong: "\u{1B}[1m"
        case .good: "\u{1B}[32m"
        case .notice: "\u{1B}[36m"
        case .warning: "\u{1B}[33m"
        case .bad: "\u{1B}[31m"
        }
    }

    static let end: StaticString = "\u{1B}[0m"
}
