/// What `extra` has of flows that are out of the ordinary, a row each.
enum ExtraName: String, CaseIterable, Sendable {
    case refusedMethod, refusedTarget, refusedVersion, refusedHost
    case errorCode, errorOffset, errorLength, errorBytes
    case toldURL, toldMethod, assumed
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

    static let byText = Dictionary(allCases.map { ($0.text, $0) }, uniquingKeysWith: { first, _ in first })
}
