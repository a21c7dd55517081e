internal import Bytes
package import TLS

/// The local certificate authority: one root certificate and its key, loaded. Shared by all that mint; never changed.
package struct LocalAuthority: Sendable {
    /// What the root is made of. The default is what every client of this decade accepts.
    package enum KeyKind: Sendable {
        case p256
        case rsa2048
    }

    package let certificate: Certificate
    let key: PrivateKey

    /// Five years, leap day included.
    package static let lifetime: Int64 = 1826 * CertificateTime.day
    /// A clock that runs behind ours still finds the certificate valid.
    static let backDating: Int64 = CertificateTime.day

    /// Makes a new root for the person and the computer named.
    static func make(_ kind: KeyKind, owner: AuthorityOwner, now: Int64) throws(CryptoFailure) -> LocalAuthority {
        let key = try PrivateKey.make(kind == .p256 ? .p256 : .rsa)
        let draft = try CertificateDraft(for: key)
        let identifier = try draft.addKeyIdentifier()
        // Two roots never share a subject, as stores and verifiers look issuers up by it: the key is part of the name.
        let mark = "made \(CertificateTime.date(now)) with key \(Hex.capitals(identifier.prefix(8)))"
        try draft.setSubject([("O", "Hark"), ("OU", mark), ("CN", owner.commonName)])
        try draft.setSelfIssued()
        try draft.setValidity(now - backDating...now - backDating + lifetime - 1)
        try draft.add(.authority)
        try draft.add(.signsCertificates)
        return LocalAuthority(certificate: try draft.sign(with: key), key: key)
    }
}
