import Bytes
import TestKit
import Testing

@testable import Filter

@Suite struct PatternTests {
    @Test(arguments: [
        ("*", ""), ("*", "a"), ("a*", "a"), ("a*c", "abbc"), ("*.example.com", "a.b.example.com"), ("?", "ä"),
        ("a?c", "a€c"), ("\\*", "*"), ("a\\?b", "a?b"), ("**a", "bca"), ("*a*b*", "xxaxxbxx"), ("[a]", "[a]"), ("", ""),
        ("a\\b", "a\\b"),
    ])
    func aGlobMatches(pattern: String, text: String) {
        #expect(GlobPattern(pattern).matches(Bytes(text)))
    }

    @Test(arguments: [
        ("a", "ab"), ("a*", "ba"), ("*a", "ab"), ("?", ""), ("?", "ab"), ("*.example.com", "example.com"), ("\\*", "a"),
        ("a*b*c", "acb"), ("[a]", "a"), ("", "a"), ("A", "a"),
    ])
    func aGlobDoesNotMatch(pattern: String, text: String) {
        #expect(!GlobPattern(pattern).matches(Bytes(text)))
    }

    @Test(arguments: [
        ("abc", "xabcx"), ("^abc$", "abc"), ("a.c", "a€c"), ("a|b", "xb"), ("^(a|b)*c$", "ababc"), ("a{2,3}", "caa"),
        ("^a{2}$", "aa"), ("^a{2,}$", "aaaa"), ("\\d+", "a1"), ("[^a-c]", "abcd"), ("[]x]", "]"), ("[a-]", "-"),
        ("\\bfoo\\b", "a foo b"), ("\\Bo", "foo"), ("(?i)ABC", "xabc"), ("(?i)[A-C]+$", "cab"), ("^$", ""), ("", "abc"),
        ("a*", ""), ("(a*)*b", "aab"), ("(?:ab)+", "xababx"), ("(?<name>a)b", "ab"), ("\\x41", "A"), ("\\u{e9}", "é"),
        ("[à-ü]", "é"), ("[^a]", "é"), ("a{x}", "a{x}"), ("a+?b", "aab"), ("(?s)a.b", "a\nb"), ("(?m)^b$", "a\nb\nc"),
        ("\\.", "a.b"), ("\\/", "/"), ("a(|b)c", "ac"), ("\\s\\S\\w\\W\\D", " a_-x"), ("(a|ab)(c|bcd)$", "abcd"),
        ("x*$", "ab"),
    ])
    func anExpressionMatches(pattern: String, text: String) throws {
        #expect(try RegularExpression(pattern).matches(Bytes(text)))
    }

    @Test(arguments: [
        ("abc", "ab"), ("^b", "ab"), ("a$", "ab"), ("a.c", "a\nc"), ("^a.c$", "abbc"), ("[a-c]", "d"), ("[^a]", "aaa"),
        ("a{3}", "aa"), ("^a{1,2}$", "aaa"), ("\\bfoo\\b", "food"), ("ABC", "abc"), ("\\d", "x"), ("^b$", "a\nb"),
        ("(ab)+c", "abab"), ("\\.", "ab"), ("a+b", "b"), (".", ""),
    ])
    func anExpressionDoesNotMatch(pattern: String, text: String) throws {
        #expect(try !RegularExpression(pattern).matches(Bytes(text)))
    }

    @Test(arguments: [
        ("(", "not closed"), (")", "no opening bracket"), ("[a", "closing ']'"), ("*a", "missing expression before"),
        ("a**", "repeated already"),
        ("a{2,1}", "smaller than its start"), ("a{1001}", "at most"), ("\\1", "backreferences"), ("(?=a)", "lookahead"),
        ("(?!a)", "lookahead"), ("(?<=a)b", "lookahead"), ("(?<!a)b", "lookahead"),
        ("(?>a)", "atomic"), ("a++", "possessive"), ("\\p{L}", "Unicode"), ("\\q", "no meaning"),
        ("a\\", "missing character after"),
        ("[z-a]", "not a range"), ("[[:alpha:]]", "named classes"), ("(?x)a", "not a group"),
        ("(?i", "no closing bracket"),
        ("{2}", "missing expression before"),
        ("a(?i)b", "very beginning"), ("\\xZZ", "hexadecimal"), ("\\u{110000}", "hexadecimal"),
        ("(a{1000}){1000}", "too large"),
    ])
    func whatCannotRunInLinearTimeIsRefusedWithTheReason(pattern: String, part: String) {
        let error = #expect(throws: FilterError.self) { try RegularExpression(pattern) }
        #expect(error?.message.contains(part) == true, "\(pattern): \(error?.message ?? "")")
    }

