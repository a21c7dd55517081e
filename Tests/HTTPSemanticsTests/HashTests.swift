import Bytes
import HTTPSemantics
import Testing

/// The published vectors: RFC 1321 §A.5, FIPS 180-4 (as in the NIST examples), RFC 4648 §10.
@Suite struct HashTests {
    @Test(arguments: [
        ("", "d41d8cd98f00b204e9800998ecf8427e"),
        ("a", "0cc175b9c0f1b6a831c399e269772661"),
        ("abc", "900150983cd24fb0d6963f7d28e17f72"),
        ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
        ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
        ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5a5611c2c9f419d9f"),
        (
            "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
            "57edf4a22be3c955ac49da2e2107b67a"
        ),
    ])
    func md5HasTheDigestsOfItsSpecification(message: String, digest: String) {
        #expect(Hex.text(HashAlgorithm.md5.digest(Array(message.utf8))) == digest)
    }

    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func sha256HasTheDigestsOfItsSpecification(message: String, digest: String) {
        #expect(Hex.text(HashAlgorithm.sha256.digest(Array(message.utf8))) == digest)
    }

    @Test func sha256TakesManyBlocks() {
        let digest = HashAlgorithm.sha256.digest([UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000))
        #expect(Hex.text(digest) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    /// NIST's examples of SHA-512/256.
    @Test func sha512Of256BitsHasTheDigestsOfItsSpecification() {
        #expect(
            HashAlgorithm.sha512Cut256.text("abc".utf8)
                == "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23")
        #expect(HashAlgorithm.sha512.digest([]).count == 64)
    }
}
