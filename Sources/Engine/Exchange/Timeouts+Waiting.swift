import Flow

extension Timeouts {
    /// What an exchange waits for at most, as a person says it.
    func limit(of waiting: Exchange.Waiting) -> Duration {
        switch waiting {
        case .lookUp: lookUp
        case .connection: connect
        case .handshake: handshake
        case .responseHead: responseHead
        case .requestBody, .restOfRequest, .responseBody, .patience, .verdict, .nothing: body
        case .delivery: flush
        }
    }
}
