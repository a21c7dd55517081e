import Bytes
import Testing

/// The words that the classes are written as, held to the characters that the grammars name.
@Suite struct OctetClassTests {
    private static let alphanumeric = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

    @Test(
        arguments: [
            (OctetClass.token, "!#$%&'*+-.^_`|~"), (.token68, "-._~+/"), (.pathOrQuery, "-._~!$&'()*+,;=:@/?"),
            (.registeredName, "-._~!$&'()*+,;="), (.userinfo, "-._~!$&'()*+,;=:"), (.scheme, "+-."),
            (.unreserved, "-._~"),
        ] as [(OctetClass, String)])
    func aClassHasTheCharactersOfItsGrammar(octets: OctetClass, signs: String) {
        let allowed = Set((Self.alphanumeric + signs).utf8)
        for byte in UInt8.min...UInt8.max {
            #expect(octets.contains(byte) == allowed.contains(byte), "\(byte)")
        }
    }

    @Test func reservedCharactersAreSignsAlone() {
        let allowed = Set(":/?#[]@!$&'()*+,;=".utf8)
        for byte in UInt8.min...UInt8.max {
            #expect(OctetClass.reserved.contains(byte) == allowed.contains(byte), "\(byte)")
        }
    }

    @Test func allOfNoneIsTrue() {
        #expect(OctetClass.token.containsAll([]))
        #expect(!OctetClass.token.containsAll("a b".utf8))
    }

    /// RFC 9110 §5.5: the signs that a value may hold.
    @Test func controlCharactersButTabAreNoFieldText() {
        for byte in UInt8.min...UInt8.max {
            #expect(ASCII.isFieldText(byte) == (byte == 9 || (byte >= 32 && byte != 127)), "\(byte)")
        }
    }
}
