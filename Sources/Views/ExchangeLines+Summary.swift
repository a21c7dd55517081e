import Explain

extension ExchangeLines {
    /// The rows of a summary, each as a detail.
    mutating func rows(_ summary: ExchangeSummary) {
        // Of a URL, two lines of the terminal.
        let limit = writer.width.map { max(2 * ($0 - DetailWriter.textColumn), 40) } ?? 4000
        let secrets = secrets
        summary.forEachRow { label, tone, pieces in
            writer.detail(label.text, ink: tone.ink) { out in
                for piece in pieces { out.piece(piece, urlLimit: limit, secrets) }
            }
        }
    }
}

extension ExchangeSummary.Tone {
    var ink: Ink {
        switch self {
        case .normal: .normal
        case .quiet: .quiet
        case .warning: .warning
        case .bad: .bad
        }
    }
}

extension LineBuffer {
    /// A piece of a phrase: what came from the wire escaped, what proves who one is left out.
    mutating func piece(_ piece: Phrase.Piece, urlLimit: Int, _ secrets: Secrets) {
        switch piece {
        case .words(let words): self.words(words)
        case .text(let text, let limit): wire(text, limit: limit)
        case .wire(let bytes, let limit): wire(bytes, limit: limit)
        case .url(let url, let limit): wire(secrets.url(url), limit: min(limit, urlLimit))
        case .line(let line, let limit): wire(secrets.line(line), limit: limit)
        case .number(let number):
            if number < 0 { text("-") }
            self.number(number.magnitude)
        case .size(let bytes): size(bytes)
        case .seconds(let seconds): duration(seconds: seconds)
        case .nanoseconds(let time): duration(nanoseconds: time)
        }
    }
}
