package import Bytes
import Flow

/// Where the content of a message that a rule makes comes from.
package enum RuleContent: Sendable, Hashable {
    case none
    case text(RuleTemplate)
    /// Of JSON: what is put in stands inside of strings, and is escaped.
    case json(RuleTemplate)
    /// A file that is read when the rule acts; relative to the rules file.
    case file(path: String)

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
package struct MadeAnswer: Sendable, Hashable {
    package let status: Int
    package let fields: [Field]
    package let content: RuleContent
    /// It is meant, malformed or not.
    let isRaw: Bool

    package struct Field: Sendable, Hashable {
        package let name: Bytes
        package let value: RuleTemplate
    }
}

extension ThrottleRate {
    /// Bits a second as these networks are usually simulated, in bytes.
    static let profiles: [ThrottleRate] = [
        ThrottleRate(name: "gprs", down: 6_250, up: 2_500, latency: 500_000, isShared: false),
        ThrottleRate(name: "edge", down: 30_000, up: 25_000, latency: 400_000, isShared: false),
        ThrottleRate(name: "3g", down: 200_000, up: 96_000, latency: 200_000, isShared: false),
        ThrottleRate(name: "4g", down: 1_250_000, up: 500_000, latency: 70_000, isShared: false),
        ThrottleRate(name: "dsl", down: 250_000, up: 48_000, latency: 50_000, isShared: false),
        ThrottleRate(name: "satellite", down: 3_125_000, up: 375_000, latency: 600_000, isShared: false),
    ]
}
