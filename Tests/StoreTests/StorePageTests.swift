import Flow
import Foundation
import Store
import Testing

/// The questions of docs/store.md answer what they say, in `sqlite3` itself.
@Suite struct StorePageTests {
    private var questions: [String] {
        get throws {
            let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().appending(path: "docs/store.md")
            let text = try String(contentsOf: page, encoding: .utf8)
            return text.components(separatedBy: "```sql\n").dropFirst().map { part in
                String(part.prefix { $0 != "`" })
            }
        }
    }

    @Test func thereAreTen() throws {
        #expect(try questions.count == 10)
    }

    @Test func eachIsAnswered() throws {
        let session = try TemporarySession()
        var changes = (1...30).flatMap { number in
            MadeFlow.plain(UInt64(number), path: "/\(number)", status: number % 2 == 0 ? 200 : 404).changes
        }
        for number in 31...60 {
            var random = RandomFlow(seed: UInt64(number), number: UInt64(number))
            changes += random.make().changes
        }
        _ = try session.kept(changes)
        for question in try questions {
            let answer = try session.sqlite(question)
            #expect(!answer.contains("rror"), "\(question) gives \(answer)")
            #expect(!answer.isEmpty || question.contains("certificate"), "\(question) gives nothing")
        }
        #expect(try session.sqlite(try questions[4]).hasPrefix("GET /1 HTTP/1.1"))
        #expect(try session.sqlite(try questions[5]).contains("add|Via: 1.1 hark|RFC 9110 §7.6.3|"))
        #expect(try session.sqlite(try questions[6]) == "hello\n")
    }

    @Test func theFileIsSound() throws {
        let session = try TemporarySession()
        _ = try session.kept((1...50).flatMap { MadeFlow.plain($0).changes })
        #expect(try session.sqlite("PRAGMA integrity_check") == "ok\n")
        #expect(try session.sqlite("PRAGMA foreign_key_check").isEmpty)
        #expect(try session.sqlite("PRAGMA application_id") == "1214345835\n")
        #expect(try session.sqlite("PRAGMA journal_mode") == "wal\n")
    }
}
