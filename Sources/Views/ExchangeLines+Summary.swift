import Bytes
import Explain

extension ExchangeLines {
    /// The rows of a summary, each as a detail.
    mutating func rows(_ summary: ExchangeSummary) {
        // Of a URL, two lines of the terminal.
        let limit = writer.width.map { max(2 * ($0 - DetailWriter.textColumn), 40) } ?? 4000
        let secrets = secrets
        summary.forEachRow { label, tone, pieces, quotes in
            writer.row(label, tone) { out in
                for piece in pieces { out.piece(piece, quotes, urlLimit: limit, secrets) }
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
    mutating func piece(_ piece: Phrase.Piece, _ quotes: [Bytes], urlLimit: Int, _ secrets: Secrets) {
        switch piece {
        case .words(let words): text(words)
        case .text(let number, let limit), .wire(let number, let limit): wire(quotes[number], limit: limit)
        case .url(let number, let limit): wire(secrets.url(quotes[number]), limit: min(limit, urlLimit))
        case .line(let number, let limit): wire(secrets.line(quotes[number]), limit: limit)
        case .secret(let number, let limit): secrets.areShown ? wire(quotes[number], limit: limit) : text("…")
        case .content(let number, let limit): wire(secrets.content(quotes[number]), limit: limit)
        case .number(let number):
            if number < 0 { text("-") }
            self.number(number.magnitude)
        case .size(let bytes): size(bytes)
        case .seconds(let seconds): duration(seconds: seconds)
        case .nanoseconds(let time): duration(nanoseconds: time)
        }
    }
}
