import Platform

/// How wget is made to trust the authority: built with GnuTLS it reads no variable for that, but a file of settings,
/// which is the user's with ours behind it. Of two settings wget takes the later.
enum WgetSettings {
    /// - Parameter bundle: PEM, the roots to trust; nil when nothing is decrypted.
    static func add(
        to environment: inout CommandEnvironment, proxy: ProxyAddress, bundle: String?, folder: RunFolder
    ) throws(LaunchFailure) {
        var text = former(environment) ?? ""
        if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
        text += "use_proxy = on\nhttp_proxy = \(proxy.url)\nhttps_proxy = \(proxy.url)\nno_proxy =\n"
        if let bundle { text += "ca_certificate = \(bundle)\n" }
        try folder.write(text, to: "wgetrc")
        environment.set("WGETRC", folder.file("wgetrc"))
    }

    /// What wget would have read.
    private static func former(_ environment: CommandEnvironment) -> String? {
        let usual = environment.value("HOME").map { $0 + "/.wgetrc" }
        guard let path = environment.value("WGETRC").flatMap({ $0.isEmpty ? nil : $0 }) ?? usual else { return nil }
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        // A file of settings has some kilobytes; what is much larger is something else.
        while bytes.count < 1 << 20 {
            let count = fread(&buffer, 1, buffer.count, file)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
