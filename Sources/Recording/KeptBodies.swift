import Flow
import HTTPModel

/// The bodies of one flow that has not ended.
struct KeptBodies {
    var request = KeptBody()
    var response = KeptBody()

    subscript(kind: MessageKind) -> KeptBody {
        get {
            switch kind {
            case .request: request
            case .response: response
            }
        }
        set {
            switch kind {
            case .request: request = newValue
            case .response: response = newValue
            }
        }
    }
}
