public import Bytes

/// The parts of an Authorization or Proxy-Authorization value (RFC 9110 §11.4).
public struct AuthorizationValue: Sendable, Hashable {
    /// As sent; compare without case.
    public let scheme: Bytes
    /// Everything after the scheme, white space around it removed.
    public let rest: Bytes
    /// The parameters, if the rest is a list of them; empty for a list longer than any valid one.
    public let parameters: [Challenge.Parameter]
    /// Whether the rest is a list of parameters, and not a token (RFC 9110 §11.4).
    public let hasParameters: Bool

    /// Longer lists are not taken apart.
    private static let longestList = 16_384

    /// nil when there is no scheme followed by credentials.
    public init?(_ value: Bytes) {
        guard let scheme = Credentials.scheme(value) else { return nil }
        self.scheme = scheme
        rest = value.slice(scheme.count..<value.count).trimmed
        hasParameters = !rest.isToken68 && !Self.isTokenScheme(scheme)
        var parameters: [Challenge.Parameter] = []
        if hasParameters, rest.count <= Self.longestList {
            FieldList.forEachMember(of: rest, separator: ASCII.comma) { member in
                if member.contains(ASCII.equals) { parameters.append(Challenge.Parameter(member)) }
            }
        }
        self.parameters = parameters
    }

    /// Basic, Bearer, Negotiate and NTLM have a token, whatever it looks like.
    private static func isTokenScheme(_ scheme: Bytes) -> Bool {
        scheme.equalsIgnoringCase("basic") || scheme.equalsIgnoringCase("bearer")
            || scheme.equalsIgnoringCase("negotiate") || scheme.equalsIgnoringCase("ntlm")
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

    /// nil when the token is not Base64, or has no colon.
    public init?(token: Bytes) {
        guard let plain = Base64.decode(token).map({ Bytes($0) }), let colon = plain.firstIndex(of: ASCII.colon) else {
            return nil
        }
        user = plain.slice(0..<colon)
        password = plain.slice(colon + 1..<plain.count)
    }
}
