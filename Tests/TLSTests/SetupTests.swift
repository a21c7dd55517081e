import Bytes
import Foundation
import HTTPModel
import TLS
import Testing

@Suite struct SetupTests {
    @Test func aKeyThatIsNotTheCertificatesIsRefused() throws {
        let error = #expect(throws: TLSError.self) {
            try Identity(pem: TestCertificates.pem("good", "rsa-key"), place: "mixed.pem")
        }
        #expect(error?.code == .keyMismatch)
        #expect(error?.text.contains("mixed.pem") == true)
    }

    @Test(arguments: [
        ("", TLSError.Code.noCertificate), ("hello", .noCertificate),
        ("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", .malformedCertificate),
        ("-----BEGIN CERTIFICATE-----\n%%%%\n-----END CERTIFICATE-----\n", .malformedCertificate),
    ])
    func whatIsNoCertificateIsRefused(text: String, code: TLSError.Code) {
        let identity = #expect(throws: TLSError.self) { try Identity(pem: Bytes(text), place: "a.pem") }
        #expect(identity?.code == code)
        let trust = #expect(throws: TLSError.self) { try TrustStore([.pem(Bytes(text), place: "a.pem")]) }
        #expect(trust?.code == code)
        #expect(trust?.text.contains("a.pem") == true)
    }

    @Test func aMissingKeyIsNamed() {
        let error = #expect(throws: TLSError.self) {
            try Identity(pem: TestCertificates.pem("good"), place: "good.pem")
        }
        #expect(error?.code == .malformedKey)
    }

    @Test func aMissingFileIsNamed() {
        let error = #expect(throws: TLSError.self) { try TrustStore([.file("/nonexistent/roots.pem")]) }
        #expect(error?.code == .unreadableFile)
        #expect(error?.text == "/nonexistent/roots.pem cannot be read. Check the path and its permissions.")
    }

    @Test func whatIsNoRevocationListIsRefused() {
        let error = #expect(throws: TLSError.self) { try TrustStore([], revocationLists: [Bytes("x")]) }
        #expect(error?.code == .malformedRevocationList)
    }

    @Test func rootsAreCountedFromFiles() throws {
        let path = TestCertificates.folder.appending(path: "root.pem").path
        #expect(try TrustStore([.file(path), .pem(TestCertificates.pem("other", "middle"), place: "")]).count == 3)
    }

    /// They are read when the first session wants them, and not when the program starts; once, whoever asks.
    @Test func theSystemsRootsAreReadOnceWhenTheyAreNeeded() async throws {
        let path = TestCertificates.folder.appending(path: "root.pem").path
        let store = try TrustStore([.system, .file(path)])
        let counts = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<4 { group.addTask { store.count } }
            return await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(Set(counts).count == 1)
        #expect(store.count == (try TrustStore([.system]).count) + 1)
    }

    @Test func theSystemsRootsAreFound() throws {
        let hasBundle = TrustStore.systemBundles.contains { FileManager.default.fileExists(atPath: $0) }
        #expect(try (TrustStore([.system]).count > 0) == hasBundle)
    }

    @Test func derWillDoAsWell() throws {
        let pem = try TestCertificates.identity("good", with: "middle")
        let key = try TestCertificates.der("good-key")
        let chain = try [TestCertificates.der("good"), TestCertificates.der("middle")]
        let der = try Identity(chain: chain, key: key)
        #expect(der.facts == pem.facts)
        let wire = try Wire(showing: der)
        #expect(wire.shakeHands())
        #expect(throws: TLSError.self) { try Identity(chain: [], key: key) }
        #expect(throws: TLSError.self) { try Identity(chain: [Bytes([1, 2, 3])], key: key) }
        #expect(throws: TLSError.self) { try Identity(chain: chain, key: Bytes([1, 2, 3])) }
        // Something after the certificate is no part of it.
        #expect(throws: TLSError.self) {
            try Identity(chain: [Bytes(chain[0].array + [0])], key: key)
        }
    }

    @Test(arguments: TLSError.Code.allCases)
    func noErrorLeavesItsReaderAlone(code: TLSError.Code) {
        let text = TLSError(code, "some.pem").text
        #expect(text.hasSuffix("."))
        #expect(!text.contains("  "))
    }
}
