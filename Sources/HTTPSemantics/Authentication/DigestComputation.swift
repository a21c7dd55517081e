public import Bytes

/// The `response` of Digest credentials, recomputed from the password (RFC 7616 §3.4).
public struct DigestComputation: Sendable, Hashable {
    /// The hash function, with or without session (RFC 7616 §3.3).
    public enum Algorithm: Sendable, Hashable {
        case md5, sha256
        /// SHA-512/256, which the scheme calls SHA-512-256.
        case sha512

        /// The name of the hash function, as in the field.
        public var name: String { function.rawValue }

        func hash(_ bytes: [UInt8]) -> String { function.text(bytes) }

        private var function: HashAlgorithm {
            switch self {
            case .md5: .md5
            case .sha256: .sha256
            case .sha512: .sha512Cut256
            }
        }
    }

    /// Why the response cannot be computed.
    public enum Obstacle: Error, Sendable, Hashable {
        /// An algorithm other than MD5, SHA-256, SHA-512-256 and their `-sess` forms.
        case algorithm
        /// Neither `auth`, `auth-int` nor none.
        case qop
        /// A parameter needed for the response is missing.
        case missing(StaticName)
        /// `auth-int` covers the content, which was not kept.
        case content
        /// The name was sent as a hash (`userhash=true`), so it must be given with the password (§3.4.4).
        case hashedName
        /// The given name does not produce the hash that was sent.
        case otherName
    }

    /// The parameters that may be missing.
    public enum StaticName: String, Sendable, Hashable {
        case username, realm, nonce, uri, response, nc, cnonce
    }

    /// The algorithm of the computation.
    public let algorithm: Algorithm
    /// Whether the nonces went into the first hash (`-sess`).
    public let isSession: Bool
    /// `auth`, `auth-int`, or nil for the form of RFC 2069.
    public let qop: Bytes?
    /// The hash of user, realm and password (RFC 7616 §3.4.2).
    public let ha1: String
    /// The hash of method and target (RFC 7616 §3.4.3).
    public let ha2: String
    /// The correct response.
    public let response: String
    /// The response that the client sent.
    public let sent: Bytes
    /// The input of HA2 (`GET:/path`), which contains no secret.
    public let a2: Bytes
    /// The input of the response, including HA1 and HA2.
    public let input: String

    /// Whether the client sent the computed response.
    public var matches: Bool { sent.lowercased == Bytes(response) }

    /// - Parameters:
    ///   - user: the name, if the credentials have only its hash.
    ///   - content: the request's content, for `auth-int`.
    public init(
        _ value: AuthorizationValue, method: Bytes, password: Bytes, user: Bytes? = nil, content: Bytes?
    ) throws(Obstacle) {
        func need(_ name: StaticString, _ missing: StaticName) throws(Obstacle) -> Bytes {
            guard let value = value.parameter(name) else { throw .missing(missing) }
            return value
        }
        (algorithm, isSession) = try Self.algorithm(value.parameter("algorithm"))
        let qop = value.parameter("qop")
        let isIntegrity = qop?.equalsIgnoringCase("auth-int") == true
        if let qop, !isIntegrity, !qop.equalsIgnoringCase("auth") { throw .qop }
        let nonce = try need("nonce", .nonce)
        let clientNonce = qop != nil || isSession ? try need("cnonce", .cnonce) : Bytes()
        let count = qop != nil ? try need("nc", .nc) : Bytes()
        sent = try need("response", .response)
        self.qop = qop

        // §3.4.2: A1 = unq(username) ":" unq(realm) ":" passwd; with -sess hashed with both nonces again.
        let realm = try need("realm", .realm)
        let name: Bytes
        if Self.isNameHashed(value) {
            // §3.4.4: what is sent is H(name ":" realm), and what goes into A1 is the name itself.
            guard let user else { throw .hashedName }
            guard try need("username", .username).lowercased == Bytes(algorithm.hash(Self.joined([user, realm]))) else {
                throw .otherName
            }
            name = user
        } else {
            guard let sent = Self.name(in: value) else { throw .missing(.username) }
            name = sent
        }
        var first = algorithm.hash(Self.joined([name, realm, password]))
        if isSession { first = algorithm.hash(Self.joined([Bytes(first), nonce, clientNonce])) }
        // §3.4.3: A2 = Method ":" request-uri, with auth-int ":" H(entity-body).
        var second = [method, try need("uri", .uri)]
        if isIntegrity {
            guard let content else { throw .content }
            second.append(Bytes(algorithm.hash(content.array)))
        }
        let joined = Self.joined(second)
        a2 = Bytes(joined)
        ha1 = first
        ha2 = algorithm.hash(joined)
        // §3.4.1; without qop as RFC 2069 had it.
        let middle = qop.map { [nonce, count, clientNonce, $0] } ?? [nonce]
        let whole = Self.joined([Bytes(first)] + middle + [Bytes(ha2)])
        input = String(decoding: whole, as: UTF8.self)
        response = algorithm.hash(whole)
    }

    /// Whether the name was sent as a hash (§3.4.4).
    public static func isNameHashed(_ value: AuthorizationValue) -> Bool {
        value.parameter("userhash")?.equalsIgnoringCase("true") == true
    }

    /// The name as it was sent, or decoded from `username*` in UTF-8 (§3.4, RFC 8187 §3.2.1); nil when there is none.
    public static func name(in value: AuthorizationValue) -> Bytes? {
        value.parameter("username")
            ?? value.parameter("username*").flatMap { ExtendedValue($0)?.text }.map { Bytes($0) }
    }

    /// MD5 by default (§3.4).
    public static func algorithm(_ name: Bytes?) throws(Obstacle) -> (Algorithm, isSession: Bool) {
        guard let name else { return (.md5, false) }
        if name.equalsIgnoringCase("md5") { return (.md5, false) }
        if name.equalsIgnoringCase("md5-sess") { return (.md5, true) }
        if name.equalsIgnoringCase("sha-256") { return (.sha256, false) }
        if name.equalsIgnoringCase("sha-256-sess") { return (.sha256, true) }
        if name.equalsIgnoringCase("sha-512-256") { return (.sha512, false) }
        if name.equalsIgnoringCase("sha-512-256-sess") { return (.sha512, true) }
        throw .algorithm
    }

    private static func joined(_ parts: [Bytes]) -> [UInt8] {
        Array(parts.map(\.array).joined(separator: [ASCII.colon]))
    }
}
