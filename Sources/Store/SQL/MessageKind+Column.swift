import Flow

extension MessageKind {
    /// As columns named `message` have it: 0 is the request, 1 the response.
    var column: Int64 {
        switch self {
        case .request: 0
        case .response: 1
        }
    }

    init?(column: Int64?) {
        switch column {
        case 0: self = .request
        case 1: self = .response
        default: return nil
        }
    }
}
