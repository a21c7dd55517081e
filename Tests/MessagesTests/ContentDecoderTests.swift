import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import Testing

@testable import Messages

@Suite struct ContentDecoderTests {
    private static let plain = "hello hello hello hello\n"

    // Made by zlib of Python and of Node (brotli), and by zstd 1.5.4.
    private static let deflated = "y0jNyclXyEAnuQA="
    private static let zlib = "eNrLSM3JyVfIQCe5AHC+CLs="
    private static let gzip = "H4sIAAAAAAACA8tIzcnJV8hAJ7kAAIhZCxgAAAA="
    private static let brotli = "GxcA+I2Ubt5EVYbWCiBsb0oReeKArhY="
    private static let zstd = "KLUv/SQYbQAAOGhlbGxvIAoBAJlLEah8Lqg="
    private static let brotliOfGzip = "Cw6AH4sIAAAAAAAAA8tIzcnJV8hAJ7kAAIhZCxgAAAAD"
    /// 40 MiB of zeros by brotli.
    private static let zeros =
        "y///P/gnAOKxQCD3/o///3/wTwDEYRGA7v0f////4J8AiMMCAN37P/7//8E/ARCHBQC693/5//+HfwIgDgsAdO//AA=="
    /// The same text by zstd with a window of 128 MiB.
    private static let longWindow = "KLUv/QCIbQAAOGhlbGxvIAoBAJlLEQ=="

    private static let samples: [([ContentCoding], String)] = [
        ([.deflate], deflated), ([.deflate], zlib), ([.gzip], gzip), ([.brotli], brotli), ([.zstd], zstd),
        ([.gzip, .brotli], brotliOfGzip),
    ]

    private func bytes(_ base64: String) throws -> [UInt8] { try #require(Base64.decode(Bytes(base64))) }

    private func decode(
        _ content: [UInt8], _ codings: [ContentCoding], limit: Int = ContentDecoder.outputLimit
    ) -> (text: String, ContentDecoder.Decoded) {
        var seen: [UInt8] = []
        let decoded = ContentDecoder.decode(.inline(Bytes(content)), codings, limit: limit) { seen += $0 }
        #expect(seen.count == decoded.size)
        return (String(decoding: seen, as: UTF8.self), decoded)
    }

    @Test(arguments: samples)
    func everyCodingIsTakenOff(codings: [ContentCoding], base64: String) throws {
        let (text, decoded) = decode(try bytes(base64), codings)
        #expect(text == Self.plain)
        #expect(decoded.fault == nil)
    }

    /// RFC 8878 §3.1.1.1.3: a frame that names a dictionary is right, and cannot be read without it.
    @Test func aFrameWithADictionaryIsNoDamage() {
        // Magic, one segment with the dictionary 7 and two bytes, one raw block, the last.
        let frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x21, 7, 2, 0x11, 0, 0] + Array("hi".utf8)
        let decoded = decode(frame, [.zstd]).1
        #expect(decoded.fault?.reason == .needsDictionary)
        #expect(decoded.remark?.contains("dictionary") == true && decoded.remark?.contains("is no zstd") == false)
        // The same without one.
        let plain: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x20, 2, 0x11, 0, 0] + Array("hi".utf8)
        #expect(decode(plain, [.zstd]).text == "hi")
    }

    /// However the bytes come, the same comes out.
    @Test(arguments: samples)
    func bytesMayComeOneByOne(codings: [ContentCoding], base64: String) throws {
        let chain = try DecodingChain(codings, limit: 1000)
        var seen: [UInt8] = []
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1, alignment: 1)
        defer { piece.deallocate() }
        for byte in try bytes(base64) {
            piece[0] = byte
            try chain.feed(UnsafeRawBufferPointer(piece)) { decoded throws(DecodingFault) in seen += decoded }
        }
        try chain.finish()
        #expect(String(decoding: seen, as: UTF8.self) == Self.plain)
    }

    /// Wherever it is cut, what comes out is a beginning of the content, and that it is not all is said.
    @Test(arguments: samples)
    func aContentThatIsCutOffIsShownUpToThere(codings: [ContentCoding], base64: String) throws {
        let whole = try bytes(base64)
        for count in 1..<whole.count {
            let (text, decoded) = decode(Array(whole[..<count]), codings)
            #expect(Self.plain.hasPrefix(text))
            #expect(decoded.fault != nil)
        }
        let (text, decoded) = decode([], codings)
        #expect(text.isEmpty && decoded.fault == nil)
    }

    @Test(arguments: samples)
    func bytesBehindTheEndAreToldAndTheContentIsWhole(codings: [ContentCoding], base64: String) throws {
        let (text, decoded) = decode(try bytes(base64) + [0x00, 0x01], codings)
        #expect(text == Self.plain)
        #expect(decoded.fault?.reason == .trailingBytes)
    }

    @Test(arguments: [(ContentCoding.gzip, gzip), (.zstd, zstd)])
    func severalInARowAreOneContent(coding: ContentCoding, base64: String) throws {
        let one = try bytes(base64)
        let (text, decoded) = decode(one + one, [coding])
        #expect(text == Self.plain + Self.plain)
        #expect(decoded.fault == nil)
    }

    @Test(arguments: [ContentCoding.gzip, .deflate, .brotli, .zstd])
    func noiseIsNoContent(coding: ContentCoding) {
        let (_, decoded) = decode(Array("\u{1}\u{7F}!noise that is none of them, at some length\u{3}".utf8), [coding])
        #expect(decoded.fault != nil)
    }

    @Test func aSmallBodyThatStandsForALargeOneIsNotDecodedWhole() throws {
        let (_, decoded) = decode(try bytes(Self.zeros), [.brotli])
        #expect(decoded.fault?.reason == .tooLarge)
        #expect(decoded.size <= ContentDecoder.outputLimit)
        let (_, inner) = decode(try bytes(Self.brotliOfGzip), [.gzip, .brotli], limit: 26)
        #expect(inner.fault == DecodingFault(coding: .brotli, reason: .tooLarge), "the gzip inside has 29 bytes")
    }

    /// RFC 9659: no more than 8 MiB of window may be asked for.
    @Test func aWindowOfALargeMemoryIsRefused() throws {
        #expect(decode(try bytes(Self.longWindow), [.zstd]).1.fault?.reason == .tooLarge)
    }

    @Test(arguments: [
        ("gzip", ContentDecoder.Plan.codings([.gzip])), ("x-gzip, BR", .codings([.gzip, .brotli])),
        ("identity", .nothing), ("", .nothing), ("compress", .unknown), ("gzip, dcb", .unknown),
        ("gzip, gzip, gzip, gzip, gzip", .unknown),
    ])
    func whatThereIsToTakeOffIsToldByTheField(value: String, plan: ContentDecoder.Plan) {
        let raw = Bytes("Content-Encoding: \(value)\r\n")
        let line = FieldLine(
            start: 0, nameEnd: 16, valueStart: 18, valueEnd: raw.count - 2, end: raw.count, known: .contentEncoding)
        #expect(ContentDecoder.plan(FieldSection(raw: raw, lines: [line])) == plan)
    }

    @Test func withoutTheFieldThereIsNothingToTakeOff() {
        #expect(ContentDecoder.plan(.none) == .nothing)
    }
}
