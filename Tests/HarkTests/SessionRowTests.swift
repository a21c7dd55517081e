import Testing

@testable import hark

/// What a list of sessions says of each.
@Suite struct SessionRowTests {
    @Test func everyCommandOfASessionIsNamed() {
        #expect(SessionRow.text([]).isEmpty)
        #expect(SessionRow.text(["hark proxy"]) == "hark proxy")
        #expect(SessionRow.text(["hark proxy", "hark replay 1"]) == "hark proxy; hark replay 1")
        #expect(SessionRow.text(["hark proxy", "hark proxy", "hark demo"]) == "hark proxy (2 times); hark demo")
    }

    /// Of many the newest are named, and the others counted: none is passed over in silence.
    @Test func commandsWithoutEndAreCounted() {
        let commands = (1...10).map { "hark replay \($0)" } + ["hark proxy", "hark proxy"]
        #expect(SessionRow.text(commands) == "8 before; hark replay 9; hark replay 10; hark proxy (2 times)")
        #expect(SessionRow.text(Array(repeating: "hark proxy", count: 5000)) == "hark proxy (5000 times)")
    }

    @Test func noSecretIsListed() {
        let text = SessionRow.text(["hark run -- curl -u me:hunter2 -H 'Authorization: Bearer abc' http://u:pw@h/"])
        #expect(text == "hark run -- curl -u me:… -H 'Authorization: Bearer …' http://u:…@h/")
        #expect(!SessionRow.text(["a", "TOKEN=abc b", "c"]).contains("abc"))
    }
}
