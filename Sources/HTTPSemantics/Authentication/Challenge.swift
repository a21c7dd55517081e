public import Bytes
public import HTTPModel

/// What a server asks a client to prove, one entry of WWW-Authenticate or Proxy-Authenticate (RFC 9110 §11.6.1).
public struct Challenge: Sendable, Hashable {
    /// One `name=value` of a challenge or of credentials.
    public struct Parameter: Sendable, Hashable {
        /// The name, as it was sent.
        public let name: Bytes
        /// Without quotes.
        public let value: Bytes
    }

    /// The scheme as sent; compare without case.
    public let scheme: Bytes
    /// What stands after the scheme when it is no list of parameters (Negotiate).
    public let token: Bytes?
    /// The parameters, in the order they came.
    public let parameters: [Parameter]

    /// The protection space; nil when none is named (RFC 9110 §11.5).
    public var realm: Bytes? {
        parameters.first { $0.name.equalsIgnoringCase("realm") }?.value
    }

    /// All challenges of a response's field, in order.
    ///
    /// Commas separate both challenges and their parameters; a member that begins with a token which is not followed by
    /// `=` begins a new challenge.
    public static func list(_ field: KnownField, in section: FieldSection) -> [Challenge] {
        var challenges: [Challenge] = []
        var scheme: Bytes?
        var token: Bytes?
        var parameters: [Parameter] = []
        func close() {
            if let scheme { challenges.append(Challenge(scheme: scheme, token: token, parameters: parameters)) }
        }
        for line in section.lines where line.known == field {
            FieldList.forEachMember(of: section.value(of: line), separator: ASCII.comma) { member in
                var scan = ByteScanner(member)
                let name = scan.run(while: OctetClass.token.contains)
                let afterName = scan.index
                scan.skip(while: ASCII.isWhitespace)
                let isParameter = scan.peek == ASCII.equals
                if isParameter, scheme != nil {
                    parameters.append(parameter(member))
                    return
                }
                close()
                (scheme, token, parameters) = (name.isEmpty ? member : name, nil, [])
                let rest = member.slice(afterName..<member.count).trimmed
                if rest.isEmpty { return }
                if isToken68(rest) {
                    token = rest
                } else {
                    parameters.append(parameter(rest))
                }
            }
            close()
            (scheme, token, parameters) = (nil, nil, [])
        }
        return challenges
    }

    private static func parameter(_ member: Bytes) -> Parameter {
        let (name, value) = FieldList.pair(member)
        return Parameter(name: name, value: FieldList.unquote(value ?? Bytes()))
    }

    /// `token68`: letters, digits, `-._~+/` and any `=` at the end alone.
    private static func isToken68(_ bytes: Bytes) -> Bool {
        var scan = ByteScanner(bytes)
        scan.skip(while: OctetClass.token68.contains)
        scan.skip { $0 == ASCII.equals }
        return scan.isAtEnd
    }
}

/// What a client offers as proof (RFC 9110 §11.6.2).
public enum Credentials {
    /// The scheme of an Authorization or Proxy-Authorization value, or nil when none can be told from the secret: a
    /// scheme is a token with a space after it.
    public static func scheme(_ value: Bytes) -> Bytes? {
        var scan = ByteScanner(value)
        let name = scan.run(while: OctetClass.token.contains)
        return name.isEmpty || scan.peek != ASCII.space ? nil : name
    }
}
