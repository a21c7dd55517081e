import TestKit
import Testing

/// Every command line of the documents, and every example of the help, runs as it is written.
@Suite struct DocCommandsTests {
    @Test func theyRun() throws {
        let result = try Tool.run(
            Tool.python(), [Tool.script("doc_commands.py"), Tool.hark(), Tool.packageRoot], seconds: 600)
        print(result.text)
        #expect(result.code == 0, "\(result.text.suffix(20_000))\n\(result.diagnostics.suffix(2_000))")
    }
}
