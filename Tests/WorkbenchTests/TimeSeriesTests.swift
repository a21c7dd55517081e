import FilterTestKit
import Flow
import TestKit
import Testing

@testable import Workbench

@Suite struct TimeSeriesTests {
    private static func series(_ seconds: [Int64]) -> TimeSeries {
        var series = TimeSeries()
        for second in seconds { series.add(FlowSample(MadeFlow.make(at: second * 1_000_000))) }
        return series
    }

    @Test func stepsWithoutFlowsAreThere() {
        let (start, steps) = Self.series([100, 100, 103]).all
        #expect(start == 100 && steps.map(\.count) == [2, 0, 0, 1])
    }

    /// However the flows lie in time, none is lost and the steps stay few.
    @Test func stepsGrowWithTheTime() {
        var random = SeededGenerator(seed: 11)
        for span: Int64 in [10, 1_000, 100_000, 10_000_000, 3_000_000_000] {
            let seconds = (0..<500).map { _ in Int64.random(in: -span...span, using: &random) }
            let series = Self.series(seconds)
            let (start, steps) = series.all
            #expect(steps.count <= Int(TimeSeries.limit))
            #expect(steps.reduce(0) { $0 + $1.count } + series.untimed == 500)
            #expect(start <= (seconds.min() ?? 0) && start + series.width > (seconds.min() ?? 0))
        }
    }

    @Test func timesBeyondAllCalendarsAreNoTrap() {
        var series = TimeSeries()
        for start in [Int64.max, Int64.min, 0] { series.add(FlowSample(MadeFlow.make(at: start))) }
        #expect(series.all.steps.reduce(0) { $0 + $1.count } + series.untimed == 3)
    }

    @Test func ofAFlowWithoutBeginningNothingIsConcluded() {
        var series = TimeSeries()
        series.add(FlowSample(MadeFlow.make { $0.opening = nil }))
        #expect(series.untimed == 1 && series.all.steps.isEmpty)
    }
}
