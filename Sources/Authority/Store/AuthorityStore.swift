internal import Bytes
internal import TLS

/// The folder where the local authority lives: makes it on first use, loads it, checks it, replaces it on request.
///
/// Blocking; called while starting and by `hark ca`, never on a loop. Processes that start at once make one authority.
///
/// A pair of files cannot be put in place in one step. So both are staged under other names (`.new`), the old
/// certificate leaves, then the key is renamed, then the certificate. Whoever finds no certificate takes the lock, and
/// completes what was interrupted if a staged pair lies there; otherwise something was lost, and nothing is changed.
package struct AuthorityStore: Sendable {
    package let folder: String
    private let owner: AuthorityOwner

    static let certificateName = "hark-ca.pem"
    static let keyName = "hark-ca-key.pem"
    private static let lockName = "hark-ca.lock"
    private static let newSuffix = ".new"

    package init(folder: String, owner: AuthorityOwner = .current()) {
        self.folder = folder
        self.owner = owner
    }

    package var certificatePath: String {
        folder + "/" + Self.certificateName
    }

    package var keyPath: String {
        folder + "/" + Self.keyName
    }

    /// The authority, made now if there is none. `now`: seconds since 1970.
    package func loadOrMake(
        _ kind: LocalAuthority.KeyKind = .p256, now: Int64
    ) throws(AuthorityError) -> LocalAuthority {
        let folder = try PrivateFolder(folder)
        if let found = try? load(from: folder) { return try usable(found, now: now) }
        // Missing, or being made by someone else, or damaged: with the lock held, it is known which.
        let found = try folder.locked(Self.lockName) { () throws(AuthorityError) -> LocalAuthority in
            try putStagedInPlace(folder)
            if let found = try load(from: folder) { return found }
            let made = try make(kind, now: now)
            try stage(made, in: folder)
            // Nobody else has been here since: the pair need not be read again to see that its halves belong together.
            try folder.rename(Self.keyName + Self.newSuffix, to: Self.keyName)
            try folder.rename(Self.certificateName + Self.newSuffix, to: Self.certificateName)
            return made
        }
        return try usable(found, now: now)
    }

    /// The authority if there is one; nothing is made, not even the folder.
    package func loadIfPresent(now: Int64) throws(AuthorityError) -> LocalAuthority? {
        guard isPresent else { return nil }
        return try loadOrMake(now: now)
    }

    /// Whether anything of an authority is there, be it usable or not.
    package var isPresent: Bool {
        FileStatus.exists(certificatePath) || FileStatus.exists(keyPath)
    }

    /// Makes a new authority in place of the one that is there, whatever its state. The old certificate stays beside it
    /// under a name with the date, so that it can still be removed from where it is trusted; the old key is gone.
    /// Returns the new authority, and where the old certificate is.
    package func rotate(
        _ kind: LocalAuthority.KeyKind = .p256, now: Int64
    ) throws(AuthorityError) -> (authority: LocalAuthority, oldCertificatePath: String?) {
        let folder = try PrivateFolder(folder)
        return try folder.locked(Self.lockName) { () throws(AuthorityError) in
            let made = try make(kind, now: now)
            try stage(made, in: folder)
            var oldPath: String?
            if folder.exists(Self.certificateName) {
                let asideName = Self.asideName(in: folder, now: now)
                try folder.rename(Self.certificateName, to: asideName)
                oldPath = folder.path(of: asideName)
            }
            try putStagedInPlace(folder)
            return (made, oldPath)
        }
    }

    private func make(_ kind: LocalAuthority.KeyKind, now: Int64) throws(AuthorityError) -> LocalAuthority {
        do {
            return try LocalAuthority.make(kind, owner: owner, now: now)
        } catch {
            throw AuthorityError(.cannotMake, folder, detail: error.text)
        }
    }

    private func stage(_ authority: LocalAuthority, in folder: PrivateFolder) throws(AuthorityError) {
        let key: Bytes
        let certificate: Bytes
        do {
            key = try authority.key.pem()
            certificate = try authority.certificate.pem()
        } catch {
            throw AuthorityError(.cannotMake, folder.path, detail: error.text)
        }
        // What is left there is of someone who was interrupted before anything was in place: we hold the lock.
        try folder.remove(Self.keyName + Self.newSuffix)
        try folder.remove(Self.certificateName + Self.newSuffix)
        try folder.create(Self.keyName + Self.newSuffix, key, mode: 0o600)
        try folder.create(Self.certificateName + Self.newSuffix, certificate, mode: 0o644)
    }

    /// Puts a staged pair in place when there is no certificate, be it staged just now or by someone who was killed.
    /// Half a pair is completed only if its halves belong together.
    private func putStagedInPlace(_ folder: PrivateFolder) throws(AuthorityError) {
        let newCertificate = Self.certificateName + Self.newSuffix
        let newKey = Self.keyName + Self.newSuffix
        guard !folder.exists(Self.certificateName), let certificate = stagedCertificate(in: folder) else { return }
        if let key = try? readKey(newKey, from: folder), key.matches(certificate) {
            try folder.rename(newKey, to: Self.keyName)
        }
        guard let key = try? readKey(Self.keyName, from: folder), key.matches(certificate) else { return }
        try folder.rename(newCertificate, to: Self.certificateName)
    }

    private func stagedCertificate(in folder: PrivateFolder) -> Certificate? {
        // What cannot be read was cut off while being written; it is overwritten by the next staging.
        guard let pem = try? folder.read(Self.certificateName + Self.newSuffix, isSecret: false) else { return nil }
        return try? Certificate.read(pem: pem)
    }

    private func load(from folder: PrivateFolder) throws(AuthorityError) -> LocalAuthority? {
        let key = try readKey(Self.keyName, from: folder)
        let pem = try folder.read(Self.certificateName, isSecret: false)
        switch (key, pem) {
        case (nil, nil): return nil
        case (nil, _?): throw AuthorityError(.keyMissing, keyPath)
        case (_?, nil): throw AuthorityError(.certificateMissing, certificatePath)
        case (let key?, let pem?):
            return LocalAuthority(certificate: try checkedCertificate(pem, for: key), key: key)
        }
    }

    private func readKey(_ name: String, from folder: PrivateFolder) throws(AuthorityError) -> PrivateKey? {
        guard let pem = try folder.read(name, isSecret: true) else { return nil }
        do {
            return try PrivateKey.read(pem: pem)
        } catch {
            throw AuthorityError(.keyDamaged, folder.path(of: name), detail: error.reasons.joined(separator: "; "))
        }
    }

    private func checkedCertificate(_ pem: Bytes, for key: PrivateKey) throws(AuthorityError) -> Certificate {
        let certificate: Certificate
        do {
            certificate = try Certificate.read(pem: pem)
        } catch {
            throw AuthorityError(.certificateDamaged, certificatePath, detail: error.reasons.joined(separator: "; "))
        }
        guard key.matches(certificate) else { throw AuthorityError(.keyMismatch, certificatePath) }
        guard certificate.isAuthority, !certificate.subjectKeyIdentifier.isEmpty else {
            throw AuthorityError(.notAnAuthority, certificatePath)
        }
        return certificate
    }

    private func usable(_ authority: LocalAuthority, now: Int64) throws(AuthorityError) -> LocalAuthority {
        let validity = authority.certificate.validity
        guard now <= validity.upperBound else {
            throw AuthorityError(.expired, certificatePath, detail: CertificateTime.date(validity.upperBound))
        }
        guard now >= validity.lowerBound else {
            throw AuthorityError(.notYetValid, certificatePath, detail: CertificateTime.date(validity.lowerBound))
        }
        return authority
    }

    private static func asideName(in folder: PrivateFolder, now: Int64) -> String {
        let stem = "hark-ca-until-" + CertificateTime.date(now)
        var name = stem + ".pem"
        var number = 2
        while folder.exists(name) {
            name = "\(stem)-\(number).pem"
            number += 1
        }
        return name
    }
}
