package import Explain
package import Flow
package import Judge

/// A place in a file that was judged.
package struct InputPlace: Sendable, Hashable {
    /// From 1.
    package let line: Int
    /// From 1, in UTF-16 code units as editors count; nil when the line is all that is known.
    package let column: Int?
    /// After the last one; nil when the place ends in another line.
    package let endColumn: Int?
    /// In bytes of the file.
    package let offset: Int?
    package let length: Int?

    package init(line: Int, column: Int? = nil, endColumn: Int? = nil, offset: Int? = nil, length: Int? = nil) {
        self.line = line
        self.column = column
        self.endColumn = endColumn
        self.offset = offset
        self.length = length
    }
}

/// A finding of a flow with all that is told of it. Credentials are hidden in it.
package struct JudgedFinding: Sendable {
    package enum State: String, Sendable {
        case new, known, suppressed
    }

    package let check: Check
    package let level: Note.Level
    package let summary: Prose
    package let text: Prose
    package let advice: Prose?
    package let arguments: [Argument]
    /// Among the inputs.
    package let input: Int
    /// The number as `hark flows` shows it, in every format: in files that Hark did not record, the place from 1.
    package let flow: UInt64
    /// The place among the exchanges of a file, from 0, those that cannot be read included: of a HAR, an index of
    /// `log.entries`. nil in a session, which has numbers only.
    package let index: Int?
    /// All flows that it is about; of a finding in one flow that one.
    package let flows: [UInt64]
    /// The same flows by their places from 0, of a file that Hark did not record; nil of one that it did.
    let places: [Int]?
    /// `POST /users/{id}`.
    package let endpoint: String
    package let host: String
    package let message: MessageKind?
    package let place: FindingPlace?
    package let inputPlace: InputPlace?
    package let fingerprint: String
    package let state: State
    /// Why it is suppressed, or was.
    package let reason: String?
    /// So many more of the same fingerprint and input are counted and not listed.
    package var more = 0
}
