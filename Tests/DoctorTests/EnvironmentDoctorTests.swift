import Doctor
import Engine
import Testing

/// What variables say, without a process that has them.
@Suite struct EnvironmentDoctorTests {
    private static let proxy = HostPort(host: "127.0.0.1", port: 9)
    private static let url = "http://127.0.0.1:9"

    private func diagnoses(_ variables: [String: String], isHark: Bool = true) -> [Diagnosis] {
        EnvironmentDoctor(variables: variables, proxy: Self.proxy, isHark: isHark).diagnoses
    }

    private func diagnosis(_ name: String, in variables: [String: String]) -> Diagnosis? {
        diagnoses(variables).first { $0.name == name }
    }

    @Test(arguments: [
        ("http://127.0.0.1:9", "ok"), ("http://localhost:9/", "ok"), ("HTTP://ada:secret@127.0.0.1:9", "ok"),
        ("http://127.0.0.1:9?x#y", "ok"), ("127.0.0.1:9", "warn"), ("http://127.0.0.1:10", "warn"),
        ("http://proxy.example:9", "warn"), ("https://127.0.0.1:9", "bad"), ("socks5h://127.0.0.1:9", "bad"),
        ("http://127.0.0.1", "bad"), ("http://127.0.0.1:99999", "bad"), ("nonsense", "bad"), ("http://", "bad"),
    ])
    func aVariableIsReadAsClientsReadIt(value: String, verdict: String) throws {
        let found = try #require(diagnosis("https_proxy", in: ["https_proxy": value]))
        #expect(found.verdict.rawValue == verdict, "\(found.text)")
        #expect(!found.text.contains("secret"))
        #expect(found.remedy == (verdict == "ok" ? nil : "export https_proxy=\(Self.url)"))
    }

    @Test func anEmptyVariableIsNone() {
        #expect(diagnosis("http_proxy", in: ["http_proxy": ""]) == nil)
        #expect(diagnosis("environment", in: ["http_proxy": ""])?.verdict == .warn)
    }

    @Test func whatIsSetForSomeRequestsAloneIsSaid() {
        #expect(diagnosis("https_proxy", in: ["http_proxy": Self.url])?.verdict == .warn)
        let upper = diagnoses(["HTTP_PROXY": Self.url, "HTTPS_PROXY": Self.url]).filter { $0.name == "HTTP_PROXY" }
        #expect(upper.contains { $0.verdict == .warn && $0.text.contains("curl") })
        #expect(diagnoses(["ALL_PROXY": Self.url]).allSatisfy { $0.verdict == .ok })
        let both = diagnoses([
            "http_proxy": Self.url, "HTTP_PROXY": "http://127.0.0.1:8", "https_proxy": Self.url,
        ])
        #expect(both.contains { $0.text.contains("differ") && $0.verdict == .warn })
    }

    @Test func aPortWhereSomethingElseAnswersIsRecommendedToNobody() {
        let found = diagnoses(["http_proxy": Self.url, "https_proxy": "http://elsewhere.example:1"], isHark: false)
        #expect(found.contains { $0.name == "http_proxy" && $0.remedy == "unset http_proxy" })
        #expect(!found.contains { $0.name == "https_proxy" }, "it does not lead there")
        #expect(!found.contains { $0.remedy?.contains("export") == true })
        #expect(!diagnoses([:], isHark: false).contains { $0.name == "environment" })
    }

    @Test(arguments: [
        ("*", "bad"), ("internal,*", "bad"), (".test", "bad"), ("hark.test", "bad"), ("*.hark.test", "bad"),
        ("localhost", "warn"), ("a.example, 127.0.0.1", "warn"), ("::1", "warn"), ("127.0.0.0/8", "warn"),
        (".example", "ok"), ("shark.test", "ok"), (",", "ok"),
    ])
    func exclusionsAreJudged(value: String, verdict: String) throws {
        for name in ["no_proxy", "NO_PROXY"] {
            let found = try #require(diagnosis(name, in: [name: value]))
            #expect(found.verdict.rawValue == verdict, "\(found.text)")
            #expect(found.remedy == (verdict == "ok" ? nil : "unset \(name)"))
        }
    }

    @Test(arguments: [
        (["https_proxy": "http://localhost:7"], "localhost:7"), (["ALL_PROXY": "http://[::1]:7"], "[::1]:7"),
        (["http_proxy": "http://proxy.example:7", "https_proxy": "http://127.0.0.2:8"], "127.0.0.2:8"),
    ])
    func theProxyOfThisComputerIsTheOneThatIsMeant(variables: [String: String], place: String) {
        #expect(EnvironmentDoctor.localProxy(in: variables)?.description == place)
    }

    @Test(arguments: [[:], ["http_proxy": "http://proxy.example:8888"], ["http_proxy": "http://127.0.0.1:0"]])
    func aProxyElsewhereOrNowhereIsNotTheOneOfThisComputer(variables: [String: String]) {
        #expect(EnvironmentDoctor.localProxy(in: variables) == nil)
    }
}
