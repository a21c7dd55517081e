import Bytes
import Flow
import Testing

@testable import Rules

@Suite struct BodyShaperTests {
    private func shape(_ change: (inout BodyShape) -> Void) -> BodyShape {
        var shape = BodyShape()
        change(&shape)
        return shape
    }

    private func run(_ shape: BodyShape, _ parts: [(String, Bool)], size: UInt64? = nil) -> (String, [BodyShaper.End?])
    {
        var shaper = BodyShaper(shape, size: size)
        var text = ""
        var ends: [BodyShaper.End?] = []
        for (part, isContent) in parts {
            let (bytes, end) = shaper.take(Bytes(part), isContent: isContent)
            text += bytes.text
            ends.append(end)
        }
        return (text, ends)
    }

    @Test func withoutFaultsEverythingPasses() {
        let (text, ends) = run(BodyShape(), [("5\r\n", false), ("hello", true), ("\r\n0\r\n\r\n", false)])
        #expect(text == "5\r\nhello\r\n0\r\n\r\n")
        #expect(ends == [nil, nil, nil])
    }

    @Test func contentIsCountedWithoutItsChunks() {
        let (text, ends) = run(
            shape { $0.cut = 7 },
            [("5\r\n", false), ("hello", true), ("\r\n5\r\n", false), ("world", true), ("x", false)])
        #expect(text == "5\r\nhello\r\n5\r\nwo")
        #expect(ends == [nil, nil, nil, .cut, .cut])
    }

    @Test func whatStallsIsNotCut() {
        #expect(run(shape { $0.stall = 2 }, [("hello", true)]).0 == "he")
        #expect(
            run(
                shape {
                    $0.stall = 2
                    $0.cut = 3
                }, [("hello", true)]
            ).1 == [.stall])
        #expect(
            run(
                shape {
                    $0.stall = 3
                    $0.cut = 2
                }, [("hello", true)]
            ).1 == [.cut])
    }

    @Test func aBodyThatIsShorterPassesWhole() {
        #expect(run(shape { $0.cut = 6 }, [("hello", true)]).1 == [nil])
    }

    @Test(arguments: [1, 3, 5])
    func soManyBytesAreOtherOnesAtTheirPlaces(count: Int) {
        let wish = shape { $0.corrupt = (count, 7) }
        let shaper = BodyShaper(wish, size: 20)
        let whole = String(repeating: "a", count: 20)
        let parts = [(String(whole.prefix(9)), true), ("\r\n", false), (String(whole.suffix(11)), true)]
        var copy = shaper
        var bytes: [UInt8] = []
        for (part, isContent) in parts {
            let taken = copy.take(Bytes(part), isContent: isContent).bytes
            if isContent { bytes += taken.array }
        }
        #expect(bytes.indices.filter { bytes[$0] != UInt8(ascii: "a") }.map(UInt64.init) == shaper.places)
        #expect(shaper.places.count == count)
    }

    @Test func corruptionIsTheSameForTheSameSeed() {
        let parts = [(String(repeating: "a", count: 100), true)]
        #expect(
            run(shape { $0.corrupt = (5, 1) }, parts, size: 100).0
                == run(shape { $0.corrupt = (5, 1) }, parts, size: 100).0)
        #expect(
            run(shape { $0.corrupt = (5, 1) }, parts, size: 100).0
                != run(shape { $0.corrupt = (5, 2) }, parts, size: 100).0)
    }

    /// A download takes what arithmetic says, also when each timer is late.
    @Test(arguments: [0, 3_000_000] as [UInt64], ThrottleRate.profiles.map(\.down))
    func aRateIsOneOverTime(late: UInt64, rate: Int64) {
        var pace = BytePace()
        var now: UInt64 = 5_000_000_000
        let start = now
        var left = 1 << 20
        while left > 0 {
            let slice = min(left, BytePace.slice(of: rate))
            now = BytePace.departure(pace.reserve(slice, rate: rate, now: now), now: now, rate: rate) + late
            left -= slice
        }
        let seconds = Double(now - start) / 1e9
        let wanted = Double(1 << 20) / Double(rate)
        #expect(abs(seconds - wanted) / wanted < 0.05, "\(seconds) s instead of \(wanted) s")
    }

    /// 1 MiB by the documented rates, in kbit/s: 3g takes 5.24 s and 0.2 s before its head.
    @Test(arguments: [
        ("gprs", 50.0, 500.0), ("edge", 240, 400), ("3g", 1_600, 200), ("4g", 10_000, 70), ("dsl", 2_000, 50),
        ("satellite", 25_000, 600),
    ])
    func aDownloadUnderAProfileTakesWhatArithmeticSays(name: String, kilobits: Double, latency: Double) throws {
        let rate = try #require(try Reading.actions("throttle \(name)").first as? ThrottleAction).rate
        let wanted = Double(1 << 20) * 8 / (kilobits * 1_000) + latency / 1_000
        for late in [0, 200_000, 3_000_000] as [UInt64] {
            // The head has waited for the latency.
            let start: UInt64 = 7_000_000_000
            var (pace, now, left) = (BytePace(), start + UInt64(rate.latency) * 1_000, 1 << 20)
            while left > 0 {
                let slice = min(left, BytePace.slice(of: rate.down))
                let due = pace.reserve(slice, rate: rate.down, now: now)
                now = BytePace.departure(due, now: now, rate: rate.down) + late
                left -= slice
            }
            let seconds = Double(now - start) / 1e9
            #expect(seconds >= wanted * 0.95 && seconds <= wanted * 1.05, "\(seconds) s instead of \(wanted) s")
        }
    }

    /// A body that comes in small parts is no slower: chunks, with what stands around their content, and frames.
    @Test(arguments: [[6, 2_048, 2], [1_024], [9, 100, 2]], ThrottleRate.profiles.map(\.down) + [100 << 20])
    func partsThatAreSmallerThanASliceTakeNoTurnEach(parts: [Int], rate: Int64) {
        var pace = BytePace()
        let start: UInt64 = 5_000_000_000
        var (now, sent) = (start, 0)
        while sent < 1 << 20 {
            for part in parts {
                now = BytePace.departure(pace.reserve(part, rate: rate, now: now), now: now, rate: rate)
                sent += part
            }
        }
        let seconds = Double(now - start) / 1e9
        let wanted = Double(sent) / Double(rate)
        #expect(seconds >= wanted * 0.95 && seconds <= wanted * 1.05 + 0.005, "\(seconds) s instead of \(wanted) s")
    }

    /// Uploads alone are slow: what is downloaded takes no time.
    @Test func whatHasNoRateWaitsForNothing() {
        var pace = BytePace()
        var now: UInt64 = 5_000_000_000
        for _ in 0..<1_000 {
            now = BytePace.departure(pace.reserve(4_096, rate: .max, now: now), now: now, rate: .max)
        }
        #expect(now - 5_000_000_000 < 10_000_000)
    }

    @Test func theSlowestSendSomethingEachSecond() {
        for rate in [300, 1_000, 1_460, 50_000] as [Int64] {
            #expect(Int64(BytePace.slice(of: rate)) <= max(rate, 256))
        }
        #expect(BytePace.slice(of: 2) == 256)
    }

    @Test func whoWasIdleDoesNotCatchUp() {
        var pace = BytePace()
        _ = pace.reserve(1_000, rate: 1_000, now: 1_000_000_000)
        let due = pace.reserve(1_000, rate: 1_000, now: 100_000_000_000)
        #expect(due >= 100_700_000_000)
    }
}
