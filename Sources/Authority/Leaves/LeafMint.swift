internal import Bytes
internal import TLS

/// Makes leaves: certificates for the names that clients ask for, signed by the local authority. Blocking (signing is
/// arithmetic), so it is called off the loops; safe from several threads.
///
/// All leaves of a mint share one key, made with the first and kept in memory alone. A key per leaf would protect
/// nothing, as all would lie in the same process; it would triple the cost of a new name here (making a key and writing
/// it takes twice as long as the certificate), and whoever serves the leaf would have to read a key per name instead of
/// one.
package final class LeafMint: Sendable {
    package let authority: LocalAuthority
    /// A start need not wait for it.
    private let leafKey = Late<Result<LeafKey, CryptoFailure>> { Result(catching: LeafKey.make) }
    private let rootValidity: ClosedRange<Int64>
    private let life: Life

    /// Which life its leaves have.
    package enum Life: Sendable {
        /// They may be used.
        case current
        /// They are over: somebody wants to see what a client makes of that.
        case over
    }

    /// Chromium refuses leaves that live longer than its limit for the year; 197 days is below all limits in force.
    package static let lifetime: Int64 = 197 * CertificateTime.day
    /// Renewed this long before the end, so that no connection outlives its certificate.
    static let renewalMargin: Int64 = CertificateTime.day

    package init(authority: LocalAuthority, life: Life = .current) {
        self.authority = authority
        self.life = life
        rootValidity = authority.certificate.validity
    }

    /// The key that all leaves have.
    private struct LeafKey: Sendable {
        let key: PrivateKey
        /// Its public half.
        let publicPoint: Bytes
        let identifier: Bytes

        static func make() throws(CryptoFailure) -> LeafKey {
            let made = try PrivateKey.make(.p256)
            let point = try made.publicPoint()
            return LeafKey(
                key: made, publicPoint: point,
                identifier: try CertificateDraft(forPoint: point).addKeyIdentifier())
        }
    }

    /// Makes the leaves' key now, if it has not been made, so that the first leaf need not wait for it.
    package func prepare() {
        _ = leafKey.value
    }

    /// The public half of the leaves' key; nil if libcrypto cannot work at all.
    var publicPoint: Bytes? { try? leafKey.value.get().publicPoint }

    /// A leaf for exactly this name. `now`: seconds since 1970.
    package func mint(for name: LeafName, now: Int64) throws(AuthorityError) -> Leaf {
        let validity =
            switch life {
            case .current: try lifeOfLeaf(now: now)
            case .over: (now - 31 * CertificateTime.day)...(now - CertificateTime.day)
            }
        let leafKey: LeafKey
        let certificate: Bytes
        do throws(CryptoFailure) {
            leafKey = try self.leafKey.value.get()
            certificate = try sign(name, validity, leafKey).der
            guard !certificate.isEmpty else { throw CryptoFailure("encode a certificate") }
        } catch {
            throw AuthorityError(.cannotMint, name.text, detail: error.text)
        }
        // Where the root ends the leaf's life, a new leaf would end no later.
        let isCutShort = validity.upperBound == rootValidity.upperBound
        let renewal =
            switch life {
            case .current: isCutShort ? validity.upperBound : validity.upperBound - Self.renewalMargin
            case .over: now + CertificateTime.day
            }
        return Leaf(
            name: name, certificate: certificate, key: leafKey.key, issuer: authority.certificate.der,
            validity: validity, renewal: renewal, isOver: life == .over)
    }

    /// 197 days with the back-dating in them (both ends count, RFC 5280 §4.1.2.5), and within the root's life.
    private func lifeOfLeaf(now: Int64) throws(AuthorityError) -> ClosedRange<Int64> {
        guard now <= rootValidity.upperBound else {
            throw AuthorityError(.expired, "memory", detail: CertificateTime.date(rootValidity.upperBound))
        }
        guard now >= rootValidity.lowerBound else {
            throw AuthorityError(.notYetValid, "memory", detail: CertificateTime.date(rootValidity.lowerBound))
        }
        let first = max(now - LocalAuthority.backDating, rootValidity.lowerBound)
        return first...min(first + Self.lifetime - 1, rootValidity.upperBound)
    }

    private func sign(
        _ name: LeafName, _ validity: ClosedRange<Int64>, _ leafKey: LeafKey
    ) throws(CryptoFailure) -> Certificate {
        let draft = try CertificateDraft(forPoint: leafKey.publicPoint)
        try draft.setValidity(validity)
        // RFC 5280 §4.2.1.6: clients read the alternative name alone. The common name is for people, and has room for
        // 64; without it the subject is empty, and the alternative name then has to be critical.
        let text = name.text
        let fits = text.utf8.count <= 64
        if fits { try draft.setSubject([("CN", text)]) }
        try draft.setIssuer(authority.certificate)
        try draft.add(.notAnAuthority)
        try draft.add(.signsHandshakes)
        try draft.add(.servesTLS)
        try draft.addKeyIdentifier(leafKey.identifier)
        try draft.addAlternativeName(name.inCertificates, isCritical: !fits)
        return try draft.sign(with: authority.key)
    }
}
