internal import Flow

/// Those of both messages.
struct ContentPumps {
    var request = ContentPump()
    var response = ContentPump()

    subscript(kind: MessageKind) -> ContentPump {
        get { kind == .request ? request : response }
        _modify {
            switch kind {
            case .request: yield &request
            case .response: yield &response
            }
        }
    }
}
