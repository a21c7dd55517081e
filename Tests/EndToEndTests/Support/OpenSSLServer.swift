import Foundation
import TestKit

/// `openssl s_server` on a port of this machine; killed, at the latest, with the last reference to it.
final class OpenSSLServer: Sendable {
    let scratch: Scratch
    let port: UInt16
    private let child: Child
    /// Its standard input, kept open: it would take an end for a wish to stop.
    private let input: Int32

    /// Shows a certificate of the test set. With `-www` among the arguments it answers requests with a page about the
    /// connection; without, it prints what it receives.
    init(_ name: String, _ arguments: String...) throws {
        let certificates = TestCertificateSet.shared
        scratch = try Scratch()
        let pipe = scratch.file("input")
        guard mkfifo(pipe, 0o600) == 0 else { throw Failure("no pipe") }
        input = open(pipe, O_RDWR | O_CLOEXEC)
        var own = [
            "s_server", "-accept", "127.0.0.1:0", "-cert", certificates.chain(name), "-key", certificates.key(name),
            "-cipher", "DEFAULT@SECLEVEL=0",
        ]
        // Of the first file it takes the first certificate only.
        let mark = "-----BEGIN"
        let blocks = try String(contentsOfFile: certificates.chain(name), encoding: .utf8).components(
            separatedBy: mark)
        if blocks.count > 2 {
            own += ["-cert_chain", try scratch.write("chain.pem", blocks.dropFirst(2).map { mark + $0 }.joined())]
        }
        child = try Child(
            Tool.find("openssl"), own + arguments, input: pipe, output: scratch.file("output"),
            diagnostics: scratch.file("diagnostics"))
        var port: UInt16?
        try eventually("s_server listens") { [scratch, child] in
            let text = Self.content(scratch.file("output"))
            port = text.firstMatch(of: /ACCEPT \S*:(\d+)\n/).flatMap { UInt16($0.output.1) }
            if child.hasEnded { throw Failure("s_server ended: \(Self.content(scratch.file("diagnostics")))") }
            return port != nil
        }
        self.port = port ?? 0
    }

    /// What it printed so far.
    var output: String { Self.content(scratch.file("output")) }

    private static func content(_ path: String) -> String {
        String(decoding: (try? Data(contentsOf: URL(filePath: path))) ?? Data(), as: UTF8.self)
    }

    deinit {
        close(input)
    }
}
