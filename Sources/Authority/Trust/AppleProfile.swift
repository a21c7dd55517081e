internal import Bytes
internal import TLS

/// A configuration profile (`.mobileconfig`) that installs the certificate on Apple's systems.
///
/// It is the same every time for the same certificate, its identifiers being made from the fingerprint: installing it
/// again replaces it instead of adding a second one.
struct AppleProfile {
    private let certificate: Certificate
    private let fingerprint: Bytes

    init(_ certificate: Certificate) {
        self.certificate = certificate
        fingerprint = certificate.fingerprint
    }

    var xml: Bytes {
        let identifier = "test.hark.authority." + Hex.text(fingerprint.prefix(8))
        let name = Self.escaped(AuthorityFacts(certificate).subject)
        return Bytes(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <dict>
                <key>PayloadContent</key>
                <array>
                    <dict>
                        <key>PayloadCertificateFileName</key>
                        <string>\(CertificateFormat.der.fileName)</string>
                        <key>PayloadContent</key>
                        <data>\(Self.base64(certificate.der))</data>
                        <key>PayloadDescription</key>
                        <string>\(name)</string>
                        <key>PayloadDisplayName</key>
                        <string>Hark certificate authority</string>
                        <key>PayloadIdentifier</key>
                        <string>\(identifier).root</string>
                        <key>PayloadType</key>
                        <string>com.apple.security.root</string>
                        <key>PayloadUUID</key>
                        <string>\(uuid(from: 16))</string>
                        <key>PayloadVersion</key>
                        <integer>1</integer>
                    </dict>
                </array>
                <key>PayloadDescription</key>
                <string>Lets Hark show the HTTPS traffic of this device. Remove it when you are done.</string>
                <key>PayloadDisplayName</key>
                <string>Hark</string>
                <key>PayloadIdentifier</key>
                <string>\(identifier)</string>
                <key>PayloadRemovalDisallowed</key>
                <false/>
                <key>PayloadType</key>
                <string>Configuration</string>
                <key>PayloadUUID</key>
                <string>\(uuid(from: 0))</string>
                <key>PayloadVersion</key>
                <integer>1</integer>
            </dict>
            </plist>

            """)
    }

    /// Sixteen bytes of the fingerprint as a UUID of version 8, the one for values of one's own making (RFC 9562 §5.8).
    private func uuid(from start: Int) -> String {
        var bytes = Array(fingerprint.dropFirst(start).prefix(16))
        guard bytes.count == 16 else { return "" }
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        let groups = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16]
        return groups.map { Hex.capitals(bytes[$0]) }.joined(separator: "-")
    }

    private static func base64(_ bytes: Bytes) -> String {
        var text: [UInt8] = []
        Base64.append(bytes, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// XML 1.0 §2.4; control characters, which XML cannot hold, are not in names that Hark makes, and replaced in
    /// others.
    private static func escaped(_ text: String) -> String {
        var output = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": output += "&amp;"
            case "<": output += "&lt;"
            case ">": output += "&gt;"
            case _ where scalar.value < 0x20: output += "?"
            default: output.unicodeScalars.append(scalar)
            }
        }
        return output
    }
}
