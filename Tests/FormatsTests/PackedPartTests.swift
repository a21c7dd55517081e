import Bytes
import Flow
import HTTPModel
import HTTPWire
import Testing

@testable import Formats

/// Parts of a multipart body that are packed: a secret inside of one does not get out, and what has none stays.
@Suite struct PackedPartTests {
    /// `{"token":"abc123def456"}`, packed by gzip.
    private static let gzip: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xAB, 0x56, 0x2A, 0xC9, 0xCF, 0x4E, 0xCD,
        0x53, 0xB2, 0x52, 0x4A, 0x4C, 0x4A, 0x36, 0x34, 0x32, 0x4E, 0x49, 0x4D, 0x33, 0x31, 0x35, 0x53, 0xAA,
        0x05, 0x00, 0xDE, 0x60, 0x43, 0x4B, 0x18, 0x00, 0x00, 0x00,
    ]

    private func multipart(_ fields: String, _ content: [UInt8]) -> Bytes {
        let head = "--B\r\nContent-Disposition: form-data; name=\"data\"\r\n" + fields + "\r\n"
        return Bytes(Array(head.utf8) + content + Array("\r\n--B\r\n\r\nplain\r\n--B--\r\n".utf8))
    }

    private func secrets(_ fields: String, _ content: [UInt8]) -> [Bytes] {
        let body = multipart(fields, content)
        return SecretFinder.secrets(inContent: body, type: "multipart/form-data; boundary=B").map {
            body.slice($0.range)
        }
    }

    @Test(arguments: ["", "Content-Encoding: gzip\r\n", "content-encoding:GZIP\r\nContent-Type: application/json\r\n"])
    func aSecretInAPackedPartTakesThePartWithIt(fields: String) {
        #expect(secrets(fields, Self.gzip) == [Bytes(Self.gzip)])
    }

    @Test func codingsOfMailAreTakenOff() {
        let json = Array(#"{"token":"abc123def456"}"#.utf8)
        let base64 = Array(Base64.encode(json).utf8)
        #expect(secrets("Content-Transfer-Encoding: base64\r\n", base64) == [Bytes(base64)])
        let quoted = Array("{\"tok=65n\":\"abc123=\r\ndef456\"}".utf8)
        #expect(secrets("Content-Transfer-Encoding: quoted-printable\r\n", quoted) == [Bytes(quoted)])
    }

    /// Nobody can say that there is none.
    @Test(
        arguments: [
            ("Content-Encoding: gzip\r\n", [0x78, 0x79]), ("Content-Encoding: compress\r\n", [0x78]),
            ("", [0x50, 0x4B, 0x03, 0x04, 0x20]), ("", Array("BZh91AY&SY".utf8)), ("", Array(gzip.dropLast(9))),
            ("Content-Transfer-Encoding: base64\r\n", Array("*".utf8)),
        ] as [(String, [UInt8])])
    func whatCannotBeLookedIntoIsReplacedWhole(fields: String, content: [UInt8]) {
        #expect(secrets(fields, content) == [Bytes(content)])
    }

    @Test func whatHasNoneStays() {
        #expect(
            secrets("Content-Transfer-Encoding: base64\r\n", Array(Base64.encode("nothing to see".utf8).utf8)) == [])
        #expect(secrets("Content-Transfer-Encoding: 8bit\r\n", Array("nothing to see".utf8)) == [])
        #expect(secrets("Content-Encoding: identity\r\n", Array("nothing to see".utf8)) == [])
    }
}
