import Engine
import Synchronization
import Testing

@Suite struct WallClockTests {
    private static let second: UInt64 = 1_000_000_000

    @Test func aMomentIsAsFarFromTheStartAsTheSteadyClockSays() {
        var clock = WallClock { (5 * Self.second, 1_000_000) }
        #expect(clock.microseconds(at: 5 * Self.second) == 1_000_000)
        #expect(clock.microseconds(at: 5 * Self.second + 2000) == 1_000_002)
        // One before: an event of the batch that was under way.
        #expect(clock.microseconds(at: 5 * Self.second - 2000) == 999_998)
    }

    /// In a suspension the steady clock stands still and the day goes on.
    @Test func aSecondAfterASuspensionTheTimeIsRight() {
        let reading = Mutex<WallClock.Reading>((0, 0))
        var clock = WallClock { reading.withLock { $0 } }
        // An hour asleep.
        reading.withLock { $0 = (Self.second + 1, 3_600_000_000) }
        #expect(clock.microseconds(at: Self.second + 1) == 3_600_000_000)
    }

    /// On a busy loop the clocks are compared long after the moment that is asked about; what is asked next is not
    /// earlier for that.
    @Test func aMomentOfSomeTimeAgoIsNotCalledNow() {
        let reading = Mutex<WallClock.Reading>((0, 0))
        var clock = WallClock { reading.withLock { $0 } }
        let first = clock.microseconds(at: Self.second)
        // Read half a second after the moment.
        reading.withLock { $0 = (Self.second * 3 / 2 + 1, 1_500_000) }
        let second = clock.microseconds(at: Self.second + 1000)
        let third = clock.microseconds(at: Self.second * 3 / 2)
        #expect([first, second, third] == [1_000_000, 1_000_001, 1_500_000])
    }

    /// The two clocks are read one after the other: what lies between is no step of the day.
    @Test func timeDoesNotStepBackByWhatLiesBetweenTheReadings() {
        let reading = Mutex<WallClock.Reading>((0, 0))
        var clock = WallClock { reading.withLock { $0 } }
        let before = clock.microseconds(at: Self.second)
        reading.withLock { $0 = (Self.second + 2000, 999_700) }
        #expect(clock.microseconds(at: Self.second + 2000) >= before)
    }

    @Test func theSystemIsNotAskedForEveryEvent() {
        let count = Mutex(0)
        var clock = WallClock {
            count.withLock { $0 += 1 }
            return (0, 0)
        }
        for moment in 0..<1000 { _ = clock.microseconds(at: UInt64(moment) * 1000) }
        #expect(count.withLock { $0 } == 1)
    }
}
