import ArgumentParser
import Filter
import Fleet
import Flow
import Library
import Platform
import Views
import Workbench

/// `hark diff`: all in which two flows differ.
struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Compare two flows.",
        discussion: """
            Compares start lines, headers, bodies and outcomes: JSON by structure, text by lines, other bodies by the \
            first different byte. Times are shown but not compared. Exits with 1 if the flows differ.

            Name the flows by number: 12, #12, last, last-3 (the third newest), or SESSION:12 for another session, \
            HAR or log. A list (12,15), a range or a filter also works if it selects two flows.

            Examples:
              hark diff 12 15
              hark diff --steady 12 2026-11-21T12-00-00Z:7
              hark diff before.har:3 after.har:3
            """)

    @Argument(
        help: ArgumentHelp("Two flow numbers: 12, last, SESSION:12.", valueName: "flows"),
        completion: FilterWordCompletion.kind)
    var flows: [String] = []

    @OptionGroup var choice: SessionChoice

    @Flag(name: .long, help: "Ignore Date, Set-Cookie and other fields that always differ.")
    var steady = false

    @Flag(name: .long, help: "Show credentials: passwords, tokens, cookies (default: hidden).")
    var showSecrets = false

    @Flag(name: .long, help: "Print one JSON object.")
    var json = false

    func validate() throws {
        if try FlowArguments(flows).isEverything {
            throw ValidationError("give two flows to compare, for example: hark diff 12 15")
        }
    }

    func run() throws {
        let (first, left, second, right) = try pair()
        let diff = FlowDiff(left, right)
        let hidden = showSecrets ? HiddenValues.none : HiddenValues(in: [left, right])
        if json {
            Report.json(hiding: hidden) { $0.flowDiff(diff) }
        } else {
            let width = TerminalWriter(descriptor: STDOUT_FILENO).width
            Report.lines(hiding: hidden) { out in
                var report = DiffReport(out, width: width)
                report.heading(first, left, second, right)
                report.write(diff)
                out = report.out
            }
        }
        if steady ? !diff.isSteady : !diff.differences.isEmpty { throw ExitCode(1) }
    }

    /// The two flows, and what they are called beside each other.
    private func pair() throws -> (String, FlowRecord, String, FlowRecord) {
        var found: [(name: String, record: FlowRecord)] = []
        var count = 0
        let isFleet = choice.session.map { FleetLibrary.isFleet($0) } ?? false
        for chosen in try FlowArguments(flows).all(in: choice.session) {
            let numbers = try chosen.numbers()
            count += numbers.count
            for number in numbers.prefix(2) {
                guard found.count < 2, let subject = try chosen.source.flow(number) else { continue }
                let run = subject.record.run.map { String($0.text.prefix(8)) }
                let other = isFleet ? run : chosen.session == choice.session ? nil : chosen.session ?? ""
                found.append((other.map { "\($0):\(number)" } ?? "\(number)", subject.record))
            }
        }
        // A flow beside itself differs in nothing, and may be asked for.
        if count == 1, flows.count == 2, let same = found.first { found.append(same) }
        guard found.count == 2, count <= 2 else {
            throw UsageFailure.said(
                "expected two flows, not \(count); for example: hark diff 12 15")
        }
        return (found[0].name, found[0].record, found[1].name, found[1].record)
    }
}
