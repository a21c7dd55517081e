import Testing

@testable import hark

@Suite struct FlowNumbersTests {
    @Test func numbersRangesAndTheLastAreRead() {
        #expect(FlowNumbers(argument: "12") == .one(12))
        #expect(FlowNumbers(argument: "#12") == .one(12))
        #expect(FlowNumbers(argument: "3-7") == .range(3...7))
        #expect(FlowNumbers(argument: "last") == .last)
    }

    @Test(arguments: ["", "-", "7-3", "1-2-3", "-1", "1-", "x", "1.5", "99999999999999999999"])
    func anythingElseIsNone(text: String) {
        #expect(FlowNumbers(argument: text) == nil)
    }
}
