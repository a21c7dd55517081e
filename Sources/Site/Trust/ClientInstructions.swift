/// How each kind of client is told to trust the authority, in the order in which trust grows: one process, one browser,
/// one device, the whole system.
enum ClientInstructions {
    static func blocks(proxy: String, password: String) -> [SitePage.Block] {
        oneProgram(proxy: proxy, password: password) + browsers + phones + systems + takingItBack
    }

    private static func oneProgram(proxy: String, password: String) -> [SitePage.Block] {
        let authority = proxy.dropFirst("http://".count)
        let colon = authority.lastIndex(of: ":") ?? authority.endIndex
        let (host, port) = (authority[..<colon], authority[colon...].dropFirst())
        return [
            .heading("One program, without a permanent change"),
            .text("This starts the program with a proxy and with trust only for that process, in any language:"),
            .code("hark run -- curl https://demo.hark.test/"),
            .text(
                "To do it yourself, use a variable or an option. Save the certificate first. If a variable replaces "
                    + "the list of roots, the program trusts only Hark's CA; hark run sets a list with both."),
            .code("curl -x \(proxy) -o hark-ca.pem http://hark.test/certificate.pem"),
            .text("curl:"),
            .code("curl -x \(proxy) --cacert hark-ca.pem https://demo.hark.test/"),
            .text("Python: requests, then httpx and urllib:"),
            .code(
                """
                https_proxy=\(proxy) REQUESTS_CA_BUNDLE=$PWD/hark-ca.pem python3 app.py
                https_proxy=\(proxy) SSL_CERT_FILE=$PWD/hark-ca.pem python3 app.py
                """),
            .text("Node.js (the second variable makes it use the first; Node 24, or 22 from 22.21):"),
            .code(
                "HTTPS_PROXY=\(proxy) NODE_USE_ENV_PROXY=1 NODE_EXTRA_CA_CERTS=$PWD/hark-ca.pem node app.js"),
            .text("git:"),
            .code(
                "git -c http.proxy=\(proxy) -c http.sslCAInfo=$PWD/hark-ca.pem ls-remote https://the.server/it.git"),
            .text("Java, with http://hark.test/certificate.p12 as its list of roots:"),
            .code(
                """
                java -Dhttps.proxyHost=\(host) -Dhttps.proxyPort=\(port) \\
                     -Djavax.net.ssl.trustStore=hark-ca.p12 -Djavax.net.ssl.trustStoreType=PKCS12 \\
                     -Djavax.net.ssl.trustStorePassword=\(password) -jar app.jar
                """),
            .text(
                "Go and Ruby on Linux, OpenSSL's own tools: SSL_CERT_FILE. pip: PIP_CERT. AWS: AWS_CA_BUNDLE. Cargo: "
                    + "CARGO_HTTP_CAINFO. Deno: DENO_CERT. wget: --ca-certificate."),
        ]
    }

    private static let browsers: [SitePage.Block] = [
        .heading("Browsers"),
        .text(
            """
            Use a separate browser profile: only that profile then trusts Hark. hark run -- chromium and hark run -- \
            firefox create one.
            """),
        .text(
            "Firefox: Settings, Privacy & Security, Certificates, View Certificates, Authorities, Import hark-ca.pem, "
                + "and tick \"Trust this CA to identify websites\"."),
        .text(
            "Chrome, Chromium and Edge on Linux: Settings, Privacy and security, Security, Manage certificates, "
                + "Authorities (or Custom, Installed by you), Import hark-ca.pem. hark ca trust does the same with "
                + "certutil."),
        .text("Chrome and Edge on macOS and Windows, and Safari: they use the system's trust; see below."),
    ]

    private static let phones: [SitePage.Block] = [
        .heading("Phones and tablets"),
        .text(
            "The device must reach Hark: start Hark with --listen, an address of your network, and --allow for the "
                + "device (--listen 192.168.1.5:8888 --allow 192.168.1.0/24). Set it as the proxy of the Wi-Fi network."
        ),
        .text(
            "iPhone and iPad: open http://hark.test/certificate.mobileconfig in Safari and allow the download. "
                + "Settings, General, VPN & Device Management: install the profile. Then Settings, General, About, "
                + "Certificate Trust Settings: switch it on. Without the last step the device does not trust it."),
        .text(
            "Android: save http://hark.test/certificate.cer. Settings, Security, Encryption & credentials, Install a "
                + "certificate, CA certificate. Browsers then trust it. Apps since Android 7 trust it only if they "
                + "have in their network security configuration:"),
        .code("<certificates src=\"user\" />"),
    ]

    private static let systems: [SitePage.Block] = [
        .heading("The whole system"),
        .text(
            "hark ca trust shows the commands for this computer, asks, and runs them. To do it yourself, on "
                + "another computer:"
        ),
        .text("Debian, Ubuntu:"),
        .code(
            """
            sudo install -m 0644 hark-ca.pem /usr/local/share/ca-certificates/hark.crt
            sudo update-ca-certificates
            """),
        .text("Fedora, RHEL:"),
        .code(
            """
            sudo install -m 0644 hark-ca.pem /etc/pki/ca-trust/source/anchors/hark.pem
            sudo update-ca-trust extract
            """),
        .text("macOS, and with it Safari and Chrome:"),
        .code(
            "security add-trusted-cert -r trustRoot -p ssl -k ~/Library/Keychains/login.keychain-db hark-ca.pem"),
        .text("Windows, and with it Edge and Chrome:"),
        .code("certutil -user -addstore Root hark-ca.cer"),
    ]

    private static let takingItBack: [SitePage.Block] = [
        .heading("How to remove the trust"),
        .text(
            """
            hark ca untrust undoes hark ca trust, and hark ca check shows which places still trust it. Remove a \
            certificate that you imported by hand where you imported it; look for \"Hark of …\". On Debian: remove the \
            file and run update-ca-certificates --fresh.
            """),
    ]
}
