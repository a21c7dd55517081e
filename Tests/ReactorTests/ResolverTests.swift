import Dispatch
import Synchronization
import Testing

@testable import Reactor

@Suite(.timeLimit(.minutes(10))) struct ResolverTests {
    @Test(arguments: [
        "127.0.0.1", "2130706433", "0x7f000001", "0x7F.0.0.1", "127.1", "127.0.1", "0177.0.0.1", "017700000001",
    ])
    func everySpellingOfAnIPv4LiteralIsReadWithoutALookUp(spelling: String) {
        #expect(Resolver.literal(spelling, port: 8888) == .loopback4(port: 8888))
    }

    @Test(arguments: [
        "localhost", "example.com", "", "256.0.0.1", "1.2.3.4.5", "4294967296", "127.0.0.1\0.example", "[::1]", "::1::",
        "0xg", "a.b", "127.0.0.1 ",
    ])
    func whatIsNoLiteralIsNotReadAsOne(text: String) {
        #expect(Resolver.literal(text, port: 80) == nil)
    }

    @Test func localhostIsThisHost() async throws {
        let story = Story<[SocketAddress]>()
        let executor = LoopExecutor(label: "resolver")
        let resolver = Resolver()
        resolver.resolve("localhost", port: 99, within: .seconds(30), on: executor) { outcome in
            #expect(executor.isCurrent)
            story.append((try? outcome.get()) ?? [])
        }
        let addresses = await story.until(count: 1)[0]
        #expect(!addresses.isEmpty)
        #expect(Set(addresses).isSubset(of: [.loopback4(port: 99), .loopback6(port: 99)]))
    }

    @Test func aLiteralIsDeliveredLikeAName() async {
        let story = Story<[SocketAddress]>()
        let resolver = Resolver { _ in .failure(ResolveError(.other, text: "asked")) }
        resolver.resolve("0x7f000001", port: 1, within: .seconds(30), on: LoopExecutor(label: "resolver")) { outcome in
            story.append((try? outcome.get()) ?? [])
        }
        #expect(await story.until(count: 1) == [[.loopback4(port: 1)]])
    }

    @Test func aFailureKeepsItsReasonAndText() async {
        let story = Story<String>()
        let resolver = Resolver { name in .failure(ResolveError(.notFound, text: "no \(name)")) }
        resolver.resolve("nowhere.invalid", port: 1, within: .seconds(30), on: LoopExecutor(label: "resolver")) {
            outcome in
            if case .failure(let error) = outcome { story.append("\(error.reason) \(error)") }
        }
        #expect(await story.until(count: 1) == ["notFound no nowhere.invalid"])
    }

    @Test(arguments: [String(repeating: "a", count: 301), "", "a\0b"])
    func whatCannotBeANameIsNotAskedFor(host: String) async {
        let story = Story<String>()
        let resolver = Resolver { _ in .success([.loopback4(port: 0)]) }
        resolver.resolve(host, port: 1, within: .seconds(30), on: LoopExecutor(label: "resolver")) { outcome in
            if case .failure(let error) = outcome { story.append("\(error.reason)") }
        }
        #expect(await story.until(count: 1) == ["notFound"])
    }

    @Test func manyRunAtOnceSomeWaitAndTheRestIsRefused() async {
        let gate = DispatchSemaphore(value: 0)
        let running = Story<String>()
        let story = Story<String>()
        let resolver = Resolver { name in
            running.append(name)
            gate.wait()
            return .success([.loopback4(port: 0)])
        }
        let executor = LoopExecutor(label: "resolver")
        let allowed = NameTable.askedAtOnce + NameTable.waitingLimit
        for index in 0..<(allowed + 3) {
            resolver.resolve("name\(index)", port: 1, within: .seconds(600), on: executor) { outcome in
                switch outcome {
                case .success: story.append("found")
                case .failure(let error): story.append("\(error.reason)")
                }
            }
        }
        // All threads hang, and those that found no place are told so nevertheless.
        await running.until(count: NameTable.askedAtOnce)
        #expect(await story.until(count: 3) == ["temporary", "temporary", "temporary"])
        #expect(running.events.count == NameTable.askedAtOnce)
        for _ in 0..<allowed { gate.signal() }
        let events = await story.until(count: allowed + 3)
        #expect(events.count(where: { $0 == "found" }) == allowed)
    }

    @Test func namesThatDoNotAnswerHoldUpNobodyElse() async {
        let gate = DispatchSemaphore(value: 0)
        let story = Story<String>()
        let asked = Story<String>()
        let resolver = Resolver { name in
            asked.append(name)
            if name.hasPrefix("dead") { gate.wait() }
            return .success([.loopback4(port: 0)])
        }
        let executor = LoopExecutor(label: "resolver")
        // Forty requests for each of eight names: a page with dead trackers.
        for index in 0..<320 {
            resolver.resolve("dead\(index % 8)", port: 1, within: .seconds(60), on: executor) { _ in
                story.append("dead")
            }
        }
        resolver.resolve("alive", port: 1, within: .seconds(60), on: executor) { _ in story.append("alive") }
        #expect(await story.until(count: 1) == ["alive"])
        #expect(Set(asked.events).count == asked.events.count)
        for _ in 0..<8 { gate.signal() }
        // One answer serves all who asked.
        #expect(await story.until(count: 321).count(where: { $0 == "dead" }) == 320)
        #expect(asked.events.count == 9)
    }

    @Test func anAnswerIsGoodForSomeSecondsAndAFailureForOne() async {
        let time = Mutex<UInt64>(0)
        let asked = Story<String>()
        let story = Story<Bool>()
        let lookUp: @Sendable (String) -> Resolver.Outcome = { name in
            asked.append(name)
            return name == "good" ? .success([.loopback4(port: 0)]) : .failure(ResolveError(.notFound, text: "none"))
        }
        let resolver = Resolver(now: { time.withLock { $0 } }, lookUp: lookUp)
        let executor = LoopExecutor(label: "resolver")
        func ask(_ name: String, at moment: UInt64) async {
            time.withLock { $0 = moment }
            let count = story.events.count
            resolver.resolve(name, port: 7, within: .seconds(60), on: executor) { outcome in
                if case .success(let addresses) = outcome { #expect(addresses == [.loopback4(port: 7)]) }
                story.append((try? outcome.get()) != nil)
            }
            await story.until(count: count + 1)
        }
        let (good, bad) = (NameTable.goodFor.count, NameTable.badFor.count)
        for moment in [0, bad - 1, bad, good - 1, good] {
            await ask("good", at: moment)
            await ask("BAD", at: moment)
        }
        #expect(asked.events == ["good", "bad", "bad", "bad", "good"])
        #expect(story.events == [true, false, true, false, true, false, true, false, true, false])
    }

    @Test func aNameThatIsNotAnsweredInTimeSaysThatItWasTheName() async {
        let gate = DispatchSemaphore(value: 0)
        let story = Story<String>()
        let resolver = Resolver { _ in
            gate.wait()
            return .success([.loopback4(port: 0)])
        }
        resolver.resolve("slow", port: 1, within: .milliseconds(1500), on: LoopExecutor(label: "resolver")) { outcome in
            if case .failure(let error) = outcome { story.append("\(error.reason): \(error)") }
        }
        #expect(await story.until(count: 1) == ["timedOut: no answer in 1.5 s"])
        gate.signal()
        try? await Task.sleep(for: .milliseconds(50))
        // The answer that comes late is for those who ask later.
        #expect(story.events.count == 1)
    }

    /// RFC 9844 withdrew zones from URLs, and the system would read `fe80::1%252` as interface 252.
    @Test(arguments: ["fe80::1%2", "fe80::1%252", "::1%lo", "::1%25lo"])
    func anAddressWithAZoneIsNeitherALiteralNorAName(host: String) async {
        #expect(Resolver.literal(host, port: 80) == nil)
        let story = Story<String>()
        let resolver = Resolver { _ in .success([.loopback4(port: 0)]) }
        resolver.resolve(host, port: 1, within: .seconds(60), on: LoopExecutor(label: "resolver")) { outcome in
            if case .failure(let error) = outcome { story.append("\(error.reason)") }
        }
        #expect(await story.until(count: 1) == ["notFound"])
    }

    @Test func aCancelledLookUpIsNotDeliveredAndAWaitingOneNotEvenAsked() async {
        let gate = DispatchSemaphore(value: 0)
        let asked = Story<String>()
        let story = Story<String>()
        let resolver = Resolver { name in
            asked.append(name)
            gate.wait()
            return .success([.loopback4(port: 0)])
        }
        let executor = LoopExecutor(label: "resolver")
        func ask(_ name: String) -> ResolverTicket {
            resolver.resolve(name, port: 1, within: .seconds(60), on: executor) { _ in story.append(name) }
        }
        let tickets = (0..<NameTable.askedAtOnce).map { ask("hanging\($0)") }
        await asked.until(count: NameTable.askedAtOnce)
        let waiting = ask("waiting")
        _ = ask("last")
        for ticket in tickets { ticket.cancel() }
        waiting.cancel()
        for _ in 0...NameTable.askedAtOnce { gate.signal() }
        #expect(await story.until(count: 1) == ["last"])
        #expect(!asked.events.contains("waiting"))
    }
}
