package import Bytes

/// The local authority's certificate as `http://hark.test/` hands it out: in each form that clients want, never with a
/// key.
///
/// Made once by whoever has the authority; a value, used anywhere.
package struct HarkCertificates: Sendable, Hashable {
    package var pem: Bytes
    package var der: Bytes
    package var p12: Bytes
    package var mobileconfig: Bytes
    /// What the PKCS #12 file asks for.
    package var p12Password: String
    /// Whose it is, as lists of trusted roots show it: `Hark of ada on engine`.
    package var subject: String
    /// SHA-256, as `AB:CD:…`.
    package var fingerprint: String
    /// The last second of its life, since 1970.
    package var notAfter: Int64

    package init(
        pem: Bytes, der: Bytes, p12: Bytes, mobileconfig: Bytes, p12Password: String, subject: String,
        fingerprint: String, notAfter: Int64
    ) {
        self.pem = pem
        self.der = der
        self.p12 = p12
        self.mobileconfig = mobileconfig
        self.p12Password = p12Password
        self.subject = subject
        self.fingerprint = fingerprint
        self.notAfter = notAfter
    }
}

extension HarkCertificates {
    /// One of the files: where it is, what it is called once saved, and for whom it is.
    struct File: Sendable {
        let path: String
        let name: String
        let mediaType: String
        let audience: String
        let content: Bytes
    }

    var files: [File] {
        [
            File(
                path: "certificate.pem", name: "hark-ca.pem", mediaType: "application/x-pem-file",
                audience: "PEM: command-line programs, Firefox, Linux", content: pem),
            // The type that makes Android and browsers offer to install it.
            File(
                path: "certificate.cer", name: "hark-ca.cer", mediaType: "application/x-x509-ca-cert",
                audience: "DER: Android, Windows", content: der),
            File(
                path: "certificate.mobileconfig", name: "hark-ca.mobileconfig",
                mediaType: "application/x-apple-aspen-config", audience: "Profile: iPhone, iPad, Mac",
                content: mobileconfig),
            File(
                path: "certificate.p12", name: "hark-ca.p12", mediaType: "application/x-pkcs12",
                audience: """
                    PKCS #12: Java, and programs that accept nothing else (password: \(p12Password))
                    """, content: p12),
        ]
    }

    /// The file at a path below the root, `certificate.der` being another name for the `.cer`.
    func file(at path: String) -> File? {
        let name = path == "certificate.der" ? "certificate.cer" : path
        return files.first { $0.path == name }
    }
}

extension HarkCertificates.File {
    /// Shown inline, as browsers then offer to install what they would only save otherwise.
    func response(_ standing: [SiteResponse.Field]) -> SiteResponse {
        let fields: [SiteResponse.Field] = [
            ("Content-Type", mediaType), ("Content-Disposition", "inline; filename=\"\(name)\""),
            ("X-Content-Type-Options", "nosniff"),
        ]
        return SiteResponse(200, standing + fields, body: .bytes(content.array))
    }
}
