import Testing
import Views

@testable import hark

/// What stands above figures, and what is said where nothing is listed.
@Suite struct FlowTableTests {
    private func table(hasHeading: Bool?) -> String {
        var table = FlowTable([FlowTable.Heading(title: "flows", isNumeric: true)], width: nil, hasHeading: hasHeading)
        var out = LineBuffer(style: .plain)
        table.append(["7"], to: &out)
        table.settle(&out)
        return String(decoding: out.take(), as: UTF8.self)
    }

    @Test func figuresHaveAHeadingInAPipeToo() {
        #expect(table(hasHeading: true) == "flows\n    7\n")
        #expect(table(hasHeading: nil) == "7\n")
    }

    @Test func aFilterThatMeansNothingIsSaid() {
        #expect(FlowsCommand.nothing(of: 45, ["host", "=", "a"]) == "no flow matches (of 45)")
        #expect(FlowsCommand.nothing(of: 1, ["/dev/null"]).hasSuffix("--session /dev/null"))
    }

    @Test func aDifferenceThatWouldBeWrittenAsNothingIsNone() {
        #expect(!DiffReport.isTold(-100))
        #expect(DiffReport.isTold(1000))
    }
}
