import Testing

@testable import hark

/// How sentences begin behind the program's name.
@Suite struct DiagnosticsTests {
    @Test(
        arguments: [
            ("There is no flow 7.", "there is no flow 7."), ("The file is damaged.", "the file is damaged."),
            ("A proxy runs.", "a proxy runs."), ("No answer began to come.", "no answer began to come."),
            ("It holds no certificate: see https://a.test/x", "it holds no certificate: see https://a.test/x"),
            ("Nothing can be reached at 127.0.0.1:8888.", "nothing can be reached at 127.0.0.1:8888."),
        ] as [(String, String)])
    func aSentenceGoesOnBehindTheName(text: String, expected: String) {
        #expect(Diagnostics.begun(text) == expected)
    }

    /// Names, acronyms, codes, and what may be the name of a file.
    @Test(arguments: [
        "HOME does not say where.", "Hark is running.", "SQLite says: busy", "TLS failed.", "IT is a host.", "A", "",
        "THE.har is damaged.", "The.har: nothing in it.", "The notes.har is damaged.", "The old notes.har: damaged.",
        "A/b could not be written.", "A b/c.har is there already.", "An-other.har: x", "Theodor: x", "Inès answered.",
        "Content-Length is wrong.", "Ctrl-C ends it.", "the flow is there.", "/The is no folder.",
    ])
    func whatMayBeANameStays(text: String) {
        #expect(Diagnostics.begun(text) == text)
    }
}
