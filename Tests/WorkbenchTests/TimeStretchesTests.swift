import TestKit
import Testing

@testable import Workbench

/// A scale on which idle time takes little room.
@Suite struct TimeStretchesTests {
    @Test func aPauseTakesLittleRoomHoweverLongItIs() {
        for pause: Int64 in [1_000_000, 3_600_000_000, 86_400_000_000] {
            let busy = [0...40_000, (40_000 + pause)...(80_000 + pause)]
            let scale = TimeStretches(busy: busy, from: 0, to: 80_000 + pause)
            #expect(scale.isShortened)
            #expect(scale.share(of: 40_000) > 0.45, "\(pause)")
            #expect(scale.share(of: 40_000 + pause) - scale.share(of: 40_000) < 0.03, "\(pause)")
            #expect(scale.stretches.map(\.isPause) == [false, true, false])
            #expect(scale.active == 80_000)
        }
    }

    @Test func withoutAPauseItIsEven() {
        let scale = TimeStretches(busy: [0...40, 40...100], from: 0, to: 100)
        #expect(!scale.isShortened)
        for at: Int64 in [0, 25, 50, 100] { #expect(abs(scale.share(of: at) - Double(at) / 100) < 1e-9, "\(at)") }
    }

    /// Where most of the time something happens, nothing is gained by a scale that is not even.
    @Test func aShortPauseIsNotShortened() {
        let scale = TimeStretches(busy: [0...180, 200...250], from: 0, to: 250)
        #expect(!scale.isShortened && abs(scale.share(of: 200) - 0.8) < 1e-9)
    }

    @Test func whatLastsAllTheTimeLeavesNoPause() {
        #expect(!TimeStretches(busy: [0...10, 0...1_000_000, 900_000...900_010], from: 0, to: 1_000_000).isShortened)
    }

    @Test func whereNothingHappenedNothingIsShortened() {
        #expect(!TimeStretches(busy: [], from: 0, to: 1_000).isShortened)
        #expect(TimeStretches(busy: [], from: 5, to: 5).share(of: 5) == 0)
        #expect(TimeStretches(busy: [7...7], from: 7, to: 7).share(of: 7) <= 1)
    }

    /// Whatever the times: places ascend, all stretches are there, none overlaps.
    @Test func placesAscendWithTime() {
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<300 {
            var at: Int64 = 0
            let busy = (0..<Int.random(in: 0...8, using: &generator)).map { _ -> ClosedRange<Int64> in
                at += Int64.random(in: 0...(Bool.random(using: &generator) ? 10 : 1_000_000), using: &generator)
                return at...(at + Int64.random(in: 0...500, using: &generator))
            }
            let end = busy.map(\.upperBound).max() ?? 50
            let scale = TimeStretches(busy: busy.shuffled(using: &generator), from: 0, to: end)
            var before = 0.0
            for step in 0...100 {
                let share = scale.share(of: max(end, 1) * Int64(step) / 100)
                #expect(share >= before - 1e-9 && share <= 1)
                before = share
            }
            #expect(scale.stretches.first?.from == 0 && scale.stretches.last?.to == max(end, 1))
            #expect(zip(scale.stretches, scale.stretches.dropFirst()).allSatisfy { $0.to == $1.from })
            #expect(abs((scale.stretches.last?.end ?? 0) - 1) < 1e-6)
        }
    }

    @Test func timesFromAFileMayBeAnything() {
        let scale = TimeStretches(busy: [Int64.min...0, 5...Int64.max], from: .min, to: .max)
        #expect((0...1).contains(scale.share(of: 0)))
    }
}
