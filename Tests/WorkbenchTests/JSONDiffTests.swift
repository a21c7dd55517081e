import Bytes
import Flow
import TestKit
import Testing

@testable import Workbench

@Suite struct JSONDiffTests {
    /// `path action left right` of each difference.
    private static func diff(_ left: String, _ right: String) -> [String] {
        guard let diff = JSONDiff(Bytes(left), Bytes(right), .response) else { return ["no JSON"] }
        return diff.differences.map { difference in
            [difference.path.text, difference.action.rawValue, difference.left?.text, difference.right?.text]
                .compactMap { $0 }.joined(separator: " ")
        }
    }

    @Test func aChangedValueIsToldByItsPath() {
        #expect(Self.diff(#"{"a":{"b":[1,2,3]}}"#, #"{"a":{"b":[1,5,3]}}"#) == ["$.a.b[1] changed 2 5"])
    }

    @Test func anElementThatIsGoneDoesNotChangeThoseBehindIt() {
        #expect(Self.diff(#"["a","b","c"]"#, #"["a","c"]"#) == [#"$[1] removed "b""#])
        #expect(Self.diff(#"["a","c"]"#, #"["a","b","c"]"#) == [#"$[1] added "b""#])
    }

    @Test func orderOfMembersIsNoChangeOfValues() {
        #expect(Self.diff(#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#) == ["$ moved a, b b, a"])
    }

    @Test func aNumberSpeltOtherwiseIsASpelling() {
        for (one, other) in [("1", "1.0"), ("1e2", "100"), ("0.10", "1E-1"), ("-0", "-0.0")] {
            #expect(Self.diff(one, other) == ["$ respelled \(one) \(other)"])
        }
    }

    /// As Doubles these are one number.
    @Test func numbersThatDifferInTheTwentiethDigitDiffer() {
        #expect(
            Self.diff("12345678901234567890", "12345678901234567891")
                == ["$ changed 12345678901234567890 12345678901234567891"])
        #expect(Self.diff("0", "-0") == ["$ changed 0 -0"])
    }

    @Test func anEscapeIsASpelling() {
        #expect(Self.diff(#""\u0041""#, #""A""#) == [#"$ respelled "\u0041" "A""#])
    }

    @Test func whiteSpaceIsToldOnce() {
        #expect(Self.diff("[1,2]", "[1, 2]") == ["$ respelled white space white space"])
    }

    @Test func membersThatComeTwiceAreToldApart() {
        #expect(Self.diff(#"{"a":1,"a":2}"#, #"{"a":1,"a":3}"#) == ["$.a (2) changed 2 3"])
    }

    @Test func oddNamesAreQuotedInPaths() {
        #expect(
            Self.diff(#"{"a b":1,"1":1}"#, #"{"a b":2,"1":2}"#) == [#"$["a b"] changed 1 2"#, #"$["1"] changed 1 2"#])
    }

    @Test func whatIsNestedTooDeeplyIsComparedByItsBytes() {
        func nested(_ inner: String) -> String {
            String(repeating: "[", count: 300) + inner + String(repeating: "]", count: 300)
        }
        let text = nested(#""]\"[",1"#)
        #expect(Self.diff(text, text).isEmpty)
        #expect(Self.diff(text, nested(#""]\"[",2"#)).count == 1)
    }

    @Test func whatIsNoJSONIsNotCompared() {
        for text in ["", "{", "1 2", "hello", #"{"a":1}x"#] {
            #expect(JSONDiff(Bytes(text), "1", .response) == nil)
        }
    }

    @Test func nothingDiffersFromItself() {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<300 {
            let text = Self.value(&random, depth: 3)
            #expect(Self.diff(text, text).isEmpty, "\(text)")
        }
    }

    /// Two texts whose values differ do not pass for the same.
    @Test func differentTextsDiffer() {
        var random = SeededGenerator(seed: 6)
        for _ in 0..<300 {
            let (one, other) = (Self.value(&random, depth: 3), Self.value(&random, depth: 3))
            if one != other { #expect(!Self.diff(one, other).isEmpty, "\(one) \(other)") }
        }
    }

    private static func value(_ random: inout SeededGenerator, depth: Int) -> String {
        switch Int.random(in: 0...(depth > 0 ? 5 : 3), using: &random) {
        case 0: return ["null", "true", "false"].randomElement(using: &random) ?? "null"
        case 1: return ["1", "1.0", "-7", "1e3"].randomElement(using: &random) ?? "1"
        case 2, 3: return ["\"a\"", "\"\\u0061\"", "\"\""].randomElement(using: &random) ?? "\"a\""
        case 4:
            let parts = (0..<Int.random(in: 0...4, using: &random)).map { _ in value(&random, depth: depth - 1) }
            return "[" + parts.joined(separator: ",") + "]"
        default:
            let parts = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                "\"\(["a", "b", "c d"].randomElement(using: &random) ?? "a")\":" + value(&random, depth: depth - 1)
            }
            return "{" + parts.joined(separator: ",") + "}"
        }
    }
}
