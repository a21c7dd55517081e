import Bytes
import Flow
import HTTPModel
import RecordTestKit
import TestKit
import Testing

@testable import Formats

@Suite struct HARBodyTests {
    private func post(_ type: String, _ pieces: [Bytes], limit: Int = 16 << 20) throws -> JSONTree {
        var story = Story()
        let size = pieces.reduce(0) { $0 + $1.count }
        story.at(
            0,
            .requestHeadReceived(
                requestHead("DELETE /x HTTP/1.1\r\nHost: a\r\nContent-Type: \(type)\r\n\r\n"),
                Framing(.length(UInt64(size)), rule: 6)))
        for piece in pieces { story.content(1, .request, piece) }
        story.at(2, .messageEnded(.request, wireSize: UInt64(size)))
        story.at(3, .finished(.complete))
        return try story.entry(bodyLimit: limit)["request"]
    }

    @Test func aRequestOfAnyMethodHasItsBody() throws {
        let request = try post("application/json", ["{\"a\"", ":1}"])
        #expect(request["postData"]["mimeType"].string == "application/json")
        #expect(request["postData"]["text"].string == "{\"a\":1}")
        #expect(!request["postData"]["_encoding"].exists)
        #expect(request["bodySize"].int == 7)
    }

    @Test func aFormHasItsPairsAndItsText() throws {
        let data = try post("Application/X-WWW-Form-Urlencoded; charset=utf-8", ["a=1&b=%20x"])["postData"]
        // HAR 1.2: params and text exclude each other.
        #expect(!data["params"].exists)
        #expect(data["text"].string == "a=1&b=%20x")
    }

    @Test(arguments: [[0x00], [0x61, 0xFF], [0xC3]] as [[UInt8]])
    func bytesThatAreNoTextAreBase64WhateverTheirType(bytes: [UInt8]) throws {
        let data = try post("text/plain", [Bytes(bytes)])["postData"]
        #expect(data["_encoding"].string == "base64")
        #expect(data["text"].decoded == bytes)
        let content = try Story.get("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n", Bytes(bytes)).entry()[
            "response"]["content"]
        #expect(content["encoding"].string == "base64")
        #expect(content["text"].decoded == bytes)
        #expect(content["size"].int == bytes.count)
    }

