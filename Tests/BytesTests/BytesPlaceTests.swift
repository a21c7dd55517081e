import Bytes
import Testing

@Suite struct BytesPlaceTests {
    @Test func aSliceKnowsWhereItWasCut() {
        let whole = Bytes("abcdef").slice(1..<6)
        let part = whole.slice(2..<4)
        #expect(part.range(in: whole) == 2..<4)
        #expect(part.slice(1..<1).range(in: whole) == 3..<3)
        #expect(whole.range(in: whole) == 0..<5)
    }

    @Test func equalBytesElsewhereHaveNoPlace() {
        let whole = Bytes("abcdef")
        #expect(Bytes("bc").range(in: whole) == nil)
        #expect(Bytes(Array(whole)).slice(1..<3).range(in: whole) == nil)
    }

    @Test func aSliceOfOtherBytesOfTheSameStorageHasNoPlace() {
        let storage = Bytes("abcdef")
        #expect(storage.slice(0..<3).range(in: storage.slice(2..<6)) == nil)
    }

    @Test(
        arguments: [
            ("::", true), ("::1", true), ("1::", true), ("2001:db8::1", true), ("1:2:3:4:5:6:7:8", true),
            ("::ffff:192.0.2.1", true), ("1:2", false), (":", false), (":::", false), ("1::2::3", false),
            ("12345::", false), ("1:2:3:4:5:6:7:8:9", false), ("::g", false), ("", false),
        ] as [(Bytes, Bool)])
    func addressesHaveEightGroups(text: Bytes, isAddress: Bool) {
        #expect(text.isIPv6Address == isAddress)
    }

    @Test(
        arguments: [("YTpi", true), ("a==", true), ("a=b", false), ("=", false), ("", false), ("a b", false)]
            as [(Bytes, Bool)])
    func tokensHaveEqualsSignsAtTheirEndAlone(text: Bytes, isToken: Bool) {
        #expect(text.isToken68 == isToken)
    }
}
