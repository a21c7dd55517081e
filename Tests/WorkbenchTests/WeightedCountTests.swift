import Flow
import Testing

@testable import Workbench

/// Figures of flows that stand for others.
@Suite struct WeightedCountTests {
    @Test func withoutWeightsNumbersAreExact() {
        var count = WeightedCount()
        count.add(.max, 1)
        count.add(2, 1)
        #expect(count.value == 1, "as sums of sizes always did")
        var other = WeightedCount()
        other.add(5, 0.5)
        other.add(7, .nan)
        #expect(other.value == 12)
    }

    @Test func aFlowCountsForThoseThatItStandsFor() {
        var figures = FlowFigures()
        var sample = FlowSample()
        (sample.responseBytes, sample.total, sample.isReused) = (10, 100, true)
        figures.add(sample, nil)
        #expect(figures.count == 1 && !figures.isEstimated)
        for _ in 1...30 { figures.add(sample.weighted(10.0 / 3), nil) }
        #expect(figures.isEstimated && figures.count == 101 && figures.responseBytes == 1_010 && figures.reused == 101)
        #expect(figures.phases[.total]?.count == 91, "times count whole")
        var both = figures
        both.add(figures)
        #expect(both.count == 202 && both.isEstimated)
    }

    @Test(arguments: [0, -5, 0.2, .nan, .infinity, 1e9])
    func whatIsNoWeightIsOne(weight: Double) {
        var figures = FlowFigures()
        figures.add(FlowSample().weighted(weight), nil)
        #expect(figures.count == 1 && !figures.isEstimated)
    }

    @Test func quantilesCountWeights() {
        var sketch = QuantileSketch()
        sketch.add(10, times: 90)
        for _ in 1...10 { sketch.add(1_000) }
        #expect(sketch.count == 100 && sketch.quantile(900) == 10 && sketch.quantile(950).map { $0 > 900 } == true)
        sketch.add(5, times: 0)
        #expect(sketch.count == 100 && sketch.least == 10)
        sketch.add(1, times: .max)
        #expect(sketch.quantile(500) == 1)
    }

    @Test func stepsOfTimeCountWeights() {
        var series = TimeSeries()
        var sample = FlowSample()
        (sample.startedAt, sample.total) = (1_000_000, 5)
        series.add(sample.weighted(4))
        sample.startedAt = 900_000_000_000
        series.add(sample)
        #expect(series.all.steps.first?.count == 4 && series.all.steps.last?.count == 1)
    }
}