    @Test func aCharacterOverTwoPiecesIsText() throws {
        #expect(
            try post("text/plain", [Bytes([0x61, 0xF0, 0x9F]), Bytes([0x91, 0x80])])["postData"]["text"].string == "a👀")
    }

    @Test func whatIsBeyondTheLimitIsCountedAndMarked() throws {
        let request = try post("text/plain", ["abc", "defg", "h"], limit: 5)
        #expect(request["postData"]["text"].string == "abcde")
        #expect(request["bodySize"].int == 8)
        #expect(request["_truncated"].bool == true)
        #expect(try post("text/plain", ["abcde"], limit: 5)["_truncated"].exists == false)
    }

    @Test func contentNoOneKeptIsCountedAndMarked() throws {
        var story = Story.get("HTTP/1.1 200 OK\r\n\r\n")
        story.at(29_000, .contentReceived(.response, count: 99, bytes: nil))
        let response = try story.entry()["response"]
        #expect(response["bodySize"].int == 99)
        #expect(response["_truncated"].bool == true)
        #expect(!response["content"]["text"].exists)
    }

    /// Large enough for several pieces, with characters of every length lying across their borders.
    @Test(arguments: [0, 1, 2, 3])
    func aSpilledTextReadsBackWhole(shift: Int) throws {
        let text = String(repeating: "a", count: shift) + String(repeating: "né日👀\n", count: 200_000)
        let bytes = Array(text.utf8)
        var story = Story.get("HTTP/1.1 200 OK\r\n\r\n")
        var start = 0
        while start < bytes.count {
            let end = min(start + 50_001, bytes.count)
            story.content(29_000, .response, Bytes(Array(bytes[start..<end])))
            start = end
        }
        let content = try story.entry()["response"]["content"]
        #expect(content["text"].string == text)
        #expect(content["size"].int == bytes.count)
    }

    @Test func spilledBytesReadBackWhole() throws {
        let bytes = (0..<3_000_001).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let content = try Story.get("HTTP/1.1 200 OK\r\n\r\n", Bytes(bytes)).entry(spoolThreshold: 10)["response"][
            "content"]
        #expect(content["encoding"].string == "base64")
        #expect(content["text"].decoded == bytes)
    }

    // "hello hello hello hello\n" by gzip -9n, by zlib, and raw deflate; made with Python's zlib.
    private static let plain = "hello hello hello hello\n"
    private static let deflated: [UInt8] = [0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x57, 0xC8, 0x40, 0x27, 0xB9, 0x00]
    private static let gzipped: [UInt8] =
        [0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03] + deflated + [
            0x00, 0x88, 0x59, 0x0B, 0x18, 0x00, 0x00, 0x00,
        ]
    private static let wrapped: [UInt8] = [0x78, 0xDA] + deflated + [0x70, 0xBE, 0x08, 0xBB]

    /// The same by zstd, by brotli, and by brotli of gzip; made by zstd 1.5.4 and by zlib of Node.
    private static let zstd = base64("KLUv/SQYbQAAOGhlbGxvIAoBAJlLEah8Lqg=")
    private static let brotli = base64("GxcA+I2Ubt5EVYbWCiBsb0oReeKArhY=")
    private static let brotliOfGzip = base64("Cw6AH4sIAAAAAAAAA8tIzcnJV8hAJ7kAAIhZCxgAAAAD")
    /// 40 MiB of zeros by brotli: more than is decoded.
    private static let zeros = base64(
        "y///P/gnAOKxQCD3/o///3/wTwDEYRGA7v0f////4J8AiMMCAN37P/7//8E/ARCHBQC693/5//+HfwIgDgsAdO//AA==")

    private static func base64(_ text: String) -> [UInt8] { Base64.decode(Bytes(text)) ?? [] }

    /// What came before the damage is shown, and the bytes as they came too.
    @Test(arguments: [
        ("gzip", Array(gzipped.dropLast())), ("gzip", gzipped + [1]), ("zstd", zstd + [0]), ("br", brotli + [0]),
        ("zstd", Array(zstd.dropLast(2))),
    ])
    func damagedContentIsShownUpToTheDamage(coding: String, bytes: [UInt8]) throws {
        let content = try Story.get("HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\n\r\n", Bytes(bytes)).entry()[
            "response"]["content"]
        #expect(content["text"].string == Self.plain)
        #expect(content["size"].int == 24)
        #expect(content["_raw"].decoded == bytes)
        #expect(content["_contentDamage"].string?.contains(coding) == true)
        #expect(!content["_contentDecoded"].exists)
        let whole = try Story.get("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n", Bytes(Self.gzipped)).entry()
        #expect(!whole["response"]["content"]["_contentDamage"].exists)
    }

    /// Cut at the limit of what is kept: decoded as far as it goes, and said to be. Its size without the coding is not
    /// that of the whole, for nobody who reads it back.
    @Test func aCodedContentThatWasCutIsDecodedAsFarAsItGoes() throws {
        let kept = Array(Self.gzipped.prefix(16))
        let story = Story.get("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n", Bytes(Self.gzipped))
        let response = try story.entry(bodyLimit: 16)["response"]
        let content = response["content"]
        let text = try #require(content["text"].string)
        #expect(!text.isEmpty && Self.plain.hasPrefix(text) && text != Self.plain)
        #expect(content["_contentDamage"].string?.contains("Only the beginning") == true)
        #expect(content["_raw"].decoded == kept)
        #expect(!content["compression"].exists && !content["_contentDecoded"].exists)
        #expect(response["bodySize"].int == Self.gzipped.count && response["_truncated"].bool == true)
        let line = String(decoding: story.line(bodyLimit: 16), as: UTF8.self)
        let read = try #require(HARReader.read(Bytes(#"{"log":{"entries":["# + line + "]}}")).flows.first)
        #expect(read.response.content.decodedSize == nil && read.response.content.isTruncated)
        #expect(read.response.content.bytes == Bytes(kept))
    }

    @Test(arguments: [
        ("gzip", gzipped), ("X-GZIP", gzipped), ("deflate", wrapped), ("deflate", deflated),
        ("identity, gzip", gzipped), ("br", brotli), ("zstd", zstd), ("gzip, br", brotliOfGzip),
    ])
    func aCodingThatIsKnownIsRemoved(coding: String, bytes: [UInt8]) throws {
        let response = try Story.get("HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\n\r\n", Bytes(bytes)).entry()[
            "response"]
        #expect(response["bodySize"].int == bytes.count)
        #expect(response["content"]["size"].int == 24)
        #expect(response["content"]["compression"].int == 24 - bytes.count)
        #expect(response["content"]["text"].string == Self.plain)
        #expect(response["content"]["_raw"].decoded == bytes)
        #expect(!response["content"]["_contentDecoded"].exists)
    }

    @Test func aGzipFileOfTwoMembersIsBoth() throws {
        let response = try Story.get(
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n", Bytes(Self.gzipped + Self.gzipped)
        ).entry()["response"]
        #expect(response["content"]["text"].string == Self.plain + Self.plain)
    }

    @Test(arguments: [
        ("br", [0xFF, 0xFF, 0xFF]), ("zstd", gzipped), ("gzip, zstd, gzip, br, gzip", gzipped),
        ("compress", [0x1F, 0x9D]),
        ("gzip", [0x61, 0x62]), ("deflate", [0xFF]), ("unheard-of", gzipped), ("br", zeros),
    ])
    func aCodingThatCannotBeRemovedIsSaid(coding: String, bytes: [UInt8]) throws {
        let content = try Story.get("HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\n\r\n", Bytes(bytes)).entry()[
            "response"]["content"]
        #expect(content["_contentDecoded"].bool == false)
        #expect(content["size"].int == bytes.count)
        #expect(!content["compression"].exists)
    }

    @Test func aCodingWithoutContentIsNothingToDecode() throws {
        let content = try Story.get("HTTP/1.1 304 Not Modified\r\nContent-Encoding: gzip\r\n\r\n").entry()["response"][
            "content"]
        #expect(content["size"].int == 0)
        #expect(!content["_contentDecoded"].exists)
    }
}
