import Bytes
import Testing

@testable import Authority

@Suite struct LeafNameTests {
    @Test(arguments: [
        ("example.com", "example.com"),
        ("EXAMPLE.Com", "example.com"),
        // A name with the root's dot is the same name; certificates have it without.
        ("example.com.", "example.com"),
        ("localhost", "localhost"),
        ("my_service", "my_service"),
        ("r3---sn-4g5e.cdn.example", "r3---sn-4g5e.cdn.example"),
        ("xn--bcher-kva.example", "xn--bcher-kva.example"),
        ("1password.com", "1password.com"),
        ("1.2.3.4.example", "1.2.3.4.example"),
        ("0xbeef.example", "0xbeef.example"),
        ("*.example.com", "*.example.com"),
        (String(repeating: "a", count: 63) + ".example", String(repeating: "a", count: 63) + ".example"),
    ])
    func hostNamesAreKeptInLowerCase(input: String, name: String) throws {
        #expect(try LeafName(input) == .host(name))
    }

    @Test(arguments: [
        ("192.0.2.7", [192, 0, 2, 7] as [UInt8]),
        ("0.0.0.0", [0, 0, 0, 0]),
    ])
    func ipv4AddressesBecomeFourBytes(input: String, bytes: [UInt8]) throws {
        #expect(try LeafName(input) == .ipv4(Bytes(bytes)))
        #expect(try LeafName(input).text == input)
    }

    @Test(arguments: [
        ("::1", "00000000 00000000 00000000 00000001", "::1"),
        ("[::1]", "00000000 00000000 00000000 00000001", "::1"),
        ("2001:DB8:0:0:0:0:0:10", "20010db8 00000000 00000000 00000010", "2001:db8::10"),
        ("::ffff:192.0.2.1", "00000000 00000000 0000ffff c0000201", "::ffff:192.0.2.1"),
    ])
    func ipv6AddressesBecomeSixteenBytes(input: String, words: String, text: String) throws {
        let name = try LeafName(input)
        guard case .ipv6(let bytes) = name else {
            Issue.record("\(name) is not an IPv6 address")
            return
        }
        #expect(Hex.text(bytes) == words.filter { $0 != " " })
        #expect(name.text == text)
    }

    @Test(arguments: [
        ("", LeafNameError.empty),
        (".", .emptyLabel),
        (".example.com", .emptyLabel),
        ("a..b", .emptyLabel),
        ("example.com..", .emptyLabel),
        ("-a.example", .hyphenAtEdge),
        ("a-.example", .hyphenAtEdge),
        ("-", .hyphenAtEdge),
        ("a b.example", .illegalCharacter(0x20)),
        ("a\u{0}.example", .illegalCharacter(0)),
        ("example.com\u{0}.evil.example", .illegalCharacter(0)),
        ("a\r\nb", .illegalCharacter(0x0D)),
        ("a,DNS:b", .illegalCharacter(0x2C)),
        ("a/b", .illegalCharacter(0x2F)),
        ("user@host.example", .illegalCharacter(0x40)),
        ("a\u{7F}", .illegalCharacter(0x7F)),
        ("example.com:443", .illegalCharacter(0x3A)),
        ("fe80::1%eth0", .illegalCharacter(0x3A)),
        ("[example.com]", .illegalCharacter(0x5B)),
        ("[::1", .illegalCharacter(0x5B)),
        ("[]", .illegalCharacter(0x5B)),
        (":::", .illegalCharacter(0x3A)),
        ("bücher.example", .notASCII),
        ("*", .wildcard),
        ("*.com", .wildcard),
        ("a.*.example", .wildcard),
        ("a*.example.com", .wildcard),
        ("*.*.example.com", .wildcard),
        ("**.example.com", .wildcard),
        ("1.2.3", .number),
        ("1.2.3.4.5", .number),
        ("1.2.3.256", .number),
        ("01.02.03.04", .number),
        ("2130706433", .number),
        ("0x7f.1", .number),
        ("a.0x7F", .number),
        ("a.0x", .number),
        (String(repeating: "a", count: 64) + ".example", .labelTooLong),
        (String(repeating: "abcdefgh.", count: 28) + "ab", .tooLong),
        (String(repeating: "a", count: 100_000), .tooLong),
    ])
    func whatIsNoNameIsRefusedWithItsReason(input: String, reason: LeafNameError) {
        #expect(throws: reason) { try LeafName(input) }
        #expect(!reason.text.isEmpty)
    }

    @Test func theLongestLegalNameIsAccepted() throws {
        // 28 labels of eight letters with their dots, and one letter: 253.
        let name = String(repeating: "abcdefgh.", count: 28) + "a"
        #expect(name.utf8.count == 253)
        #expect(try LeafName(name) == .host(name))
        #expect(try LeafName(name + ".") == .host(name))
    }

    @Test func bytesThatAreNoTextAreRefused() {
        #expect(throws: LeafNameError.notASCII) { try LeafName(bytes: Bytes([0xFF, 0xFE])) }
    }

    @Test func everySingleByteIsJudgedWithoutTrapping() {
        for byte in UInt8.min...UInt8.max {
            let letter = byte | 0x20
            let isLegal = (0x61...0x7A).contains(letter) && byte < 0x80 || byte == 0x5F
            #expect(((try? LeafName(bytes: Bytes([byte]))) != nil) == isLegal, "byte \(byte)")
        }
    }
}
