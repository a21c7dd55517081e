/// The class of a status code, given by its first digit (RFC 9110 §15).
public enum StatusClass: Int, Sendable, CaseIterable {
    case informational = 1
    case successful, redirection, clientError, serverError
    /// Codes outside 100 to 599, which are undefined.
    case undefined

    /// The class of a status code, by its first digit (RFC 9110 §15).
    public init(_ status: Int) {
        self = StatusClass(rawValue: status / 100) ?? .undefined
    }

    /// The general code of the class: clients treat an unknown code of the class like it. A code outside all classes is
    /// treated as a server error.
    public var general: Int {
        self == .undefined ? StatusClass.serverError.rawValue * 100 : rawValue * 100
    }

    /// Its name: `successful`.
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
        case .informational: "The final response is still to come."
        case .successful: "The request was received, understood and accepted."
        case .redirection: "The client has to do something more to get the result."
        case .clientError: "The server considers the request at fault, or cannot accept it now."
        case .serverError: "The server failed to process the request."
        case .undefined: "No class of status codes begins with this digit; clients treat it as a server error."
        }
    }

    /// The section that defines it.
    public var reference: Reference {
        switch self {
        case .informational: Reference("RFC 9110 §15.2")
        case .successful: Reference("RFC 9110 §15.3")
        case .redirection: Reference("RFC 9110 §15.4")
        case .clientError: Reference("RFC 9110 §15.5")
        case .serverError: Reference("RFC 9110 §15.6")
        case .undefined: Reference("RFC 9110 §15")
        }
    }
}
