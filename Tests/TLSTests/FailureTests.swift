import HTTPModel
import TLS
import Testing

@Suite struct FailureTests {
    @Test(arguments: TLSFailure.Code.allCases, [TLSLeg.client, .upstream])
    func everyFailureIsExplainedInWholeSentences(code: TLSFailure.Code, leg: TLSLeg) {
        let failure = TLSFailure(code, leg: leg, host: leg == .upstream ? "api.test" : "")
        #expect(failure.summary.hasSuffix("."))
        #expect(failure.summary.count > 20)
        // Whoever reads it is told what to do.
        #expect(failure.remedy.hasSuffix("."))
        #expect(failure.text == failure.summary + " " + failure.remedy)
        #expect(!failure.text.contains("  "))
        #expect(!failure.text.contains("Optional"))
    }

    @Test func noTwoFailuresSayTheSame() {
        let texts = TLSFailure.Code.allCases.map { TLSFailure($0, leg: .upstream, host: "api.test").summary }
        #expect(Set(texts).count == texts.count)
    }

    /// Two of them, as a person reads them.
    @Test func theSentencesNameWhatIsKnown() throws {
        let names = try TestCertificates.identity("good").facts
        let wrongHost = TLSFailure(
            .wrongHost, leg: .upstream, host: "shop.test",
            problem: VerificationProblem(number: 62, depth: 0, words: ""),
            certificates: names)
        #expect(
            wrongHost.summary == "The server's certificate is not for “shop.test”. It is for good.test, *.wild.test, "
                + "127.0.0.1, 2001:db8::1.")
        let distrust = TLSFailure(.clientDoesNotTrust, leg: .client, alert: .unknownCA)
        #expect(
            distrust.summary
                == "This client does not trust Hark's CA: it rejected the certificate with the alert "
                + "unknown_ca.")
    }

    @Test func aCertificateAboveTheServersIsNamed() throws {
        let chain = try TestCertificates.identity("good", with: "middle").facts
        let failure = TLSFailure(
            .certificateExpired, leg: .upstream, host: "good.test",
            problem: VerificationProblem(number: 10, depth: 1, words: ""),
            certificates: chain)
        #expect(
            failure.summary.hasPrefix("The certificate above the server's (CN=Test Intermediate) expired on 2040-01-01")
        )
        // A depth beyond what the server sent is the local root's.
        let root = TLSFailure(
            .certificateExpired, leg: .upstream, problem: VerificationProblem(number: 10, depth: 5, words: ""),
            certificates: chain
        )
        #expect(root.summary.hasPrefix("A certificate above the server's expired"))
    }

    // MARK: - First bytes

    @Test(
        arguments: [
            ([], .undecided), ([0x16], .undecided), ([0x16, 3], .tls), ([0x16, 3, 1, 0], .tls), ([0x16, 9], .other),
            (Array("G".utf8), .undecided), (Array("GET".utf8), .undecided), (Array("GET /".utf8), .http),
            (Array("get /".utf8), .http), (Array("M-SEARCH *".utf8), .http), (Array("PRI * HTTP/2.0".utf8), .http),
            (Array("HTTP/1.1 200".utf8), .http), (Array("SSH-2.0-x".utf8), .other), (Array("220 mail".utf8), .other),
            (Array(" GET".utf8), .other), (Array("/".utf8), .other), ([0], .other), ([0xFF, 0xFE], .other),
            (Array("EHLO\r\n".utf8), .other), (Array(String(repeating: "A", count: 30).utf8), .other),
        ] as [([UInt8], FirstBytes)])
    func theFirstBytesTellTheProtocol(bytes: [UInt8], expected: FirstBytes) {
        #expect(FirstBytes(bytes.span) == expected)
    }
}
