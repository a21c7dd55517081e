import Foundation
import TestKit
import Testing

@testable import Store

/// The log beside a session goes into the file, and whoever records does not wait for it.
@Suite struct SessionCheckpointsTests {
    @Test func aLogThatBeginsAnewIsMadeOnce() {
        var plan = CheckpointPlan()
        #expect(plan.step(pages: CheckpointPlan.first - 1) == .wait)
        #expect(plan.step(pages: CheckpointPlan.first) == .beside)
        #expect(plan.step(pages: CheckpointPlan.first + 1) == .wait)
        // All of it was brought into the file: it begins anew.
        #expect(plan.step(pages: 3) == .wait)
        #expect(plan.step(pages: CheckpointPlan.first - 1) == .wait)
        #expect(plan.step(pages: CheckpointPlan.first + 7) == .beside)
    }

    /// However a log grows, somebody tries again each thousand pages, and from the limit on the writer itself.
    @Test(arguments: [7, 250, 3_999, 5_000])
    func aLogThatOnlyGrowsIsTriedAgainAndBounded(pages: Int) {
        var plan = CheckpointPlan()
        var last = 0
        for count in stride(from: pages, to: CheckpointPlan.limit + 20_000, by: pages) {
            let step = plan.step(pages: count)
            if step == .wait {
                #expect(count < CheckpointPlan.first || count - last < CheckpointPlan.next)
                continue
            }
            #expect((step == .here) == (count >= CheckpointPlan.limit), "\(count)")
            last = count
        }
        #expect(last > CheckpointPlan.limit)
    }

    /// An export reads for minutes, and meanwhile the log cannot begin anew: that is no reason to wait.
    @Test func theWriterMakesNoneWhileSomebodyReadsForLong() {
        var plan = CheckpointPlan()
        for pages in stride(from: 10, through: 100_000, by: 10) { #expect(plan.step(pages: pages) != .here) }
    }

    @Test func theLogGoesIntoTheFileWhileItIsWritten() throws {
        let session = try TemporarySession()
        let writer = try session.writer()
        let body = String(repeating: "0123456789abcdef", count: 16 << 10)
        let size = { (try? FileManager.default.attributesOfItem(atPath: session.path)[.size] as? Int) ?? 0 }
        for number in 1...80 as ClosedRange<UInt64> {
            writer.submit(MadeFlow.plain(number, body: "\(number) \(body)").changes)
            try eventually("the writer takes more") { !writer.holdsUp }
        }
        // 80 bodies of 256 KiB; nobody closed the file.
        try eventually("the log is in the file") { (size() ?? 0) > 10 << 20 }
        writer.finish()
        #expect(try session.sqlite("SELECT count(*) FROM flow; PRAGMA integrity_check") == "80\nok\n")
        #expect(!FileManager.default.fileExists(atPath: session.path + "-wal"))
    }
}
