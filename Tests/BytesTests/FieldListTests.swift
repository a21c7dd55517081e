import Bytes
import Testing

@Suite struct FieldListTests {
    @Test func aCommaInAQuotedStringDoesNotSeparate() {
        #expect(FieldList.split("a, \"b, \\\" c\" ,, d ") == ["a", "\"b, \\\" c\"", "d"])
        #expect(FieldList.split("") == [])
        #expect(FieldList.split("\"never closed, x") == ["\"never closed, x"])
    }

    @Test func aSignIsFoundFromAPlaceOn() {
        #expect(Bytes("a,b,c").firstIndex(of: ASCII.comma, from: 2) == 3)
        #expect(Bytes("a,b").firstIndex(of: ASCII.comma, from: 2) == nil)
    }
}
