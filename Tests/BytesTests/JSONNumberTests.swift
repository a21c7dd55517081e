import Testing

@testable import Bytes

@Suite struct JSONNumberTests {
    @Test(arguments: [
        ["1", "1.0", "10e-1", "0.1e1", "1E0", "100e-2"], ["0", "0.0", "0e9"], ["-5", "-5.00", "-50e-1"],
    ])
    func spellingsOfOneNumberAreOne(texts: [String]) {
        #expect(Set(texts.map { JSONNumber(Bytes($0)) }).count == 1)
    }

    @Test(arguments: [
        ("1", "2"), ("1", "-1"), ("10", "1"), ("0.1", "0.01"), ("12345678901234567890", "12345678901234567891"),
        ("1e400", "1e401"), ("0", "-0"),
    ])
    func differentNumbersDiffer(one: String, other: String) {
        #expect(JSONNumber(Bytes(one)) != JSONNumber(Bytes(other)))
    }

    @Test func theGrammarIsThatOfTheStandard() {
        for text in ["0", "-0", "12", "1.5", "1e5", "1E-5", "-1.5e+05"] {
            #expect(JSONNumber.isNumber(Bytes(text)), "\(text)")
        }
        for text in ["", "-", "01", "1.", ".5", "1e", "+1", "NaN", "0x1", "1 "] {
            #expect(!JSONNumber.isNumber(Bytes(text)), "\(text)")
        }
    }
}
