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
        (times, concurrency, keepsPace) = (options.times, options.openLimit, options.pace == .original)
    }

    /// What a task of the run tells.
    private enum Step: Sendable {
        case ended(ReplayPlan.Item, FlowRecord)
        /// It is time for the next request.
        case due
    }

    func perform(_ report: ReplayReport) async -> ReplayReport {
        var report = report
        await withTaskGroup(of: Step.self) { group in
            var open = 0
            for _ in 0..<times {
                let began = Clock.microseconds()
                for item in plan.items {
                    if keepsPace {
                        let moment = began + item.delay
                        group.addTask {
                            await Self.wait(until: moment)
                            return .due
                        }
                        // What ends meanwhile is told at once.
                        while case .ended(let item, let record) = await group.next() {
                            open -= 1
                            report.take(item.recorded, record)
                        }
                    }
                    while open >= concurrency, case .ended(let item, let record) = await group.next() {
                        open -= 1
                        report.take(item.recorded, record)
                    }
                    open += 1
                    let run = run
                    group.addTask { .ended(item, await run.send(item.sending)) }
                }
            }
            while case .ended(let item, let record) = await group.next() { report.take(item.recorded, record) }
        }
        return report
    }

    private static func wait(until moment: Int64) async {
        let left = moment - Clock.microseconds()
        if left > 0 { try? await Task.sleep(for: .microseconds(left)) }
    }
}
