/// What a status code says, in words. The entries stand in `StatusMeaning+Entries.swift`, one a line.
public struct StatusMeaning: Sendable, Hashable {
    public let code: Int
    /// The registered reason phrase.
    public let name: String
    /// One sentence.
    public let text: String
    /// What to do about it; empty when nothing is to be done.
    public let advice: String
    public let spec: String

    init(_ code: Int, _ name: String, _ spec: String, _ text: String, advice: String = "") {
        self.code = code
        self.name = name
        self.text = text
        self.advice = advice
        self.spec = spec
    }

    public var family: Family { Family(code) }

    /// The entry of this code, if it is registered.
    public static func of(_ code: Int) -> StatusMeaning? { byCode[code] }

    /// All entries, by code.
    public static var all: [StatusMeaning] { entries }

    private static let byCode = Dictionary(entries.map { ($0.code, $0) }) { first, _ in first }

    /// The class of a status code, which its first digit names (RFC 9110 §15).
    public enum Family: Int, Sendable, CaseIterable {
        case informational = 1
        case successful, redirection, clientError, serverError
        /// There are codes above 599, which nothing defines.
        case undefined

        public init(_ code: Int) {
            self = Family(rawValue: code / 100) ?? .undefined
        }

        public var name: String {
            switch self {
            case .informational: "informational"
            case .successful: "successful"
            case .redirection: "redirection"
            case .clientError: "client error"
            case .serverError: "server error"
            case .undefined: "undefined"
            }
        }

        /// One sentence.
        public var text: String {
            switch self {
            case .informational: "The final answer is still to come."
            case .successful: "The request was received, understood and accepted."
            case .redirection: "The client has something more to do to get what it wants."
            case .clientError: "The request cannot be fulfilled as it is; the client has to change something."
            case .serverError: "The server failed with a request that may well be right."
            case .undefined: "No class of status codes begins with this digit; it is treated as a server error."
            }
        }

        public var spec: String {
            switch self {
            case .informational: "RFC 9110 §15.2"
            case .successful: "RFC 9110 §15.3"
            case .redirection: "RFC 9110 §15.4"
            case .clientError: "RFC 9110 §15.5"
            case .serverError: "RFC 9110 §15.6"
            case .undefined: "RFC 9110 §15"
            }
        }
    }
}
