import Testing

@testable import hark

@Suite struct ImportedNumbersTests {
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
}
