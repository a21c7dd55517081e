import Foundation
import TestKit
import Testing

/// New sessions while a proxy runs and clients go on: nothing is lost, nothing is there twice.
@Suite struct NewSessionTests {
    private let origin: ScriptedOrigin

    init() throws {
        origin = try ScriptedOrigin(
            answering: "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello")
    }

    private struct Running {
        let proxy: RunningProxy
        let page: PageTests.PageAddress
        let token: String

        init(_ arguments: [String] = [], keepsSession: Bool = true) throws {
            proxy = try RunningProxy(arguments: ["--page=127.0.0.1:0"] + arguments, keepsSession: keepsSession)
            page = try PageTests.PageAddress(proxy.page)
            token = try page.token()
        }

        var folder: String { proxy.scratch.file(".local/share/hark/sessions") }

        func ask(_ path: String, _ body: String? = nil) throws -> String {
            try page.ask(path, body, token: token).text
        }

        func begin(_ body: String = "{}") throws -> String {
            let answer = try ask("/api/recording", body)
            guard let name = answer.firstMatch(of: /"name":"([^"]+)"/) else { throw Failure("no session: \(answer)") }
            return String(name.1)
        }

        /// Number and path of each flow of a session.
        func flows(_ name: String) throws -> [(id: Int, path: String)] {
            let result = try Tool.run(
                Tool.hark(),
                ["flows", "--session", "\(folder)/\(name).hark", "--columns", "id,path", "--limit", "100000"])
            #expect(result.code == 0, result.summary)
            return result.text.split(separator: "\n").compactMap { line in
                let words = line.split(separator: " ")
                guard words.count == 2, let id = Int(words[0]) else { return nil }
                return (id, String(words[1]))
            }
        }
    }

    @Test func underLoadEachExchangeIsInOneSession() throws {
        let running = try Running()
        let traffic = (0..<3).map {
            NumberedTraffic(through: running.proxy.port, to: origin, from: 1 + $0 * 1_000_000, pause: 500)
        }
        func count() -> Int { traffic.reduce(0) { $0 + $1.count } }
        var names: [String] = []
        for number in 1...5 {
            let before = count()
            try eventually("some answers") { count() > before + 60 }
            names.append(try running.begin(number == 3 ? #"{"name": "third one"}"# : "{}"))
        }
        let before = count()
        try eventually("some answers") { count() > before + 60 }
        let moment = ContinuousClock.now
        for one in traffic { one.stop() }
        #expect(Set(names).count == 5 && names[2] == "third one")
        #expect(try running.proxy.stop() == .exited(0))
        let files = try FileManager.default.contentsOfDirectory(atPath: running.folder)
            .filter { $0.hasSuffix(".hark") }.map { String($0.dropLast(5)) }
        #expect(files.count == 6 && Set(names).isSubset(of: files))
        let all = try files.map { try running.flows($0) }
        #expect(all.allSatisfy { $0.count >= 30 }, "\(all.map(\.count))")
        let paths = all.flatMap { $0.map(\.path) }
        #expect(paths.count == Set(paths).count, "an exchange is there twice")
        for one in traffic { #expect(one.kept(before: moment).subtracting(paths) == []) }
        // A number names one exchange of this proxy.
        let numbers = all.flatMap { $0.map(\.id) }
        #expect(numbers.count == Set(numbers).count)
    }

    @Test func whatIsOpenEndsWhereItBeganAndIsNotOnThePage() throws {
        let running = try Running()
        let (asked, mayAnswer) = (Handover<Void>(), Handover<Void>())
        let slow = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            asked.put(())
            try mayAnswer.take("leave to answer")
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nlate")
        }
        let client = try running.proxy.connect()
        try client.send("GET \(slow.url)/open HTTP/1.1\r\nHost: \(slow.host)\r\n\r\n")
        try asked.take("the request")
        try eventually("it is in the list") { try running.ask("/api/views", "{}").contains(#""matched":1"#) }
        let session = try running.ask("/api/session", "{}")
        let first = try #require(session.firstMatch(of: /"name":"([^"]+)"/)?.1)
        #expect(session.contains(#""canBegin":true"#))

        let second = try running.begin()
        #expect(second != String(first))
        // The list of before is gone, and the new one does not have it.
        #expect(try running.ask("/api/views/1/rows?first=0&count=10").contains(#""code":"view""#))
        _ = try Tool.curl("-x", running.proxy.url, "\(origin.url)/next")
        try eventually("the next one is there") { try running.ask("/api/views", "{}").contains(#""matched":1"#) }
        #expect(try running.ask("/api/flows/1").contains(#""code":"flow""#))
        #expect(try running.ask("/api/rows?ids=2").contains("/next"))
        #expect(try running.ask("/api/session", "{}").contains("\"name\":\"\(second)\""))

        mayAnswer.put(())
        #expect(try client.receiveHead().hasPrefix("HTTP/1.1 200") && client.receive(exactly: 4) == Array("late".utf8))
        // It is complete there while the proxy runs on, and the file is closed.
        try eventually("it is in the session before") {
            let result = try Tool.run(
                Tool.hark(), ["show", "1", "--body", "--session", "\(running.folder)/\(first).hark"])
            return result.text.contains("late")
        }
        #expect(try running.ask("/api/views", "{}").contains(#""matched":1"#))
        #expect(try running.proxy.stop() == .exited(0))
        #expect(try running.flows(String(first)).map(\.path) == ["/open"])
        #expect(try running.flows(second).map(\.path) == ["/next"])
    }

    @Test(arguments: [
        #"{"name": "../up"}"#, #"{"name": "a/b"}"#, #"{"name": ".hidden"}"#, #"{"name": ""}"#, #"{"name": "a\nb"}"#,
    ])
    func aNameThatIsNoneIsRefused(body: String) throws {
        let running = try Running()
        let before = try FileManager.default.contentsOfDirectory(atPath: running.folder).sorted()
        let answer = try running.ask("/api/recording", body)
        #expect(answer.contains(#""code":"session""#), "\(answer)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: running.folder).sorted() == before)
        try running.proxy.stop()
    }

    @Test func aNameThatIsTakenIsRefusedAndNothingChanges() throws {
        let running = try Running()
        #expect(try running.begin(#"{"name": "mine"}"#) == "mine")
        #expect(try running.ask("/api/recording", #"{"name": "mine"}"#).contains(#""code":"session""#))
        _ = try Tool.curl("-x", running.proxy.url, "\(origin.url)/a")
        #expect(try running.proxy.stop() == .exited(0))
        #expect(try running.flows("mine").map(\.path) == ["/a"])
    }

    @Test func whatKeepsNoSessionBeginsNone() throws {
        let running = try Running([], keepsSession: false)
        #expect(try running.ask("/api/recording", "{}").contains(#""code":"read-only""#))
        #expect(try running.ask("/api/session", "{}").contains(#""canBegin":false"#))
        try running.proxy.stop()
    }
}
