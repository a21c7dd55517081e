import Authority
import Doctor
import Foundation
import Testing

/// Whether there is an authority and who trusts it, with places that say what a test wants.
@Suite final class TrustDoctorTests {
    private static let now: Int64 = 1_780_000_000
    private let folder: String

    init() throws {
        folder = NSTemporaryDirectory() + "hark-doctor-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    private var store: AuthorityStore { AuthorityStore(folder: folder + "/authority") }

    private func examine(
        _ variables: [String: String] = [:], places: [AskedPlace] = [], now: Int64 = now
    ) -> [Diagnosis] {
        let store = store
        return TrustDoctor(
            variables: variables, now: now, store: { store }, places: { _, _ in places }, command: { "hark ca \($0)" }
        ).examine().diagnoses
    }

    @Test func whereThereIsNoneTheCommandThatMakesItIsSaid() {
        let found = examine()
        #expect(found.map(\.name) == ["authority"] && found.first?.remedy == "hark ca create")
        #expect(found.first?.verdict == .warn)
    }

    @Test func noFolderToLookInIsBad() {
        let found = TrustDoctor(
            variables: [:], now: Self.now,
            store: { () throws(AuthorityError) -> AuthorityStore in throw AuthorityError(.noHome, "") },
            places: { _, _ in [] }, command: { $0 }
        ).examine().diagnoses
        #expect(found.map(\.verdict) == [.bad])
    }

    @Test func thePlacesThatTrustItAreNamedAndTheOthersToo() throws {
        _ = try store.loadOrMake(now: Self.now)
        let found = examine(places: [
            AskedPlace(name: "the system", verdict: .trusted), AskedPlace(name: "Firefox", verdict: .notTrusted),
            AskedPlace(name: "Chromium", verdict: .presentOnly(",,")),
        ])
        #expect(found.map(\.verdict) == [.ok, .ok, .ok, .warn])
        #expect(found[1].text == "It is trusted by the system.")
        #expect(found[2].text == "Not trusted by Firefox, in case you need it.")
        #expect(found[3].text.contains("Chromium"))
    }

    @Test func whereNobodyTrustsItThereIsAWayOut() throws {
        _ = try store.loadOrMake(now: Self.now)
        let found = examine(places: [AskedPlace(name: "the system", verdict: .notTrusted)])
        #expect(found.map(\.verdict) == [.ok, .warn])
        #expect(found[1].remedy == "hark run -- PROGRAM\nhark ca trust")
    }

    @Test func anAuthorityThatIsAboutToEndIsToBeReplaced() throws {
        let made = try store.loadOrMake(now: Self.now)
        let last = AuthorityFacts(made.certificate).validity.upperBound
        let found = examine(now: last - 5 * 86_400)
        #expect(found.first?.verdict == .warn && found.first?.remedy == "hark ca rotate")
    }

    @Test func aFileOfRootsThatVariablesNameIsLookedInOnce() throws {
        _ = try store.loadOrMake(now: Self.now)
        let variables = ["SSL_CERT_FILE": store.certificatePath, "PIP_CERT": store.certificatePath]
        let trusting = examine(variables)
        #expect(trusting.contains { $0.verdict == .ok && $0.text.contains("SSL_CERT_FILE, PIP_CERT") }, "\(trusting)")
        let other = folder + "/other.pem"
        try "# nothing\n".write(toFile: other, atomically: true, encoding: .utf8)
        #expect(examine(["REQUESTS_CA_BUNDLE": other]).last?.verdict == .warn)
        let gone = examine(["CURL_CA_BUNDLE": folder + "/gone.pem", "GIT_SSL_CAINFO": folder + "/gone.pem"]).last
        #expect(gone?.verdict == .bad && gone?.remedy == "unset CURL_CA_BUNDLE GIT_SSL_CAINFO")
    }
}
