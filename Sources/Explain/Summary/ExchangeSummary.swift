package import Bytes
package import Flow
import HTTPModel

/// What is worth saying of one exchange in a few lines: a label and a phrase each, with the verdict that the phrase
/// tells. Live lines, lists and screens lay these out, and decide nothing themselves.
///
/// A value; making one is pure, and cheap enough for every exchange that passes.
package struct ExchangeSummary: Sendable {
    /// How much is told.
    package enum Extent: Sendable, Hashable {
        case brief
        /// TLS of each exchange too, which is otherwise shown only with its CONNECT.
        case full
    }

    /// One line. Its phrase is a part of all phrases, so that a summary is two arrays however many rows it has.
    package struct Row: Sendable, Hashable {
        package let label: Label
        package let tone: Tone
        /// What was decided, where the row tells a decision.
        package let verdict: Verdict?
        let pieces: Range<Int>
    }

    /// How a row is meant.
    package enum Tone: Int, Sendable, Hashable, CaseIterable {
        case normal
        /// A detail that is shown on request.
        case quiet
        case warning, bad
    }

    /// In the order in which they are told.
    package private(set) var rows: [Row] = []
    private var phrase = Phrase()

    // Borrowed, as a record is large: an initializer would have it copied.
    package init(
        _ record: borrowing FlowRecord, place: RedirectFollower.Place = .alone, extent: Extent = .brief
    ) {
        // Most have fewer; growing costs more than room that is not used.
        rows.reserveCapacity(8)
        tell(record, place, extent)
    }

    private mutating func tell(_ record: FlowRecord, _ place: RedirectFollower.Place, _ extent: Extent) {
        // Taken out once, as a head and its fields are copied each time.
        let (request, response) = (record.requestHead, record.responseHead)
        let (asked, answered) = (request?.fields, response?.fields)
        outcome(record)
        rules(record)
        redirect(record, place)
        if let response { hints(response) }
        if let asked { credentials(asked) }
        if let response { challenges(response) }
        if let asked { cookies(sent: asked) }
        if let answered { cookies(set: answered, record) }
        if let request, let response {
            conditions(record, request, response)
            ranges(record, asked, response)
            caching(record, response)
        } else if let response {
            ranges(record, nil, response)
        }
        // A live flow without an end goes on; of a recorded one nobody told the end.
        let goesOn = record.outcome == nil && record.run != nil
        if let asked, !record.opensTunnel(.request) { body(.sentBody, record.request, asked, goesOn: goesOn) }
        if let answered {
            let origin = record.responseOrigin
            if !record.contentIsOfRule, !record.opensTunnel(.response), origin != .browser {
                body(.body, record.response, answered, goesOn: goesOn, isOnWire: origin?.wasSent != false)
            }
            links(answered)
        }
        tls(record, extent)
        if extent == .full { way(record) }
        connection(record)
        call(record)
        graphQL(record)
        messages(record)
        quirks(record)
        changes(record, extent)
    }

    /// Each row as whoever writes lines needs it, without its verdict, which costs most to copy.
    package func forEachRow(_ body: (Label, Tone, ArraySlice<Phrase.Piece>, _ quotes: [Bytes]) -> Void) {
        for index in rows.indices {
            body(rows[index].label, rows[index].tone, phrase.pieces[rows[index].pieces], phrase.quotes)
        }
    }

    /// The rows of one kind.
    package func rows(_ label: Label) -> [Row] { rows.filter { $0.label == label } }

    /// A row's phrase, as text; still to be escaped, with secrets as `hiding` leaves them.
    package func text(_ row: Row, hiding: Phrase.Hiding) -> String {
        phrase.pieces[row.pieces].map { phrase.plain($0, hiding: hiding) }.joined()
    }

    /// Adds a row.
    mutating func add(
        _ label: Label, _ tone: Tone = .normal, verdict: Verdict? = nil, _ write: (inout Phrase) -> Void
    ) {
        let start = phrase.pieces.count
        write(&phrase)
        rows.append(Row(label: label, tone: tone, verdict: verdict, pieces: start..<phrase.pieces.count))
    }
}
