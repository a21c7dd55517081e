import Bytes
import Testing

@Suite struct HexTests {
    @Test(arguments: [("00ff7A", [0x00, 0xFF, 0x7A]), ("", [])] as [(String, [UInt8])])
    func pairsOfDigitsAreRead(text: String, bytes: [UInt8]) {
        #expect(Hex.decode(text.utf8) == bytes)
        #expect(Hex.text(bytes) == text.lowercased())
    }

    @Test(arguments: ["0", "+1", "0x12", "g0", "1 "])
    func anythingElseIsNotRead(text: String) {
        #expect(Hex.decode(text.utf8) == nil)
    }

    @Test func capitalsAreSeparated() {
        #expect(Hex.capitals([0x0A, 0xFF], separator: ":") == "0A:FF")
        #expect(Hex.number(255, width: 8) == "000000ff")
    }
}
