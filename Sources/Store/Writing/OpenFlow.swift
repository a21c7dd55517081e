import Flow
import HTTPModel

/// A flow that the writer has heard of and that has not ended, or not been written as ended.
struct OpenFlow {
    /// As it was last told; nil while there was content alone.
    var record: FlowRecord?
    var request = OpenBody()
    var response = OpenBody()
    /// A transaction went through that wrote it, so that a reader has it as one that goes on.
    var isInFile = false
    /// Nothing more comes of it: also of a flow of which no file says how it ended.
    var isOver = false
    /// Something is not in the file yet.
    var isDirty = false
    /// How many chunk lines are in the file.
    var requestChunks = 0
    var responseChunks = 0

    /// The transaction went through that wrote it.
    mutating func confirm() {
        isInFile = record != nil
        request.confirm()
        response.confirm()
    }

    /// The transaction failed that was to write what is new of it.
    mutating func lose() {
        request.lose()
        response.lose()
        isDirty = true
        requestChunks = 0
        responseChunks = 0
    }

    /// The transaction failed that was to end it.
    mutating func loseEnd() {
        request.loseEnd()
        response.loseEnd()
    }

    /// What follows of a content is not kept.
    mutating func cut(_ kind: MessageKind) {
        isDirty = true
        switch kind {
        case .request: request.cut()
        case .response: response.cut()
        }
    }
}
