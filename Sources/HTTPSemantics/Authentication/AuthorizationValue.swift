public import Bytes

/// The value of Authorization or Proxy-Authorization taken apart (RFC 9110 §11.4).
public struct AuthorizationValue: Sendable, Hashable {
    /// As sent; compare without case.
    public let scheme: Bytes
    /// Everything after the scheme, white space around it removed.
    public let rest: Bytes
    /// The parameters, when the rest is a list of them: names as sent, values without quotes.
    public let parameters: [Challenge.Parameter]

    /// Longer lists are not taken apart.
    private static let longestList = 16_384

    /// nil when there is no scheme with something after it.
    public init?(_ value: Bytes) {
        guard let scheme = Credentials.scheme(value) else { return nil }
        self.scheme = scheme
        rest = value.slice(scheme.count..<value.count).trimmed
        var parameters: [Challenge.Parameter] = []
        if scheme.equalsIgnoringCase("digest"), rest.count <= Self.longestList {
            for member in FieldList.split(rest) {
                let (name, value) = FieldList.pair(member)
                if let value { parameters.append(Challenge.Parameter(name: name, value: FieldList.unquote(value))) }
            }
        }
        self.parameters = parameters
    }

    /// The parameter of this name, given in lower case.
    public func parameter(_ name: StaticString) -> Bytes? {
        parameters.first { $0.name.equalsIgnoringCase(name) }?.value
    }
}

/// User name and password of Basic credentials (RFC 7617 §2).
public struct BasicCredentials: Sendable, Hashable {
    /// The part before the first colon.
    public let user: Bytes
    /// The part after the first colon.
    public let password: Bytes

    /// nil when the token is no Base64, or has no colon in it.
    public init?(token: Bytes) {
        guard let plain = Base64.decode(token).map({ Bytes($0) }), let colon = plain.firstIndex(of: ASCII.colon) else {
            return nil
        }
        user = plain.slice(0..<colon)
        password = plain.slice(colon + 1..<plain.count)
    }
}
