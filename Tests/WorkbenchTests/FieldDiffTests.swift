import Bytes
import FilterTestKit
import Flow
import HTTPModel
import HTTPWire
import TestKit
import Testing

@testable import Workbench

@Suite struct FieldDiffTests {
    static func section(_ lines: [String]) -> FieldSection {
        RecordedHead.section(Bytes("GET / HTTP/1.1\r\n" + lines.map { $0 + "\r\n" }.joined() + "\r\n"))
    }

    static func diff(_ left: [String], _ right: [String]) -> [Difference] {
        FieldDiff.differences(section(left), section(right), .request, .field)
    }

    private static func randomLines(_ random: inout SeededGenerator) -> [String] {
        (0..<Int.random(in: 0...8, using: &random)).map { _ in
            let name = ["A", "a", "B", "Set-Cookie", "Date"].randomElement(using: &random) ?? "A"
            let space = ["", " ", "  "].randomElement(using: &random) ?? ""
            let value = ["1", "2", "x=1", "x=2", "y=1"].randomElement(using: &random) ?? "1"
            return "\(name):\(space)\(value)"
        }
    }

    @Test func nothingDiffersFromItself() {
        var random = SeededGenerator(seed: 2)
        for _ in 0..<200 {
            let lines = Self.randomLines(&random)
            #expect(Self.diff(lines, lines).isEmpty)
        }
    }

    /// Taking away what is told of on the left, and putting in what is told of on the right, gives the right side.
    @Test func theDifferencesLeadFromOneToTheOther() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<500 {
            let (left, right) = (Self.randomLines(&random), Self.randomLines(&random))
            let found = Self.diff(left, right)
            let gone = Set(found.compactMap(\.leftPlace))
            let come = Set(found.compactMap(\.rightPlace))
            var kept = left.indices.filter { !gone.contains($0) }.map { left[$0] }
            for place in come.sorted() {
                guard place <= kept.count else {
                    Issue.record("\(left) \(right): line \(place) has no place")
                    break
                }
                kept.insert(right[place], at: place)
            }
            #expect(kept == right, "\(left) \(found)")
        }
    }

    /// What is told of does differ: a change in its value, a respelling in its bytes alone, a move in its place alone.
    @Test func everyDifferenceIsReal() {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<500 {
            let (left, right) = (Self.randomLines(&random), Self.randomLines(&random))
            for difference in Self.diff(left, right) {
                let line = difference.leftPlace.map { left[$0] }
                let other = difference.rightPlace.map { right[$0] }
                switch difference.action {
                case .added: #expect(line == nil && other != nil)
                case .removed: #expect(line != nil && other == nil)
                case .moved: #expect(line == other)
                case .respelled: #expect(line != other && line?.split(separator: ":").last != nil)
                case .changed: #expect(difference.left != difference.right)
                }
            }
        }
    }

    @Test func namesInOtherLettersAreASpelling() {
        let found = Self.diff(["content-type: text/html"], ["Content-Type: text/html"])
        #expect(found.map(\.action) == [.respelled])
    }

    @Test func linesInAnotherOrderAreMoved() {
        let found = Self.diff(["A: 1", "B: 2"], ["B: 2", "A: 1"])
        #expect(found.map(\.action) == [.moved])
    }

    /// Two cookies of other names are no new value of one cookie.
    @Test func cookiesArePairedByName() {
        let found = Self.diff(
            ["Set-Cookie: a=1", "Set-Cookie: b=1"], ["Set-Cookie: b=2", "Set-Cookie: a=1", "Set-Cookie: c=1"])
        #expect(found.contains { $0.action == .changed && $0.left == "b=1" && $0.right == "b=2" })
        #expect(found.contains { $0.action == .added && $0.right == "c=1" })
    }

    @Test(arguments: ["Date", "Age", "Set-Cookie", "X-Request-Id", "CF-Ray"])
    func whatDiffersEachTimeIsMarked(name: String) {
        #expect(Self.diff(["\(name): a=1"], ["\(name): a=2"]).map(\.isVolatile) == [true])
    }

    @Test(arguments: ["ETag", "Last-Modified", "Content-Length", "Location", "Vary"])
    func whatMeansSomethingIsNotMarked(name: String) {
        #expect(Self.diff(["\(name): a"], ["\(name): b"]).map(\.isVolatile) == [false])
    }
}
