import Engine
import Synchronization
import Testing

@Suite struct WallClockTests {
    private static let second: UInt64 = 1_000_000_000

    @Test func aMomentIsAsFarFromTheStartAsTheSteadyClockSays() {
        var clock = WallClock(steady: 5 * Self.second) { 1_000_000 }
        #expect(clock.microseconds(at: 5 * Self.second) == 1_000_000)
        #expect(clock.microseconds(at: 5 * Self.second + 2000) == 1_000_002)
        // One before: an event of the batch that was under way.
        #expect(clock.microseconds(at: 5 * Self.second - 2000) == 999_998)
    }

    /// In a suspension the steady clock stands still and the day goes on.
    @Test func aSecondAfterASuspensionTheTimeIsRight() {
        let day = Mutex<Int64>(0)
        var clock = WallClock(steady: 0) { day.withLock { $0 } }
        // An hour asleep.
        day.withLock { $0 = 3_600_000_000 }
        #expect(clock.microseconds(at: Self.second + 1) == 3_600_000_000)
    }

    @Test func theSystemIsNotAskedForEveryEvent() {
        let count = Mutex(0)
        var clock = WallClock(steady: 0) {
            count.withLock { $0 += 1 }
            return 0
        }
        for moment in 0..<1000 { _ = clock.microseconds(at: UInt64(moment) * 1000) }
        #expect(count.withLock { $0 } == 1)
    }
}
