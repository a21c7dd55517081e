import FilterTestKit
import Flow
import TestKit
import Testing

@testable import Filter

/// What holds for any filter and any flow.
@Suite struct FilterPropertyTests {
    private static let clock = FilterClock(now: MadeFlow.noon, utcOffset: 3_600)

    @Test func aFilterAndItsNotPartTheFlows() throws {
        var random = SeededGenerator(seed: 11)
        for number in 1...1_500 {
            let text = RandomFilter.text(&random)
            let record = RandomFlow.make(number: UInt64(number), &random)
            let context = RandomFlow.context(&random)
            #expect(try passes(text, record, context) != passes("not (\(text))", record, context), "\(text)")
        }
    }

    @Test func andAndOrAreWhatTheirPartsAre() throws {
        var random = SeededGenerator(seed: 12)
        for number in 1...1_000 {
            let (left, right) = (RandomFilter.text(depth: 1, &random), RandomFilter.text(depth: 1, &random))
            let record = RandomFlow.make(number: UInt64(number), &random)
            let (first, second) = (try passes(left, record), try passes(right, record))
            #expect(try passes("(\(left)) and (\(right))", record) == (first && second), "\(left), \(right)")
            #expect(try passes("(\(left)) or (\(right))", record) == (first || second), "\(left), \(right)")
        }
    }

    @Test func whatIsPrintedMeansTheSame() throws {
        var random = SeededGenerator(seed: 13)
        for number in 1...1_000 {
            let filter = try FlowFilter(RandomFilter.text(&random))
            #expect(try FlowFilter(filter.text) == filter, "\(filter.text)")
            let record = RandomFlow.make(number: UInt64(number), &random)
            let subject = FilterSubject(record)
            #expect(
                FilterMatcher(try FlowFilter(filter.text), Self.clock).matches(subject)
                    == FilterMatcher(filter, Self.clock).matches(subject))
        }
    }

    /// Filters that hold for no flow, or for every one, would make the other tests say nothing.
    @Test func theFiltersAreWorthTrying() throws {
        var random = SeededGenerator(seed: 14)
        var count = 0
        for number in 1...1_000 {
            let record = RandomFlow.make(number: UInt64(number), &random)
            if try passes(RandomFilter.test(&random), record) { count += 1 }
        }
        #expect((100...900).contains(count), "\(count)")
    }

    @Test func anyTextIsReadOrRefusedInItsPlace() {
        var random = SeededGenerator(seed: 15)
        let signs = Array("()!=<>~&|,'\" \\*-.:az19é\n")
        for _ in 0..<3_000 {
            let text = String(
                (0..<Int.random(in: 0...14, using: &random)).map { _ in signs.randomElement(using: &random) ?? "a" })
            do {
                let filter = try FlowFilter(text)
                #expect((try? FlowFilter(filter.text)) == filter, "\(text)")
            } catch {
                #expect(error.range.upperBound <= text.utf8.count, "\(text)")
                #expect(!error.shown(in: text).isEmpty)
            }
            for cursor in [0, text.utf8.count / 2, text.utf8.count] { _ = FilterCompletion(text, at: cursor) }
        }
    }
}
