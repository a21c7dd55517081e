import ArgumentParser
import Testing

@testable import hark

/// `hark learn`: an option that would have no effect is refused, and a mistake is answered with what would be right.
@Suite struct LearnModesTests {
    private static func mistake(_ words: [String]) -> String? {
        do {
            _ = try LearnCommand.parse(words)
            return nil
        } catch {
            return UsageWords(LearnCommand.fullMessage(for: error)).mistake
        }
    }

    @Test(arguments: [
        ["--class", "f", "--quiz"], ["--class", "f", "url"], ["--class", "f", "--flow", "3"],
        ["--class", "f", "--progress"],
        ["--class", "f", "--session", "s"], ["--class", "f", "--topics", "url"], ["--reset", "url"],
        ["--reset", "--json"], ["--progress", "url"], ["--progress", "--flow", "3"], ["--progress", "--seed", "1"],
        ["url", "--quiz", "--handout", "x.html"], ["url", "--mark", "a=b", "--key", "x.html"], ["--flow", "3"],
        ["--progress", "--reset"], ["url", "--class", "f", "--handout", "x.html"],
    ]) func whatWouldHaveNoEffectIsRefused(words: [String]) {
        let mistake = Self.mistake(words)
        #expect(mistake != nil, "\(words)")
        #expect(mistake.map { $0.contains("cannot be combined") || $0.contains("needs a topic") } ?? true)
    }

    @Test(arguments: [
        ["--class", "f"], ["--class", "f", "--json"], ["--reset"], ["--progress"], ["--progress", "--json"],
        ["--progress", "--export", "a.json"], ["--progress", "--export", "a.json", "--session", "s", "--name", "Ada"],
        ["url", "--quiz", "--flow", "3", "--seed", "1"], ["url", "--mark", "host=a", "--flow", "#3", "--json"],
        ["url", "--flow", "3"], ["url", "--handout", "x.html", "--key", "y.html", "--flow", "3"],
        ["--quiz", "--minutes", "3"], ["--topics", "url,age", "--handout", "x.md"], [], ["--json"],
    ]) func whatBelongsTogetherIsAccepted(words: [String]) {
        #expect(Self.mistake(words) == nil, "\(words)")
    }

    @Test(arguments: ["x", "0", "last", "1.5", "#", "99999999999999999999"])
    func aFlowIsANumber(value: String) {
        let mistake = Self.mistake(["url", "--flow", value]) ?? ""
        #expect(
            mistake.hasPrefix("invalid value '\(value)' for --flow") && mistake.contains("hark flows"), "\(mistake)")
    }

    @Test(arguments: [
        ("cookie-scop", "cookie-scope"), ("cookies", "cookie-scope"), ("caching", "lifetime"), ("401", "challenge"),
        ("cors", "preflight"), ("agee", "age"), ("redirects", "redirect"),
    ]) func anUnknownTopicIsAnsweredWithKnownOnes(word: String, expected: String) {
        let mistake = Self.mistake([word]) ?? ""
        #expect(mistake.contains("'\(word)'") && mistake.contains(expected), "\(mistake)")
    }

    @Test func aWordThatIsNothingNamesTheList() {
        #expect(Self.mistake(["xyzzyx"])?.contains("hark learn") == true)
    }
}
