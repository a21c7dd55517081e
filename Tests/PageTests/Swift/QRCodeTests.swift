import HTTPSemantics
import Page
import Testing

/// Codes as another implementation makes them (qrcode 8.2 for Python, with the mask that has the least penalty).
@Suite struct QRCodeTests {
    private static func rows(_ code: QRCode) -> [String] {
        (0..<code.size).map { y in (0..<code.size).map { x in code[x, y] ? "1" : "0" }.joined() }
    }

    @Test func oneLetterIsAsElsewhere() throws {
        let known = [
            "111111101101001111111",
            "100000100110001000001",
            "101110100111101011101",
            "101110101110001011101",
            "101110101110101011101",
            "100000101111001000001",
            "111111101010101111111",
            "000000001011100000000",
            "100010111001011111001",
            "001010001001100101011",
            "111101100011001111100",
            "111000010100011010110",
            "111011111000111000111",
            "000000001010111000111",
            "111111101100110000010",
            "100000100111100101010",
            "101110101111001111111",
            "101110100101100101011",
            "101110100001001111100",
            "100000100100011010100",
            "111111101010111000101",
        ]
        #expect(Self.rows(try #require(QRCode("A"))) == known)
    }

    @Test func anAddressIsAsElsewhere() throws {
        let known = [
            "1111111001101010001111111",
            "1000001001111011001000001",
            "1011101011010010101011101",
            "1011101011101100001011101",
            "1011101010000110001011101",
            "1000001010101101101000001",
            "1111111010101010101111111",
            "0000000011100001000000000",
            "1011111001010101101111100",
            "1111000100111110010000010",
            "0001001001000001001101011",
            "1010010001101000100010001",
            "1101011001100100001110111",
            "1000000000001110000001010",
            "1010011110100001010101011",
            "1010100001001001000001001",
            "1011101111001100111110100",
            "0000000010100110100011100",
            "1111111000011000101011111",
            "1000001011010001100011001",
            "1011101010011101111111100",
            "1011101011101111101110111",
            "1011101011000000010000101",
            "1000001000110000101111001",
            "1111111010111101011111111",
        ]
        #expect(Self.rows(try #require(QRCode("http://192.168.1.5:8888/"))) == known)
    }

    /// Versions 5, 6, 9 and 10: several blocks, a version in the code, a count of 16 bits.
    @Test(arguments: [
        ("https://[fe80::1]:8889/#" + String(repeating: "k", count: 43), 37, "90729ee491a15642"),
        (String(repeating: "x", count: 100), 41, "57004a2bb3595724"),
        (String(repeating: "x", count: 180), 53, "21e02ceea8d235cf"),
        (String(repeating: "x", count: 213), 57, "f8a692e420006d88"),
    ])
    func longerTextsAreAsElsewhere(text: String, size: Int, hash: String) throws {
        let code = try #require(QRCode(text))
        #expect(code.size == size)
        let text = Array(Self.rows(code).joined(separator: "\n").utf8)
        #expect(HashAlgorithm.sha256.text(text).prefix(16) == hash)
    }

    @Test func whatIsTooLongHasNone() {
        #expect(QRCode(String(repeating: "x", count: 214)) == nil)
        #expect(QRCode(String(repeating: "é", count: 107)) == nil)
        #expect(QRCode("") != nil)
    }

    /// Each dark module is in the path once, and nothing else is.
    @Test func thePathHasTheDarkModules() throws {
        let code = try #require(QRCode("http://192.168.1.5:8888/"))
        var drawn = Set<[Int]>()
        for run in code.path.matches(of: /M(\d+) (\d+)h(\d+)v1h-(\d+)z/) {
            let (x, y, length) = (Int(run.1) ?? 0, Int(run.2) ?? 0, Int(run.3) ?? 0)
            #expect(run.3 == run.4)
            for place in x..<x + length { #expect(drawn.insert([place, y]).inserted) }
        }
        for y in 0..<code.size {
            for x in 0..<code.size { #expect(drawn.contains([x, y]) == code[x, y], "\(x) \(y)") }
        }
    }
}
