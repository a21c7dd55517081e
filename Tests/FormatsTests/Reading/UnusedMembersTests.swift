import Bytes
import Flow
import Testing

@testable import Formats

/// What a HAR has and a session has no place for is named, each once with its place.
@Suite struct UnusedMembersTests {
    private static let entry = """
        {"startedDateTime":"2026-11-29T05:00:00.000Z","time":1,"pageref":"p1","request":{"method":"GET",\
        "url":"https://a.example/?q=1","httpVersion":"HTTP/1.1","cookies":[],"headers":[{"name":"Host",\
        "value":"a.example"HEADER}],"queryString":[{"name":"q","value":"1"QUERY}],"headersSize":-1,"bodySize":0},\
        "response":{"status":204,"statusText":"","httpVersion":"HTTP/1.1","cookies":[],"headers":[],"content":\
        {"size":0,"mimeType":""},"redirectURL":"","headersSize":-1,"bodySize":0},"cache":{},"timings":{"send":1,\
        "wait":1,"receive":1}}
        """

    private func har(_ log: String, entry: String = Self.entry, root: String = "", count: Int = 1) -> Bytes {
        let plain = entry.replacing("HEADER", with: "").replacing("QUERY", with: "")
        let entries = Array(repeating: plain, count: count).joined(separator: ",\n")
        return Bytes(
            "{\"log\":{\"version\":\"1.2\",\n\(log)\"pages\":[{\"id\":\"p1\",\"title\":\"t\",\"pageTimings\":{}}],\n"
                + "\"entries\":[\(entries)]}\(root)}")
    }

    private func unused(_ file: Bytes) throws -> [Damage] {
        let reader = RecordingReader(file, .har)
        let damage = try reader.forEachFlow { _, _ in true }
        #expect(damage.isEmpty, "nothing is wrong with the file")
        return reader.unused
    }

    @Test(arguments: [
        ("\"browser\":{\"name\":\"Firefox\",\"version\":\"1\"},", "log.browser"), ("\"comment\":\"x\",", "log.comment"),
        ("\"creator\":{\"name\":\"Firefox\",\"version\":\"1\"},", "log.creator"), ("\"_own\":[1],", "log._own"),
    ])
    func membersOfTheLogAreNamed(member: String, name: String) throws {
        let found = try unused(har(member, count: 3))
        #expect(found.count == 1)
        #expect(found.first?.problem.contains(name) == true && found.first?.line == 2)
    }

    @Test func membersOfListsAreNamedOnce() throws {
        let entry = Self.entry.replacing("HEADER", with: ",\"comment\":\"c\"").replacing("QUERY", with: ",\"extra\":1")
        let found = try unused(har("", entry: entry, count: 4)).map(\.problem)
        #expect(found.count == 2)
        #expect(found.contains { $0.contains("request.headers[].comment") })
        #expect(found.contains { $0.contains("request.queryString[].extra") })
    }

    @Test func membersOfTheRootAndStrangePagesAreNamed() throws {
        #expect(try unused(har("", root: ",\"other\":6")).map(\.problem).contains { $0.contains("other") })
        let strange = Self.entry.replacing("\"p1\"", with: "\"p9\"")
        let found = try unused(har("", entry: strange, count: 2)).map(\.problem)
        #expect(found.contains { $0.contains("pageref \"p9\"") } && found.contains { $0.contains("p1") })
        #expect(found.count == 2)
    }

    /// What is used, or is of Hark, is not named.
    @Test func aPlainFileHasNothingUnused() throws {
        #expect(try unused(har("")).isEmpty)
        #expect(try unused(har("\"creator\":{\"name\":\"Hark\",\"version\":\"1\"},\"_connections\":[],")).isEmpty)
    }

    /// Places are right also where the file is longer than what is read at once.
    @Test(arguments: [64, 700, 4096]) func placesDoNotDependOnTheStep(step: Int) throws {
        let file = har("", entry: Self.entry, root: ",\"other\":6", count: 5)
        let reader = RecordingReader(file, .har, step: step)
        _ = try reader.forEachFlow { _, _ in true }
        #expect(reader.unused.map(\.offset) == RecordingReader.unusedOffsets(of: file))
    }
}

extension RecordingReader {
    fileprivate static func unusedOffsets(of file: Bytes) -> [Int] {
        let reader = RecordingReader(file, .har)
        _ = try? reader.forEachFlow { _, _ in true }
        return reader.unused.map(\.offset)
    }
}
