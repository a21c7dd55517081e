import Bytes
import Testing

@Suite struct GrammarTests {
    /// RFC 9110 §12.4.2.
    @Test(
        arguments: [
            ("0", 0), ("1", 1000), ("0.5", 500), ("0.123", 123), ("1.000", 1000), ("0.", 0), ("1.", 1000),
            ("", nil), ("1.001", nil), ("0.1234", nil), ("2", nil), ("-0", nil), (".5", nil), ("0,5", nil),
            ("0.5a", nil),
            ("00", nil),
        ] as [(Bytes, Int?)])
    func aWeightIsReadInThousandths(text: Bytes, thousandths: Int?) {
        #expect(text.thousandths == thousandths)
    }

    /// RFC 3986 §3.2.2: dec-octet has no leading zeros.
    @Test(
        arguments: [
            ("127.0.0.1", true), ("255.255.255.255", true), ("0.0.0.0", true), ("256.0.0.1", false), ("1.2.3", false),
            ("1.2.3.4.5", false), ("01.2.3.4", false), ("1.2.3.", false), ("1..2.3", false), ("a.b.c.d", false),
            ("1.2.3.+4", false),
        ] as [(Bytes, Bool)])
    func anAddressIsFourNumbers(text: Bytes, isAddress: Bool) {
        #expect(text.isIPv4Address == isAddress)
    }
}
