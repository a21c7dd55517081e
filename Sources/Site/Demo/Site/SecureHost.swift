/// A host of the demo site that is reached over TLS, and what its certificate teaches. A value; listed on the index.
package struct SecureHost: Sendable, Hashable {
    /// `expired.demo.hark.test`
    package let name: String
    let title: String
    /// One sentence: what is wrong, and who notices.
    package let lesson: String

    /// All of them, the good one first.
    package static let all = [
        SecureHost(
            name: DemonstrationSite.host, title: "Valid certificate",
            lesson: "The certificate is valid and an intermediate links it to a trusted root: the handshake succeeds."
        ),
        flawed("expired", "Expired", "The certificate was not renewed and expired a month ago."),
        flawed(
            "not-yet-valid", "Not yet valid",
            "The certificate becomes valid in a month. A slow clock causes the same error for a good one."),
        flawed("wrong-host", "Wrong host", "The certificate is valid, but for another name than the requested one."),
        flawed("self-signed", "Self-signed", "The certificate is signed by itself, so anyone could have made it."),
        flawed(
            "untrusted-root", "Unknown issuer",
            """
            The chain is complete, but its root is not trusted. Your client sees the same from Hark before it trusts \
            Hark.
            """),
        flawed(
            "missing-intermediate", "Missing intermediate",
            """
            The server did not send the certificate between its own and the root. Browsers often have it already; \
            other clients fail.
            """),
        flawed("weak-key", "Weak key", "The key is RSA with 1024 bits, which is too short to be secure."),
        flawed("sha1", "SHA-1", "The certificate is signed with SHA-1, which can be forged."),
    ]

    private static func flawed(_ label: String, _ title: String, _ lesson: String) -> SecureHost {
        SecureHost(name: "\(label).\(DemonstrationSite.host)", title: title, lesson: lesson)
    }

    static var cards: [SitePage.Card] {
        all.map { host in
            let url = "https://\(host.name)/"
            return SitePage.Card(path: url, title: host.title, watch: host.lesson, curl: "hark run -- curl -i \(url)")
        }
    }
}
