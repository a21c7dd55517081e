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
