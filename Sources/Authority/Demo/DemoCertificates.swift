package import Bytes
internal import Synchronization
internal import TLS

/// The certificates of the demo site's TLS servers: one that is right, and one for each way of being wrong.
///
/// An authority of their own signs them: made when this is made, kept in memory alone and gone with the process, so
/// that nothing has to be protected. Only the proxy's own connections to the demo site trust its root. A host's
/// certificate is made when it is first asked for. Blocking (signing is arithmetic), so it is called off the loops;
/// safe from anywhere.
package final class DemoCertificates: Sendable {
    /// What a server shows, and the key that goes with it; bytes alone, so that any target can load them.
    package typealias Served = (chain: [Bytes], key: Bytes)

    private struct Issuer {
        let certificate: Certificate
        let key: PrivateKey
    }

    /// The root that leads to the good ones, DER.
    package let root: Bytes
    private let now: Int64
    private let top: Issuer
    private let intermediate: Issuer
    /// The key of every server but the weak one.
    private let key: PrivateKey
    private let made = Mutex<[DemoHost: Served]>([:])

    private static let lifeOfIssuers = 400 * CertificateTime.day

    /// `now`: seconds since 1970. What is to be valid is so from a day before it for 196 days.
    package init(now: Int64) throws(AuthorityError) {
        self.now = now
        do {
            top = try Self.makeRoot("Hark demo site root", now: now)
            intermediate = try Self.makeIntermediate(under: top, now: now)
            key = try PrivateKey.make(.p256)
        } catch {
            throw AuthorityError(.cannotMint, DemoHost.good, detail: error.text)
        }
        root = top.certificate.der
    }

    /// The chain in DER, the server's own certificate first, and its key (PKCS #8 in DER).
    ///
    /// Some are refused by TLS libraries themselves: to serve `weak-key` and `sha1`, OpenSSL's security level has to be
    /// 0.
    package func identity(forHost host: String) throws(AuthorityError) -> Served {
        guard let demo = DemoHost(host) else {
            throw AuthorityError(.cannotMint, host, detail: "it is not a host of the demo site")
        }
        return try made.withLock { (made) throws(AuthorityError) in
            if let served = made[demo] { return served }
            do throws(CryptoFailure) {
                let served = try make(demo)
                made[demo] = served
                return served
            } catch {
                throw AuthorityError(.cannotMint, demo.name, detail: error.text)
            }
        }
    }

    // MARK: - Making them

    private func make(_ host: DemoHost) throws(CryptoFailure) -> Served {
        switch host.flaw {
        case nil:
            return served(try leaf(for: host.name, by: intermediate), intermediate)
        case .expired:
            let last = now - 30 * CertificateTime.day
            let life = last - 90 * CertificateTime.day...last
            return served(try leaf(for: host.name, by: intermediate, during: life), intermediate)
        case .notYetValid:
            let first = now + 30 * CertificateTime.day
            let life = first...first + 90 * CertificateTime.day
            return served(try leaf(for: host.name, by: intermediate, during: life), intermediate)
        case .wrongHost:
            return served(try leaf(for: "another-host." + DemoHost.good, by: intermediate), intermediate)
        case .selfSigned:
            return served(try leaf(for: host.name, by: nil))
        case .untrustedRoot:
            let stranger = try Self.makeRoot("An untrusted root", now: now)
            return served(try leaf(for: host.name, by: stranger), stranger)
        case .missingIntermediate:
            return served(try leaf(for: host.name, by: intermediate))
        case .weakKey:
            let weak = try PrivateKey.make(.weakRSA)
            return served(try leaf(for: host.name, by: intermediate, with: weak), intermediate)
        case .sha1:
            return served(try leaf(for: host.name, by: intermediate, digest: .sha1), intermediate)
        }
    }

    private func served(_ leaf: ServersCertificate, _ issuers: Issuer...) -> Served {
        ([leaf.certificate.der] + issuers.map(\.certificate.der), leaf.key)
    }

    /// A server's certificate with the key in the form that is handed out.
    private struct ServersCertificate {
        let certificate: Certificate
        let key: Bytes
    }

    /// `issuer`: nil for one that vouches for itself.
    private func leaf(
        for name: String, by issuer: Issuer?, during life: ClosedRange<Int64>? = nil, with ownKey: PrivateKey? = nil,
        digest: CertificateDraft.Digest = .sha256
    ) throws(CryptoFailure) -> ServersCertificate {
        let key = ownKey ?? self.key
        let first = now - LocalAuthority.backDating
        let draft = try CertificateDraft(for: key)
        try draft.setValidity(life ?? first...first + LeafMint.lifetime - 1)
        try draft.setSubject([("CN", name)])
        if let issuer { try draft.setIssuer(issuer.certificate) } else { try draft.setSelfIssued() }
        try draft.add(.notAnAuthority)
        try draft.add(.signsHandshakes)
        try draft.add(.servesTLS)
        try draft.addKeyIdentifier()
        try draft.addAlternativeName(.host(name), isCritical: false)
        let certificate = try draft.sign(with: issuer?.key ?? key, using: digest)
        return ServersCertificate(certificate: certificate, key: try key.der())
    }

    private static func makeRoot(_ name: String, now: Int64) throws(CryptoFailure) -> Issuer {
        let key = try PrivateKey.make(.p256)
        let draft = try CertificateDraft(for: key)
        try draft.setSubject([("O", "Hark demo site"), ("CN", name)])
        try draft.setSelfIssued()
        try draft.add(.topAuthority)
        return try complete(draft, key: key, signedBy: key, now: now)
    }

    private static func makeIntermediate(under root: Issuer, now: Int64) throws(CryptoFailure) -> Issuer {
        let key = try PrivateKey.make(.p256)
        let draft = try CertificateDraft(for: key)
        try draft.setSubject([("O", "Hark demo site"), ("CN", "Hark demo site intermediate")])
        try draft.setIssuer(root.certificate)
        try draft.add(.authority)
        return try complete(draft, key: key, signedBy: root.key, now: now)
    }

    private static func complete(
        _ draft: CertificateDraft, key: PrivateKey, signedBy issuer: PrivateKey, now: Int64
    ) throws(CryptoFailure) -> Issuer {
        try draft.setValidity(now - lifeOfIssuers...now + lifeOfIssuers)
        try draft.add(.signsCertificates)
        try draft.addKeyIdentifier()
        return Issuer(certificate: try draft.sign(with: issuer), key: key)
    }
}
