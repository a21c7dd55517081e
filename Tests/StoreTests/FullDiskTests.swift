import Bytes
import Flow
import Foundation
import Store
import TestKit
import Testing

/// A disk without room: said once, counted, and the file stays sound.
@Suite struct FullDiskTests {
    /// SQLite is told that the file may have no more pages, which fails as a full disk does.
    @Test func whatCannotBeKeptIsCountedAndSaidOnce() throws {
        let session = try TemporarySession()
        var options = SessionWriter.Options()
        options.mostPages = 90
        options.activity = "import"
        let writer = try session.writer(nil, options)
        for number in 1...20 {
            let body = String(repeating: "\(number)", count: 30_000)
            writer.submit(MadeFlow.plain(UInt64(number), body: body).changes)
            // One transaction after the other, until no more fits.
            try eventually("flow \(number) is written, or that it cannot be is said") {
                try !session.said.isEmpty || session.sqlite("SELECT count(*) FROM flow") == "\(number)\n"
            }
        }
        let lost = writer.finish()
        #expect(session.said.count == 2)
        #expect(session.said.first?.contains("cannot write") == true)
        #expect(session.said.first?.contains("The import continues") == true)
        #expect(session.said.last?.contains("not recorded in") == true)
        let kept = try SessionReader(session.path).flows(FlowQuery())
        #expect(!kept.isEmpty && kept.count < 20)
        #expect(lost == 20 - kept.count)
        #expect(writer.finish() == lost)
        for flow in kept where flow.record.response.content.isTruncated == false {
            let digits = "\(flow.record.id.number)"
            #expect(flow.record.response.content.bytes?.text == String(repeating: digits, count: 30_000))
        }
        #expect(try session.sqlite("PRAGMA integrity_check") == "ok\n")
    }

    /// The end of a flow that is in the file already is told as soon as that can be written, whatever became of the
    /// transaction that was to write it first.
    @Test func aFlowWhoseEndCouldNotBeWrittenDoesNotStayOpen() throws {
        let session = try TemporarySession()
        var options = SessionWriter.Options()
        options.mostPages = 100
        let writer = try session.writer(nil, options)
        var record = MadeFlow.plain(1).record
        record.outcome = nil
        writer.submit([.progressed(record), .content(record.id, .response, "hel")])
        try session.flow(1)
        // Both in one transaction, for which there is no room.
        let large = MadeFlow.plain(2, body: String(repeating: "large", count: 200_000))
        writer.submit([.content(record.id, .response, "lo"), .finished(MadeFlow.plain(1).record)] + large.changes)
        try eventually("something is said") { !session.said.isEmpty }
        writer.submit(MadeFlow.plain(3).changes)
        writer.finish()
        let flows = try SessionReader(session.path).flows(FlowQuery())
        #expect(flows.map(\.record.id.number) == [1, 3])
        #expect(flows.map(\.record.outcome?.kind) == [.complete, .complete])
        #expect(flows.first?.record.response.content.bytes == "hel")
        #expect(flows.first?.record.response.content.isTruncated == true)
        #expect(session.said.last?.contains("1 exchange was not recorded") == true, "\(session.said)")
    }
}
