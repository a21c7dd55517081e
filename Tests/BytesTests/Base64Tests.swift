import Bytes
import Foundation
import Testing

@Suite struct Base64Tests {
    /// The test vectors of RFC 4648 §10.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func goesBothWays(plain: String, coded: String) {
        #expect(Base64.encode(plain.utf8) == coded)
        #expect(Base64.decode(coded.utf8) == Array(plain.utf8))
        #expect(Base64.decode(Bytes(coded)) == Array(plain.utf8))
    }

    @Test(arguments: ["Z", "Zg=", "Zg===", "Zg==Zg==", "Zm 9", "Zm9v=", "Zm9-"])
    func refusesWhatItIsNot(text: String) {
        #expect(Base64.decode(text.utf8) == nil)
        #expect(Base64.decode(Bytes(text)) == nil)
    }

    /// Many bytes go at a time, the last ones by themselves.
    @Test func everyLengthIsThatOfTheStandardLibrary() {
        for count in 0..<100 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 151 + 7) }
            #expect(Base64.encode(bytes) == Data(bytes).base64EncodedString())
        }
    }

    @Test func appendsTheSameAsItEncodes() {
        for count in 0..<20 {
            let bytes = (0..<count).map { UInt8($0 * 13 & 255) }
            var output = Array("Basic ".utf8)
            Base64.append(Bytes([0] + bytes).slice(1..<count + 1), to: &output)
            #expect(output == Array("Basic ".utf8) + Array(Base64.encode(bytes).utf8))
            #expect(output.count == 6 + Base64.encodedCount(count))
            #expect(Base64.decode(output.dropFirst(6)) == bytes)
        }
    }
}
