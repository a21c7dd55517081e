/// The columns of `head`: bytes as they were on the wire.
enum HeadColumn: Int32, TableColumn {
    case flow = 0
    case request, requestSent, response, responseSent
    case requestTrailers, requestTrailersSent, responseTrailers, responseTrailersSent
    case requestMalformed, responseMalformed

    static let table = "head"
    static let names = allCases.map { SnakeCase.name("\($0)") }
    /// Of few flows something is in these.
    static let rare = [
        HeadColumn.requestTrailers, .requestTrailersSent, .responseTrailers, .responseTrailersSent, .requestMalformed,
        .responseMalformed,
    ].map { SnakeCase.name("\($0)") }
    /// Where the columns stand in a row that begins with those of `flow`.
    static let offset = Int32(RecordColumn.allCases.count)

    var place: Int32 { Self.offset + rawValue }
}
