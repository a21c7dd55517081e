import Bytes
import Flow
import Foundation
import Store
import TestKit
import Testing

/// Several programs on one file at once.
@Suite struct SessionConcurrencyTests {
    /// A reader sees whole flows, each as it was written, while they are written as fast as can be.
    @Test func aReaderDuringHeavyWritingSeesWholeFlows() throws {
        let session = try TemporarySession()
        let writer = try session.writer()
        try beside {
            for number in 1...3_000 {
                writer.submit(MadeFlow.plain(UInt64(number), path: "/\(number)", body: "body \(number)").changes)
            }
            writer.finish()
        } _: {
            let reader = try SessionReader(session.path)
            var last: UInt64 = 0
            while last < 3_000 {
                var numbers: [UInt64] = []
                try reader.forEachFlow(FlowQuery(isNewestFirst: true, limit: 100)) { flow in
                    let number = flow.record.id.number
                    numbers.append(number)
                    #expect(flow.record.url.text == "http://example.com/\(number)")
                    #expect(flow.record.response.content.bytes == Bytes("body \(number)"))
                    return true
                }
                #expect(numbers == numbers.sorted(by: >))
                // What was there once stays.
                #expect(numbers.first ?? 0 >= last)
                last = numbers.first ?? 0
            }
        }
        #expect(session.said.isEmpty)
        #expect(try session.sqlite("PRAGMA integrity_check") == "ok\n")
    }

    /// What comes meanwhile moves the last number, not the place where the newest flows end and the others begin.
    @Test func noFlowComesTwiceWhenOthersComeMeanwhile() throws {
        let session = try TemporarySession()
        _ = try session.kept(MadeFlow.plain(1).changes + MadeFlow.plain(10_000).changes)
        let writer = try session.writer()
        var numbers: [UInt64] = []
        try SessionReader(session.path).forEachFlow(FlowQuery(where: "flow.status = 200", isNewestFirst: true)) {
            flow in
            numbers.append(flow.record.id.number)
            guard numbers.count == 1 else { return true }
            writer.submit(MadeFlow.plain(15_000).changes)
            writer.finish()
            return true
        }
        #expect(numbers == [10_000, 1])
    }

    /// Marks are put and flows deleted by other programs while the writer goes on; nothing else is lost.
    @Test func marksAndDeletionsDuringHeavyWritingHarmNothing() throws {
        let session = try TemporarySession()
        let writer = try session.writer()
        try beside {
            for number in 1...2_000 {
                writer.submit(MadeFlow.plain(UInt64(number), body: "body \(number % 50)").changes)
            }
            writer.finish()
        } _: {
            var deleted: UInt64 = 0
            while deleted < 10 {
                let editor = try SessionEditor(session.path)
                defer { editor.close() }
                let number = deleted * 100 + 50
                guard try editor.pin([number + 1]) == 1 else { continue }
                deleted += UInt64(try editor.delete([number]).count)
            }
        }
        #expect(session.said.isEmpty)
        let flows = try SessionReader(session.path).flows(FlowQuery())
        #expect(flows.count == 1_990)
        #expect(flows.filter(\.isPinned).count == 10)
        for flow in flows {
            let number = flow.record.id.number
            #expect(flow.record.response.content.bytes == Bytes("body \(number % 50)"), "flow \(number)")
            #expect(flow.record.request.edits.count == 1)
        }
        #expect(try session.sqlite("PRAGMA integrity_check; PRAGMA foreign_key_check") == "ok\n")
    }
}
