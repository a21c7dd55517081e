import Bytes
import Flow
import Foundation
import Store
import Testing

/// A disk without room: said once, counted, and the file stays sound.
@Suite struct FullDiskTests {
    /// SQLite is told that the file may have no more pages, which fails as a full disk does.
    @Test func whatCannotBeKeptIsCountedAndSaidOnce() throws {
        let session = try TemporarySession()
        var options = SessionWriter.Options()
        options.mostPages = 60
        let writer = try session.writer(nil, options)
        for number in 1...20 {
            let body = String(repeating: "\(number)", count: 30_000)
            writer.submit(MadeFlow.plain(UInt64(number), body: body).changes)
            usleep(60_000)
        }
        writer.finish()
        #expect(session.said.count == 2)
        #expect(session.said.first?.contains("cannot be written") == true)
        #expect(session.said.last?.contains("not kept in") == true)
        let kept = try SessionReader(session.path).flows(FlowQuery())
        #expect(!kept.isEmpty && kept.count < 20)
        for flow in kept where flow.record.response.content.isTruncated == false {
            let digits = "\(flow.record.id.number)"
            #expect(flow.record.response.content.bytes?.text == String(repeating: digits, count: 30_000))
        }
        #expect(try session.sqlite("PRAGMA integrity_check") == "ok\n")
    }
}
