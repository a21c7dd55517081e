public import Bytes
public import HTTPModel

/// A server's request for credentials: one challenge of WWW-Authenticate or Proxy-Authenticate (RFC 9110 §11.6.1).
public struct Challenge: Sendable, Hashable {
    /// One `name=value` of a challenge or of credentials.
    public struct Parameter: Sendable, Hashable {
        /// The name, as it was sent.
        public let name: Bytes
        /// As it was sent, with its quotes.
        public let written: Bytes
        /// Without quotes.
        public var value: Bytes { FieldList.unquote(written) }

        /// One member of a list of parameters; its value is empty where it has none.
        init(_ member: Bytes) {
            let (name, value) = FieldList.pair(member)
            (self.name, written) = (name, value ?? member.slice(member.count..<member.count))
        }
    }

    /// The scheme as sent; compare without case.
    public let scheme: Bytes
    /// The text after the scheme when it is not a list of parameters (Negotiate).
    public let token: Bytes?
    /// The parameters, in the order of arrival.
    public let parameters: [Parameter]

    /// The protection space; nil without one (RFC 9110 §11.5).
    public var realm: Bytes? {
        parameters.first { $0.name.equalsIgnoringCase("realm") }?.value
    }

    /// All challenges of a response's field, in order. A parameter before the first scheme is ignored.
    public static func list(_ field: KnownField, in section: FieldSection) -> [Challenge] {
        section.lines.filter { $0.known == field }.flatMap { list(section.value(of: $0)) }
    }

    /// The challenges of one line.
    public static func list(_ value: Bytes) -> [Challenge] {
        var challenges: [Challenge] = []
        var open: (scheme: Bytes, token: Bytes?, parameters: [Parameter])?
        func close() {
            if let open {
                challenges.append(Challenge(scheme: open.scheme, token: open.token, parameters: open.parameters))
            }
        }
        FieldList.forEachMember(of: value, separator: ASCII.comma) { member in
            guard let scheme = scheme(beginning: member) else {
                open?.parameters.append(Parameter(member))
                return
            }
            close()
            open = (scheme, nil, [])
            let rest = member.slice(scheme.count..<member.count).trimmed
            if rest.isToken68 {
                open?.token = rest
            } else if !rest.isEmpty {
                open?.parameters.append(Parameter(rest))
            }
        }
        close()
        return challenges
    }

    /// The scheme, where a member of the list begins a challenge; nil where it is one more parameter of the challenge
    /// before it. Commas separate both: a token with an equals sign behind it names a parameter.
    package static func scheme(beginning member: Bytes) -> Bytes? {
        var scan = ByteScanner(member)
        let name = scan.run(while: OctetClass.token.contains)
        scan.skip(while: ASCII.isWhitespace)
        if scan.peek == ASCII.equals { return nil }
        return name.isEmpty ? member : name
    }
}

/// The credentials that a client sends (RFC 9110 §11.6.2).
public enum Credentials {
    /// The scheme of an Authorization or Proxy-Authorization value, or nil when it cannot be distinguished from the
    /// secret: a scheme is a token followed by a space.
    public static func scheme(_ value: Bytes) -> Bytes? {
        var scan = ByteScanner(value)
        let name = scan.run(while: OctetClass.token.contains)
        return name.isEmpty || scan.peek != ASCII.space ? nil : name
    }
}
