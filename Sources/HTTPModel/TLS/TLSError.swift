/// Why something TLS needs could not be set up: certificates, keys, contexts. Nothing of it comes from a peer.
package struct TLSError: Error, Sendable, Hashable {
    package enum Code: String, Sendable, CaseIterable {
        /// A file cannot be opened or read.
        case unreadableFile
        /// There is no certificate, but at least one is required.
        case noCertificate
        case malformedCertificate
        /// A missing or unreadable private key, or one that needs a pass phrase.
        case malformedKey
        /// The key does not match the certificate.
        case keyMismatch
        /// libssl refuses to present it; `detail` describes its key.
        case unusableCertificate
        /// A list of revoked certificates that cannot be read.
        case malformedRevocationList
        /// Not a name or address for which a certificate could be checked.
        case invalidHost
        /// libssl refused, or memory ran out.
        case setupFailed
    }

    package let code: Code
    /// A file or name, when there is one to blame.
    package let subject: String
    package let causes: [LibraryError]
    package let detail: String

    package init(_ code: Code, _ subject: String = "", causes: [LibraryError] = [], detail: String = "") {
        self.detail = detail
        self.code = code
        self.subject = subject
        self.causes = causes
    }

    /// What is wrong and what to do about it.
    package var text: String {
        let place = subject.isEmpty ? "the PEM data" : subject
        return switch code {
        case .unreadableFile:
            "\(place) cannot be read. Check the path and its permissions."
        case .noCertificate:
            "There is no certificate in \(place). It must contain at least one block BEGIN CERTIFICATE."
        case .malformedCertificate:
            "A certificate in \(place) cannot be read\(cause). Make or fetch the file again."
        case .malformedKey:
            "There is no readable private key in \(place)\(cause). It must contain an unencrypted block "
                + "BEGIN PRIVATE KEY; `openssl pkey -in FILE` removes a pass phrase."
        case .keyMismatch:
            "The private key in \(place) does not belong to the certificate next to it. Use the matching pair."
        case .unusableCertificate:
            "The certificate in \(place) cannot be used\(cause).\(detail.isEmpty ? "" : " Its key: \(detail).") "
                + "OpenSSL requires "
                + "RSA with 2048 bits or more, or an elliptic curve, and a signature with SHA-256 or better."
        case .malformedRevocationList:
            "A list of revoked certificates in \(place) cannot be read\(cause). It must be PEM, BEGIN X509 CRL."
        case .invalidHost:
            "\(subject.isEmpty ? "An empty name" : "“\(subject)”") is not a host name or address for which "
                + "a certificate can be verified."
        case .setupFailed:
            "The TLS library could not be set up\(cause)."
        }
    }

    private var cause: String {
        guard let words = causes.last?.words, !words.isEmpty else { return "" }
        return " (\(words))"
    }
}
