import Testing

@testable import hark

@Suite struct FlowNumbersTests {
    @Test func numbersRangesAndTheLastAreRead() {
        #expect(FlowNumbers(argument: "12") == .one(12))
        #expect(FlowNumbers(argument: "#12") == .one(12))
        #expect(FlowNumbers(argument: "3-7") == .range(3...7))
        #expect(FlowNumbers(argument: "last") == .last)
    }

    @Test func importedFlowsKeepTheirNumbersAndAreCounted() {
        func text(_ own: [UInt64], behind last: UInt64 = 0) -> String? {
            var numbers = ImportedNumbers(behind: last)
            for number in own { _ = numbers.next(for: number) }
            return numbers.text
        }
        #expect(text([]) == nil)
        #expect(text([1], behind: 3) == "flow 4")
        #expect(text([1, 2, 3]) == "flows 1 to 3")
        #expect(text([5, 1_000, 1_001]) == "3 flows, #5 to #1001")
        // What is far ahead, or taken, gets the next number.
        #expect(text([.max, 2_000_000, 1]) == "flows 1 to 3")
    }

    @Test(arguments: ["", "-", "7-3", "1-2-3", "-1", "1-", "x", "1.5", "99999999999999999999"])
    func anythingElseIsNone(text: String) {
        #expect(FlowNumbers(argument: text) == nil)
    }
}
