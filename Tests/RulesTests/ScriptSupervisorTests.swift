import Testing

@testable import Rules

/// When a script that ended is started again.
struct ScriptSupervisorTests {
    static let second: UInt64 = 1_000_000_000

    @Test("the pause doubles, and five exits in a minute are the last")
    func givesUp() {
        var supervisor = ScriptSupervisor()
        var pauses: [UInt64] = []
        for exit in 1...4 {
            guard case .restart(let time) = supervisor.exited(at: UInt64(exit) * Self.second) else { continue }
            pauses.append((time - UInt64(exit) * Self.second) / (Self.second / 2))
        }
        #expect(pauses == [1, 2, 4, 8])
        #expect(supervisor.exited(at: 5 * Self.second) == .giveUp)
        #expect(supervisor.hasGivenUp)
        supervisor.reset()
        #expect(supervisor.exited(at: 6 * Self.second) == .restart(at: 6 * Self.second + Self.second / 2))
    }

    @Test("who runs for a minute between exits is started again for ever, after a short pause")
    func recovers() {
        var supervisor = ScriptSupervisor()
        for exit in 1...50 {
            let now = UInt64(exit) * 61 * Self.second
            #expect(supervisor.exited(at: now) == .restart(at: now + Self.second / 2))
        }
    }

    @Test("half of the answers came within the median, nearly all within p99")
    func figures() {
        var figures = ScriptFigures()
        #expect(figures.quantile(0.5) == nil)
        for microseconds in UInt64(1)...1_000 { figures.answered(in: microseconds * 1_000) }
        let (median, most) = (figures.quantile(0.5) ?? 0, figures.quantile(0.99) ?? 0)
        #expect((500...640).contains(median))
        #expect((990...1_280).contains(most))
    }
}
