import Flow
import Workbench

/// Sends the requests of a plan, so many times and so many at once, and tells of each as it ends.
struct ReplayRun {
    private let plan: ReplayPlan
    private let run: SendingRun
    private let times: Int
    private let concurrency: Int
    private let keepsPace: Bool

    init(_ plan: ReplayPlan, _ run: SendingRun, _ options: ReplayOptions) {
        (self.plan, self.run) = (plan, run)
        (times, concurrency, keepsPace) = (options.times, options.concurrency, options.pace == .original)
    }

    private struct Ended: Sendable {
        let item: ReplayPlan.Item
        let record: FlowRecord
    }

    func perform(_ report: ReplayReport) async -> ReplayReport {
        var report = report
        await withTaskGroup(of: Ended.self) { group in
            var open = 0
            for _ in 0..<times {
                let began = Clock.microseconds()
                for item in plan.items {
                    if keepsPace { await Self.wait(until: began + item.delay) }
                    // With a pace of its own a request waits for no other one.
                    while open >= concurrency, !keepsPace, let ended = await group.next() {
                        open -= 1
                        report.take(ended.item.recorded, ended.record)
                    }
                    open += 1
                    let run = run
                    group.addTask { Ended(item: item, record: await run.send(item.sending)) }
                }
            }
            while let ended = await group.next() { report.take(ended.item.recorded, ended.record) }
        }
        return report
    }

    private static func wait(until moment: Int64) async {
        let left = moment - Clock.microseconds()
        if left > 0 { try? await Task.sleep(nanoseconds: UInt64(left) * 1000) }
    }
}
