import Bytes
import Flow
import Foundation
import HTTPModel
import Testing
import Views

/// Prints a session for the eye: `HARK_SAMPLE=80` (or another width, 0 for none) `swift test --filter SampleTests`.
@Suite struct SampleTests {
    @Test(.enabled(if: ProcessInfo.processInfo.environment["HARK_SAMPLE"] != nil))
    func printsASession() throws {
        let columns = Int(ProcessInfo.processInfo.environment["HARK_SAMPLE"] ?? "") ?? 80
        let width = columns == 0 ? nil : Optional(columns)
        let isVerbose = ProcessInfo.processInfo.environment["HARK_VERBOSE"] != nil
        var lines = ExchangeLines(
            options: .init(style: width == nil ? .plain : .ansi, width: width, isVerbose: isVerbose))
        var chains = RedirectChains()
        var summary = Summary()
        for record in Samples.session {
            lines.render(record, place: chains.place(record, redirect: ExchangeLines.redirect(record)))
            summary.add(record)
        }
        FileHandle.standardOutput.write(Data(lines.take()))
        FileHandle.standardOutput.write(Data(summary.text(style: .plain)))
    }
}

/// What a line costs: `HARK_MEASURE=1 swift test -c release --filter CostTests`. Prints, asserts nothing: time is the
/// machine's.
@Suite struct CostTests {
    @Test(.enabled(if: ProcessInfo.processInfo.environment["HARK_MEASURE"] != nil))
    func printsWhatALineCosts() {
        var lines = ExchangeLines(options: .init(style: .ansi, width: 120))
        var chains = RedirectChains()
        let samples: [(String, FlowRecord)] = [
            ("plain", Samples.reached), ("redirect", Samples.redirect), ("cookies", Samples.login),
            ("cache", Samples.cached),
        ]
        for (name, record) in samples {
            let rounds = 200_000
            let time = ContinuousClock().measure {
                for round in 0..<rounds {
                    lines.render(record, place: chains.place(record, redirect: ExchangeLines.redirect(record)))
                    if round % 64 == 0 { _ = lines.take() }
                }
            }
            print(name, time / rounds)
        }
    }
}
