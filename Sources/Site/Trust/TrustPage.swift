import HTTPSemantics

/// `http://hark.test/trust`: the certificate, and how each kind of client is told to trust it.
enum TrustPage {
    /// What the page on Hark itself says about HTTPS.
    static func summary(_ certificates: HarkCertificates?) -> [SitePage.Block] {
        guard certificates != nil else {
            return [
                .heading("HTTPS"),
                .text("This Hark has no CA, so it tunnels HTTPS without decrypting."),
            ]
        }
        return [
            .heading("HTTPS"),
            .text(
                "To decrypt HTTPS, Hark presents for each server a certificate of its own CA, which was created "
                    + "on this computer only for you. A client must trust this CA first."),
            .link("The certificate, and how to trust it in each client", to: "/trust"),
        ]
    }

    static func page(_ certificates: HarkCertificates, proxy address: String) -> SitePage {
        let proxy = "http://\(address)"
        let facts = [
            SitePage.Row(name: "Name", value: certificates.subject),
            SitePage.Row(name: "SHA-256 fingerprint", value: certificates.fingerprint),
            SitePage.Row(name: "Expires on", value: date(certificates.notAfter)),
        ]
        return SitePage(
            "Trust Hark's CA", linksHome: false,
            [
                .liveCheck, .heading("The certificate"), .table(facts),
            ] + certificates.files.map { .link($0.audience, to: "/" + $0.path) } + [
                .text(
                    "Anyone with the CA's key can impersonate any server to a client that trusts it. The "
                        + "key is in a file on this computer that only you can read, and in none of these files. "
                        + "Compare the fingerprint with the one of hark ca show, trust the CA in as few places as "
                        + "possible, and remove the trust when you are done."),
                .link("Hark's own page", to: "/"),
            ] + ClientInstructions.blocks(proxy: proxy, password: certificates.p12Password))
    }

    private static func date(_ seconds: Int64) -> String {
        let day = CivilTime(secondsSince1970: seconds)
        let padded = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        return "\(day.year)-\(padded(day.month))-\(padded(day.day))"
    }
}
