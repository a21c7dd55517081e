import Flow
import HTTPModel

/// A flow that the writer has heard of and that has not ended, or not been written as ended.
struct OpenFlow {
    /// As it was last told; nil while there was content alone.
    var latest: FlowSnapshot?
    /// What checks found in it, when it has ended and somebody has asked.
    var judgement: (any FlowJudgement)?
    var request = OpenBody()
    var response = OpenBody()
    /// A transaction went through that wrote it, so that a reader has it as one that goes on.
    var isInFile = false
    /// The transaction that is under way has written it.
    var isWritten = false
    /// Nothing more comes of it: also of a flow of which no file says how it ended.
    var isOver = false
    /// When the first change came that is not in the file; nil when all of them are.
    var dirtySince: UInt64?
    /// How many chunk lines are in the file.
    var requestChunks = 0
    var responseChunks = 0
    /// How many full pieces of the messages inside are.
    var innerPieces = 0

    /// So much of a content waits that it has to go into the file.
    var hasPart: Bool {
        request.pendingCount >= OpenBody.partSize || response.pendingCount >= OpenBody.partSize
    }

    /// Writes what waits of the contents.
    mutating func flush(_ database: Database) throws {
        try request.flush(database)
        try response.flush(database)
    }

    /// The transaction went through that wrote it.
    mutating func confirm() {
        isInFile = isInFile || isWritten
        isWritten = false
        request.confirm()
        response.confirm()
    }

    /// The transaction failed that was to write what is new of it.
    mutating func lose() {
        request.lose()
        response.lose()
        isWritten = false
        dirtySince = 0
        requestChunks = 0
        responseChunks = 0
        innerPieces = 0
    }

    /// The transaction failed that was to end it.
    mutating func loseEnd() {
        request.loseEnd()
        response.loseEnd()
    }

    /// What follows of a content is not kept.
    mutating func cut(_ kind: MessageKind) {
        dirtySince = 0
        switch kind {
        case .request: request.cut()
        case .response: response.cut()
        }
    }
}
