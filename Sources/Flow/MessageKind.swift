/// Which message of an exchange is meant.
public enum MessageKind: String, Sendable, Hashable, CaseIterable {
    case request, response
}
