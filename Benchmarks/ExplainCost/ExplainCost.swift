import Bytes
import Explain
import Judge
import Platform
import Views

/// Measures what explaining costs, in processor time of this process alone: other programs on the machine then count
/// for little. Prints a line for each figure, its parts separated by tabs: name, median, lowest, highest, unit.
///
/// `--memory SHAPE` says instead how much memory one MiB of junk takes: in a process of its own, where nothing has been
/// freed that could be used again. `--trace NAME` does one piece of work over and over for ten seconds, for a profiler;
/// `--count NAME` does it a hundred times in `counted`, for callgrind (`--toggle-collect='*7counted*'`), after as many
/// that are not looked at.
@main @MainActor
enum ExplainCost {
    static func main() {
        let arguments = CommandLine.arguments
        switch arguments.count > 2 ? arguments[1] : "" {
        case "--trace": trace(arguments[2])
        case "--count": count(arguments[2])
        case "--memory": memory(arguments[2])
        default: everything()
        }
    }

    private static func everything() {
        for work in works { report(work.name, microseconds(work.count, work.body), "µs") }
        for shape in JunkHead.shapes { junk(shape) }
    }

    /// What is measured by repeating it: so many times a round.
    private static let works: [(name: String, count: Int, body: @MainActor () -> Void)] = [
        ("exchange, complete", 10, explainExchange),
        ("exchange, all checks", 200, findAll),
        ("exchange, all checks in words", 200, noteAll),
        ("line, plain", 2000, line(SampleFlow.plain)),
        ("line, cache verdict", 2000, line(SampleFlow.cached)),
        ("line, five cookies", 2000, line(SampleFlow.cookies)),
    ]

    private static func explainExchange() {
        let explained = SampleExchange.explained()
        precondition(explained.spans > 50 && explained.steps > 20 && explained.notes > 0)
    }

    /// As files keep what is found: codes, places and values.
    private static func findAll() {
        guard let record = SampleExchange.recorded else { return }
        precondition(!Checks.findings(of: record).isEmpty)
    }

    private static func noteAll() {
        guard let record = SampleExchange.recorded else { return }
        precondition(!Checks.notes(about: record).isEmpty)
    }

    private static func line(_ record: SampleFlow) -> @MainActor () -> Void {
        var lines = ExchangeLines(options: .init(style: .ansi, width: 120))
        var chains = RedirectFollower()
        var count = 0
        let record = record.record
        return {
            lines.render(record, place: chains.place(record))
            count += 1
            if count % 64 == 0 { _ = lines.take() }
        }
    }

    private static func junk(_ shape: JunkHead) {
        var times: [Double] = []
        for size in [1, 2, 4] {
            let input = shape.bytes(size << 20)
            var messages = 0
            let rounds = microseconds(1, rounds: 5) { messages = MessageReader().read(input).messages.count }
            precondition(messages > 0)
            times.append(rounds[rounds.count / 2])
            report("junk, \(shape.name), \(size) MiB", rounds.map { $0 / 1000 }, "ms")
        }
        report("growth, \(shape.name), 4 MiB / 1 MiB", [times[2] / times[0]], "×")
    }

    private static func memory(_ name: String) {
        guard let input = JunkHead.shapes.first(where: { $0.name == name })?.bytes(1 << 20) else { return }
        Memory.forgetPeak()
        let before = Memory.peak()
        precondition(!MessageReader().read(input).messages.isEmpty)
        report("memory, \(name), 1 MiB", [Memory.peak() - before], "MiB")
    }

    private static func trace(_ name: String) {
        let end = Processor.microseconds() + 10_000_000
        let work = works.first { $0.name.hasSuffix(name) }?.body
        let shape = JunkHead.shapes.first { $0.name == name }?.bytes(1 << 20)
        while Processor.microseconds() < end {
            work?()
            if let shape { _ = MessageReader().read(shape) }
        }
    }

    private static func count(_ name: String) {
        guard let work = works.first(where: { $0.name.hasSuffix(name) })?.body else { return }
        for _ in 0..<100 { work() }
        counted(work)
    }

    /// A function of its own, so that a profiler can tell it from what makes ready.
    @inline(never)
    private static func counted(_ work: @MainActor () -> Void) {
        for _ in 0..<100 { work() }
    }

    /// Processor time a call, in rounds, sorted. The first round warms up and is not counted.
    private static func microseconds(_ count: Int, rounds: Int = 31, _ body: @MainActor () -> Void) -> [Double] {
        var values: [Double] = []
        for _ in 0...rounds {
            let start = Processor.microseconds()
            for _ in 0..<count { body() }
            values.append((Processor.microseconds() - start) / Double(count))
        }
        return values.dropFirst().sorted()
    }

    private static func report(_ name: String, _ sorted: [Double], _ unit: String) {
        let values = [sorted[sorted.count / 2], sorted[0], sorted[sorted.count - 1]]
        print(([name] + values.map { "\($0)" } + [unit]).joined(separator: "\t"))
    }
}

/// The processor time this process has used.
private enum Processor {
    static func microseconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }
}

/// The most memory this process has had resident, as Linux counts it; 0 elsewhere.
private enum Memory {
    /// From here on.
    static func forgetPeak() {
        guard let file = fopen("/proc/self/clear_refs", "w") else { return }
        fputs("5", file)
        fclose(file)
    }

    /// MiB.
    static func peak() -> Double {
        guard let file = fopen("/proc/self/status", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, CInt(line.count), file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            guard text.hasPrefix("VmHWM:") else { continue }
            return (Double(text.filter(\.isNumber)) ?? 0) / 1024
        }
        return 0
    }
}
