import Bytes
import Flow

/// Where the content of a message that a rule makes comes from.
enum RuleContent: Sendable, Hashable {
    case none
    case text(RuleTemplate)
    /// Of JSON: what is put in stands inside of strings, and is escaped.
    case json(RuleTemplate)
    /// A file that is read when the rule acts; relative to the rules file.
    case file(path: String)

    var namesFile: Bool { if case .file = self { true } else { false } }

    /// The media type that is said of it when the rule says none.
    func mediaType(ofFile path: String = "") -> String? {
        switch self {
        case .none: nil
        case .text: "text/plain; charset=utf-8"
        case .json: "application/json"
        case .file(let path): FileTypes.mediaType(of: path)
        }
    }
}

/// A response that a rule says whole.
struct MadeAnswer: Sendable, Hashable {
    let status: Int
    let fields: [Field]
    let content: RuleContent
    /// It is meant, malformed or not.
    let isRaw: Bool

    struct Field: Sendable, Hashable {
        let name: Bytes
        let value: RuleTemplate
    }
}
