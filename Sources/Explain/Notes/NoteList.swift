import Flow
import HTTPModel
import HTTPSemantics

/// The notes of one family, as they are found. It knows where the bytes of both heads lie.
struct NoteList {
    private(set) var notes: [Note] = []
    private let exchange: FlowRecord

    init(_ exchange: FlowRecord) {
        self.exchange = exchange
    }

    /// About some bytes of the request's head; about its request line when no range is given.
    mutating func request(
        _ code: String, _ level: Note.Level, at range: Range<Int>? = nil, _ summary: Prose, _ text: Prose,
        _ spec: String
    ) {
        // A request that is not there has nothing to be noted.
        guard let request = exchange.requestHead else { return }
        let whole = 0..<request.startLine.count
        notes.append(Note(code, level, at: range ?? whole, summary, text, spec: spec, in: .request))
    }

    /// About some bytes of the response's head; about its status line when no range is given.
    mutating func response(
        _ code: String, _ level: Note.Level, at range: Range<Int>? = nil, _ summary: Prose, _ text: Prose,
        _ spec: String
    ) {
        let whole = 0..<(exchange.responseHead?.startLine.count ?? 0)
        notes.append(Note(code, level, at: range ?? whole, summary, text, spec: spec, in: .response))
    }

    /// About the exchange, not about bytes.
    mutating func exchange(_ code: String, _ level: Note.Level, _ summary: Prose, _ text: Prose, _ spec: String) {
        notes.append(Note(code, level, summary, text, spec: spec))
    }
}

extension FieldSection {
    /// Where the value of the first line of this name lies.
    func range(_ field: KnownField) -> Range<Int>? { lines.first { $0.known == field }?.value }

    func range(named name: StaticString) -> Range<Int>? { line(named: name)?.value }
}
