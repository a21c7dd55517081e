import Synchronization
import Testing

@testable import Reactor

@Suite(.timeLimit(.minutes(10))) struct TimerTests {
    /// A loop that is not started: its timers are fired by hand, at times of the test's choosing.
    private func fired(
        _ script: (EventLoop, @escaping (String) -> LoopTimer, (UInt64) -> Void) -> Void
    ) throws -> [String] {
        let loop = try EventLoop(executor: LoopExecutor(label: "timers"))
        var story: [String] = []
        var timers: [LoopTimer] = []
        script(
            loop,
            { name in
                let timer = LoopTimer(on: loop) { story.append(name) }
                timers.append(timer)
                return timer
            },
            { time in loop.timers.fire(now: time) })
        loop.stop()
        return story
    }

    @Test func timersFireInTheOrderOfTheirDeadlines() throws {
        let story = try fired { _, timer, pass in
            for (name, time) in [("c", 30), ("a", 10), ("e", 50), ("b", 20), ("d", 40)] as [(String, UInt64)] {
                timer(name).arm(at: time)
            }
            pass(9)
            pass(35)
        }
        #expect(story == ["a", "b", "c"])
    }

    @Test func aDeadlineMovedLaterFiresOnceAndThen() throws {
        let story = try fired { loop, timer, pass in
            let idle = timer("idle")
            idle.arm(at: 10)
            idle.arm(at: 100)
            // Moving it later left the queue alone.
            #expect(loop.timers.earliest == 10)
            pass(10)
            #expect(loop.timers.earliest == 100)
            timer("between").arm(at: 50)
            pass(99)
            pass(100)
            pass(200)
        }
        #expect(story == ["between", "idle"])
    }

    @Test func aDeadlineMovedEarlierFiresThen() throws {
        let story = try fired { loop, timer, pass in
            let one = timer("one")
            timer("other").arm(at: 50)
            one.arm(at: 100)
            one.arm(at: 20)
            #expect(loop.timers.earliest == 20)
            pass(20)
            pass(100)
        }
        #expect(story == ["one", "other"])
    }

    @Test func aDisarmedTimerMayBeArmedAgain() throws {
        let story = try fired { _, timer, pass in
            let one = timer("one")
            one.arm(at: 10)
            one.disarm()
            #expect(!one.isArmed)
            pass(10)
            one.arm(at: 20)
            pass(20)
        }
        #expect(story == ["one"])
    }

    @Test func anInvalidatedTimerLeavesTheQueueAndNeverFires() throws {
        let story = try fired { loop, timer, pass in
            let timers = (1...100).map { index in
                let one = timer("\(index)")
                one.arm(at: UInt64(index * 37 % 101))
                return one
            }
            for (index, one) in timers.enumerated() where !index.isMultiple(of: 10) {
                one.invalidate()
                one.arm(at: 1)
            }
            #expect(loop.timers.count == 10)
            pass(1000)
        }
        // Numbers 1, 11 … 91 in the order of 37·n mod 101.
        let expected = stride(from: 1, to: 100, by: 10).sorted { $0 * 37 % 101 < $1 * 37 % 101 }.map(String.init)
        #expect(story == expected)
    }

    @Test func aTimerThatArmsItselfForThePastDoesNotHoldTheLoop() throws {
        let loop = try EventLoop(executor: LoopExecutor(label: "timers"))
        var count = 0
        var timer: LoopTimer?
        timer = LoopTimer(on: loop) {
            count += 1
            timer?.arm(at: 0)
        }
        timer?.arm(at: 5)
        loop.timers.fire(now: 10)
        #expect(count == 1)
        #expect(loop.timers.count == 1)
        loop.stop()
    }

    @Test(arguments: EventLoop.Backend.allCases)
    func aRunningLoopFiresItsTimersInOrder(backend: EventLoop.Backend) async throws {
        try await LoopHost.run(backend) { host in
            let story = Story<Int>()
            await host.on { loop in
                for milliseconds in [30, 10, 20] {
                    LoopTimer(on: loop) { story.append(milliseconds) }.arm(after: .milliseconds(milliseconds))
                }
            }
            #expect(await story.until(count: 3) == [10, 20, 30])
        }
    }

    @Test func anOverflowingDeadlineIsNever() throws {
        let loop = try EventLoop(executor: LoopExecutor(label: "timers"))
        let timer = LoopTimer(on: loop) {}
        timer.arm(after: .never)
        #expect(!timer.isArmed)
        loop.stop()
    }

    @Test func aLengthOfTimeIsNeitherNegativeNorTooLongToBeCounted() {
        #expect(Nanoseconds(.milliseconds(1500)).count == 1_500_000_000)
        #expect(Nanoseconds(.seconds(-1)).count == 0)
        #expect(Nanoseconds(.nanoseconds(1) - .seconds(1)).count == 0)
        #expect(Nanoseconds(.seconds(Int64.max)) == .never)
        #expect(Nanoseconds.seconds(2).after(5) == 2_000_000_005)
        #expect(Nanoseconds.never.after(5) == .max)
        #expect(Nanoseconds.seconds(1).after(.max - 1) == .max)
    }
}
