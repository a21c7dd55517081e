import ArgumentParser
import Testing

@testable import hark

@Suite struct ReplayOptionsTests {
    @Test func aPaceOfItsOwnWaitsForNoAnswerUnlessAsked() throws {
        #expect(try ReplayOptions.parse([]).openLimit == 1)
        #expect(try ReplayOptions.parse(["--pace", "original"]).openLimit == 1000)
        #expect(try ReplayOptions.parse(["--pace", "original", "--concurrency", "2"]).openLimit == 2)
    }

    @Test(arguments: [("a:80", true), ("[::1]:80", true), ("http://a:80", false), ("https://a", false)])
    func aServerWithoutASchemeIsKnown(server: String, isBare: Bool) throws {
        #expect(try ReplayOptions.parse(["--to", server]).hasBareServer == isBare)
    }
}
