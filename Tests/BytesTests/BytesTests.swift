import Bytes
import Testing

@Suite struct BytesTests {
    @Test func slicesShareStorageAndCountFromZero() {
        let bytes: Bytes = "hello, world"
        let world = bytes.slice(7..<12)
        #expect(world == "world")
        #expect(world[0] == UInt8(ascii: "w"))
        #expect(world.slice(1..<3) == "or")
        #expect(Array(world) == Array("world".utf8))
    }

    @Test(arguments: [("0", 0), ("18446744073709551615", UInt64.max), ("007", 7)] as [(Bytes, UInt64)])
    func decimalReadsDigits(text: Bytes, value: UInt64) {
        #expect(text.decimal == value)
    }

    @Test(arguments: ["", "+5", "-5", " 5", "5 ", "5,5", "0x5", "18446744073709551616", "٥"] as [Bytes])
    func decimalRefusesAllElse(text: Bytes) {
        #expect(text.decimal == nil)
    }

    @Test func comparesWithoutCase() {
        #expect(("Content-LENGTH" as Bytes).equalsIgnoringCase("content-length"))
        #expect(!("content_length" as Bytes).equalsIgnoringCase("content-length"))
        #expect(!("@" as Bytes).equalsIgnoringCase("`"))
    }

    @Test func trimsSpacesAndTabsOnly() {
        #expect((" \t a b\t" as Bytes).trimmed == "a b")
        #expect((" \t" as Bytes).trimmed.isEmpty)
        #expect(("\u{0B}a" as Bytes).trimmed.count == 2)
    }

    @Test func spansLendTheSlice() {
        let slice = ("0123456789" as Bytes).slice(3..<6)
        let total = slice.withSpan { span in span.count * 100 + Int(span[0]) }
        #expect(total == 300 + 0x33)
        #expect(slice.withSpan { Bytes(copying: $0) } == "345")
        #expect(slice.withSpan { Bytes(copying: $0, 1..<2) } == "4")
    }

    @Test func aControlCharacterIsFoundAtEachPlace() {
        for count in 1...17 {
            for place in 0..<count {
                for byte in UInt8.min...UInt8.max {
                    // What stands around it is what a look at eight at once could take for one, or let borrow.
                    for other in [0x20, 0x7E, 0x80, 0xFF] as [UInt8] {
                        var bytes = [UInt8](repeating: other, count: count)
                        bytes[place] = byte
                        #expect(Bytes(bytes).hasControl == (byte < 0x20 || byte == 0x7F))
                    }
                }
            }
        }
        #expect(!Bytes().hasControl)
    }
}
