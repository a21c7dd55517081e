/// A message of an exchange: the request or the response.
public enum MessageKind: String, Sendable, Hashable, CaseIterable {
    case request, response
}