    @Test func bytesThatAreNoUTF8AreCharactersOfTheirOwn() throws {
        let bytes = Bytes([0x61, 0xFF, 0x62, 0xE2, 0x82, 0x63])
        #expect(try RegularExpression("^a.b..c$").matches(bytes))
        #expect(try RegularExpression("^a[^x]b").matches(bytes))
        #expect(try !RegularExpression("ab").matches(bytes))
    }

    /// Patterns at which engines that go back need a time that doubles with each character.
    @Test(arguments: ["^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "(a*)*(a*)*b", "^(.*a){20}$"])
    func noPatternTakesMoreThanLinearTime(pattern: String) throws {
        let text = Bytes(Array(repeating: UInt8(ascii: "a"), count: 20_000) + [UInt8(ascii: "!")])
        #expect(try !RegularExpression(pattern).matches(text))
    }

    /// Compared with a search by the definition, over all short texts of two letters.
    @Test func theMachineFindsWhatTheDefinitionFinds() throws {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<300 {
            let pattern = Self.pattern(3, &random)
            let expression = try RegularExpression("^(" + pattern.text + ")$")
            for text in Self.texts {
                let expected = pattern.ends(Array(text), 0).contains(text.count)
                #expect(expression.matches(Bytes(text)) == expected, "\(pattern.text) on '\(text)'")
            }
        }
    }

    @Test func aSubstringIsFoundWhereItIs() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<2_000 {
            let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                "aAb".randomElement(using: &random) ?? "a"
            }
            let part = (0..<Int.random(in: 0...4, using: &random)).map { _ in "ab".randomElement(using: &random) ?? "a"
            }
            let (whole, wanted) = (String(text), String(part))
            #expect(Bytes(whole).contains(Bytes(wanted), foldsCase: false) == whole.contains(wanted))
            #expect(Bytes(whole).contains(Bytes(wanted), foldsCase: true) == whole.lowercased().contains(wanted))
        }
    }

    private static let texts: [String] = {
        var texts = [""]
        var last = [""]
        for _ in 0..<5 {
            last = last.flatMap { [$0 + "a", $0 + "b"] }
            texts += last
        }
        return texts
    }()

    /// An expression and where its matches end, by the definition.
    private struct Made {
        let text: String
        let ends: @Sendable ([Character], Int) -> Set<Int>
    }

    private static func pattern(_ depth: Int, _ random: inout SeededGenerator) -> Made {
        let kind = depth == 0 ? 0 : Int.random(in: 0...4, using: &random)
        switch kind {
        case 1:
            let (left, right) = (pattern(depth - 1, &random), pattern(depth - 1, &random))
            return Made(text: left.text + right.text) { text, start in
                Set(left.ends(text, start).flatMap { right.ends(text, $0) })
            }
        case 2:
            let (left, right) = (pattern(depth - 1, &random), pattern(depth - 1, &random))
            return Made(text: "(\(left.text)|\(right.text))") { left.ends($0, $1).union(right.ends($0, $1)) }
        case 3:
            let inner = pattern(depth - 1, &random)
            return Made(text: "(\(inner.text))*") { text, start in
                var all: Set = [start]
                var fresh: Set = [start]
                while !fresh.isEmpty {
                    fresh = Set(fresh.flatMap { inner.ends(text, $0) }).subtracting(all)
                    all.formUnion(fresh)
                }
                return all
            }
        case 4:
            let inner = pattern(depth - 1, &random)
            return Made(text: "(\(inner.text)){1,2}") { text, start in
                let once = inner.ends(text, start)
                return once.union(once.flatMap { inner.ends(text, $0) })
            }
        default:
            let letter = ["a", "b", "."].randomElement(using: &random) ?? "a"
            return Made(text: letter) { text, start in
                start < text.count && (letter == "." || String(text[start]) == letter) ? [start + 1] : []
            }
        }
    }
}
