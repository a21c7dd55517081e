import Dispatch
import Reactor
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct ResolverTests {
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
        resolver.resolve("localhost", port: 99, on: executor) { outcome in
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
        resolver.resolve("0x7f000001", port: 1, on: LoopExecutor(label: "resolver")) { outcome in
            story.append((try? outcome.get()) ?? [])
        }
        #expect(await story.until(count: 1) == [[.loopback4(port: 1)]])
    }

    @Test func aFailureKeepsItsReasonAndText() async {
        let story = Story<String>()
        let resolver = Resolver { name in .failure(ResolveError(.notFound, text: "no \(name)")) }
        resolver.resolve("nowhere.invalid", port: 1, on: LoopExecutor(label: "resolver")) { outcome in
            if case .failure(let error) = outcome { story.append("\(error.reason) \(error)") }
        }
        #expect(await story.until(count: 1) == ["notFound no nowhere.invalid"])
    }

    @Test(arguments: [String(repeating: "a", count: 301), "", "a\0b"])
    func whatCannotBeANameIsNotAskedFor(host: String) async {
        let story = Story<String>()
        let resolver = Resolver { _ in .success([.loopback4(port: 0)]) }
        resolver.resolve(host, port: 1, on: LoopExecutor(label: "resolver")) { outcome in
            if case .failure(let error) = outcome { story.append("\(error.reason)") }
        }
        #expect(await story.until(count: 1) == ["notFound"])
    }

    @Test func fewRunAtOnceSomeWaitAndTheRestIsRefused() async {
        let gate = DispatchSemaphore(value: 0)
        let running = Story<String>()
        let story = Story<String>()
        let resolver = Resolver { name in
            running.append(name)
            gate.wait()
            return .success([.loopback4(port: 0)])
        }
        let executor = LoopExecutor(label: "resolver")
        let allowed = Resolver.threads + Resolver.queueLimit
        for index in 0..<(allowed + 3) {
            resolver.resolve("name\(index)", port: 1, on: executor) { outcome in
                switch outcome {
                case .success: story.append("found")
                case .failure(let error): story.append("\(error.reason)")
                }
            }
        }
        // All threads hang, and those that found no place are told so nevertheless.
        await running.until(count: Resolver.threads)
        #expect(await story.until(count: 3) == ["temporary", "temporary", "temporary"])
        #expect(running.events.count == Resolver.threads)
        for _ in 0..<allowed { gate.signal() }
        let events = await story.until(count: allowed + 3)
        #expect(events.count(where: { $0 == "found" }) == allowed)
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
        let tickets = (0..<Resolver.threads).map { index in
            resolver.resolve("hanging\(index)", port: 1, on: executor) { _ in story.append("hanging") }
        }
        await asked.until(count: Resolver.threads)
        let waiting = resolver.resolve("waiting", port: 1, on: executor) { _ in story.append("waiting") }
        resolver.resolve("last", port: 1, on: executor) { _ in story.append("last") }
        for ticket in tickets { ticket.cancel() }
        waiting.cancel()
        for _ in 0...Resolver.threads { gate.signal() }
        #expect(await story.until(count: 1) == ["last"])
        #expect(!asked.events.contains("waiting"))
    }
}
