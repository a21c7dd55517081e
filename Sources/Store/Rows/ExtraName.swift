/// What `extra` has of flows that are out of the ordinary, a row each.
enum ExtraName: String, CaseIterable, Sendable {
    case refusedMethod, refusedTarget, refusedVersion, refusedHost
    case errorCode, errorOffset, errorLength, errorBytes
    case toldURL, toldMethod, assumed, stated
    case interimOmitted
    case requestDecodedSize, responseDecodedSize, requestDecoded, responseDecoded
    case requestQuirksOmitted, responseQuirksOmitted, requestHeadQuirksOmitted, responseHeadQuirksOmitted
    case requestTrailerEdits, responseTrailerEdits
    case changesTold
    case repeatsFlow, repeatsRun
    case toldMembers
    case innerMessages
    case streams
    case ruleActs
    case through
}

extension ExtraName {
    /// As the column `name` has it.
    var text: String { Self.texts[self] ?? rawValue }

    /// Made once: an imported flow has several of them.
    private static let texts = Dictionary(
        allCases.map { ($0, SnakeCase.name($0.rawValue)) }, uniquingKeysWith: { first, _ in first })

    /// The full pieces of the messages inside, `inner_messages.0` and so on; `innerMessages` is what comes behind them.
    static func innerPiece(_ place: Int) -> String { "\(pieceStart)\(place)" }

    /// Which piece a row is; nil when it is none.
    static func innerPiece(named text: String) -> Int? {
        text.hasPrefix(pieceStart) ? Int(text.dropFirst(pieceStart.count)) : nil
    }

    private static let pieceStart = innerMessages.text + "."

    static let byText = Dictionary(allCases.map { ($0.text, $0) }, uniquingKeysWith: { first, _ in first })
}
