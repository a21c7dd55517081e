/// How PHP is made to trust the authority: it reads no variable for that, but files of settings, the last of which
/// wins.
enum PHPSettings {
    /// - Parameter bundle: PEM, the roots to trust.
    static func add(
        to environment: inout CommandEnvironment, bundle: String, folder: RunFolder
    ) throws(LaunchFailure) {
        // The format has no escape for its own quotation mark.
        guard !bundle.contains("'") else { return }
        _ = try folder.folder("php")
        try folder.write("openssl.cafile='\(bundle)'\ncurl.cainfo='\(bundle)'\n", to: "php/hark.ini")
        // An empty part is the folder that PHP was built for, which is read when the variable is not there.
        environment.set(
            "PHP_INI_SCAN_DIR", (environment.value("PHP_INI_SCAN_DIR") ?? "") + ":" + folder.file("php"))
    }
}
