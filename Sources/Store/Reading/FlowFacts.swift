package import Bytes

/// What the columns of one flow say, lent for the time of one call.
package struct FlowFacts {
    let row: Prepared

    package func integer(_ fact: FlowFact) -> Int64? {
        switch fact {
        case .time: row.moment(fact.rawValue)
        case .dns, .connect, .handshake, .send, .wait, .receive, .duration: row.span(fact.rawValue)
        default: row.integer(fact.rawValue)
        }
    }

    package func isThere(_ fact: FlowFact) -> Bool { !row.isNull(fact.rawValue) }

    package func text(_ fact: FlowFact) -> String? { row.text(fact.rawValue) }

    package func bytes(_ fact: FlowFact) -> Bytes? { row.bytes(fact.rawValue) }

    /// The bytes of a text as they are in the file, empty when there is none.
    package func withBytes<Result>(
        _ fact: FlowFact, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        try unsafe row.withBytes(fact.rawValue, body)
    }
}
