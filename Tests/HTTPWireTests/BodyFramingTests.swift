import Bytes
import HTTPModel
import HTTPWire
import TestKit
import Testing

/// RFC 9112 §6.3, in the order of its rules.
@Suite struct BodyFramingTests {
    private static func post(_ fields: String, _ version: String = "HTTP/1.1") -> WireTrace {
        request(Bytes("POST / \(version)\r\nHost: a\r\n\(fields)\r\n\r\n"))
    }

    private static func reply(_ fields: String, _ line: String = "HTTP/1.1 200 OK", to method: Method = .get)
        -> WireTrace
    {
        decode(Bytes("\(line)\r\n\(fields)\r\n\r\n"), WireScenario(.response, methods: [method]))
    }

    @Test(arguments: [
        ("HTTP/1.1 204 ", Method.get), ("HTTP/1.1 304 ", .get), ("HTTP/1.1 200 ", .head), ("HTTP/1.0 404 ", .head),
    ])
    func rule1TheseResponsesHaveNoBody(line: String, method: Method) {
        let trace = Self.reply("Content-Length: 5\r\nX: y", line, to: method)
        #expect(trace.framings == [Framing(.none, rule: 1)])
        #expect(trace.messageCount == 1)
    }

    @Test func rule2AnAcceptedConnectIsATunnel() {
        #expect(Self.reply("Content-Length: 5", to: .connect).framings == [Framing(.tunnel, rule: 2)])
        #expect(
            Self.reply("Transfer-Encoding: chunked", "HTTP/1.1 299 ", to: .connect).framings
                == [Framing(.tunnel, rule: 2)])
        #expect(
            Self.reply("Content-Length: 5", "HTTP/1.1 407 ", to: .connect).framings == [Framing(.length(5), rule: 6)])
    }

    @Test(arguments: [
        "Content-Length: 5\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\nContent-Length: 5",
        "Transfer-Encoding: gzip, chunked\r\nContent-Length: 0", "Transfer-Encoding: identity\r\nContent-Length: 5",
        "Content-Length: 5\r\nX: y\r\nTRANSFER-ENCODING:", "Content-Length: x\r\nTransfer-Encoding: chunked",
    ])
    func rule3BothFieldsOfARequestAreRefused(fields: String) {
        #expect(Self.post(fields).code == .contentLengthWithTransferEncoding)
    }

    /// Of a response the chunks count, where there are any and the length is one (`OddResponsesTests`).
    @Test(
        arguments: [
            ("Transfer-Encoding: gzip\r\nContent-Length: 5", .contentLengthWithTransferEncoding),
            ("Content-Length: 5\r\nX: y\r\nTRANSFER-ENCODING:", .contentLengthWithTransferEncoding),
            ("Content-Length: x\r\nTransfer-Encoding: chunked", .malformedContentLength),
            ("Content-Length: 5, 6\r\nTransfer-Encoding: chunked", .conflictingContentLength),
        ] as [(String, WireError.Code)])
    func rule3BothFieldsOfAResponseAreRefusedWhereReadersDiffer(fields: String, code: WireError.Code) {
        #expect(Self.reply(fields).code == code)
    }

    @Test(arguments: [
        "chunked", "Chunked", "CHUNKED", "gzip, chunked", "gzip,chunked", "deflate ,\tchunked",
        "x-gzip, compress, chunked",
        "gzip\r\nX: y\r\nTransfer-Encoding: chunked",
    ])
    func rule4ChunkedAndFinal(value: String) {
        #expect(Self.post("Transfer-Encoding: \(value)").framings == [Framing(.chunked, rule: 4)])
        #expect(Self.reply("Transfer-Encoding: \(value)").framings == [Framing(.chunked, rule: 4)])
    }

    // What hides a chunked coding from one reader and not from another.
    @Test(
        arguments: [
            ("", .unknownTransferCoding), (",", .unknownTransferCoding), ("chunked,", .unknownTransferCoding),
            (",chunked", .unknownTransferCoding), ("gzip,,chunked", .unknownTransferCoding),
            ("xchunked", .unknownTransferCoding), ("chunkedx", .unknownTransferCoding),
            ("chunkedchunked", .unknownTransferCoding), ("\"chunked\"", .unknownTransferCoding),
            ("'chunked'", .unknownTransferCoding), ("chunked;a=b", .unknownTransferCoding),
            ("chunked;", .unknownTransferCoding), ("chunked chunked", .unknownTransferCoding),
            ("gzip chunked", .unknownTransferCoding), ("chunked=", .unknownTransferCoding),
            ("chunked\u{0}", .malformedFieldValue),
            ("chunked, chunked", .chunkedNotLast), ("chunked, gzip", .chunkedNotLast),
            ("chunked\r\nTransfer-Encoding:", .unknownTransferCoding),
            ("\r\nTransfer-Encoding: chunked", .unknownTransferCoding),
        ] as [(String, WireError.Code)])
    func rule4DisguisesAreRefusedBothWays(value: String, code: WireError.Code) {
        #expect(Self.post("Transfer-Encoding: \(value)").code == code)
        #expect(Self.reply("Transfer-Encoding: \(value)").code == code)
    }

    /// A control character in a response becomes a space where it does no harm; here it would hide a coding.
    @Test(arguments: ["chunked\u{B}", "\u{B}chunked", "chunked\u{C}", "chun\rked"])
    func rule4ControlCharactersHideNothing(value: String) {
        #expect(Self.post("Transfer-Encoding: \(value)").error != nil)
        #expect(Self.reply("Transfer-Encoding: \(value)").code == .unknownTransferCoding)
    }

    @Test(arguments: ["chunked\r\nTransfer-Encoding: chunked", "chunked\r\nTransfer-Encoding: identity"])
    func rule4ARequestNamesChunkedOnce(value: String) {
        #expect(Self.post("Transfer-Encoding: \(value)").code == .chunkedNotLast)
    }

    @Test func rule4ARequestNeedsChunkedAndKnownCodings() {
        #expect(Self.post("Transfer-Encoding: gzip").code == .chunkedNotLast)
        for value in ["identity", "pigeons", "pigeons, chunked"] {
            let error = Self.post("Transfer-Encoding: \(value)").error
            #expect(error?.code == .unknownTransferCoding)
            #expect(error?.status == 501)
            #expect(error?.bytes == Bytes(value))
        }
    }

    @Test(arguments: ["gzip", "pigeons"])
    func rule4AResponseNotChunkedLastsUntilTheClose(value: String) {
        #expect(Self.reply("Transfer-Encoding: \(value)").framings == [Framing(.close, rule: 4)])
    }

    // RFC 9112 §6.1: faulty framing.
    @Test func transferEncodingInHTTP10IsRefused() {
        #expect(Self.post("Transfer-Encoding: chunked", "HTTP/1.0").code == .transferEncodingInHTTP10)
        #expect(Self.reply("Transfer-Encoding: chunked", "HTTP/1.0 200 OK").code == .transferEncodingInHTTP10)
    }

    @Test(arguments: [
        "+5", "-5", "0x5", "5 5", "5;5", "5.0", "5e0", "five", "", "5,", ",5", "5,,5", "\"5\"", "٥", "5\u{A0}", "0x",
        "9223372036854775808", "18446744073709551616", "99999999999999999999999999",
    ])
    func rule5ALengthIsDigitsAlone(value: String) {
        #expect(Self.post("Content-Length: \(value)").code == .malformedContentLength)
        // A plus sign before the digits is read over in a response.
        if value != "+5" { #expect(Self.reply("Content-Length: \(value)").code == .malformedContentLength) }
    }

    @Test(arguments: ["5\u{B}", "\u{C}5", "5\u{0}"])
    func rule5ControlCharactersAreNoWhiteSpace(value: String) {
        #expect(Self.post("Content-Length: \(value)").code == .malformedFieldValue)
    }

    @Test(arguments: [
        "5, 6", "5,05", "5\r\nContent-Length: 6", "6\r\nX: y\r\ncontent-length: 5, 6", "0\r\nContent-Length: 5",
    ])
    func rule5DifferingLengthsAreRefused(value: String) {
        #expect(Self.post("Content-Length: \(value)").code == .conflictingContentLength)
        #expect(Self.reply("Content-Length: \(value)").code == .conflictingContentLength)
    }

    @Test(arguments: [("5, 5", 1), ("5,5,5", 1), ("5\r\nContent-Length: 5", 1), ("5,5\r\nContent-Length: 5", 2)])
    func rule5TheSameLengthTwiceIsOneAndAQuirk(value: String, quirkCount: Int) {
        let trace = Self.post("Content-Length: \(value)")
        #expect(trace.framings == [Framing(.length(5), rule: 6)])
        #expect(trace.quirks == Array(repeating: .repeatedContentLength, count: quirkCount))
    }

    @Test(
        arguments: [("0", 0), ("5", 5), ("  5\t ", 5), ("005", 5), ("9223372036854775807", UInt64(Int64.max))]
            as [(String, UInt64)])
    func rule6ALength(value: String, length: UInt64) {
        #expect(Self.post("Content-Length: \(value)").framings == [Framing(.length(length), rule: 6)])
        #expect(Self.reply("Content-Length: \(value)").framings == [Framing(.length(length), rule: 6)])
    }

    @Test func rule7ARequestWithNeitherHasNoBody() {
        let trace = Self.post("X: y")
        #expect(trace.framings == [Framing(.none, rule: 7)])
        #expect(trace.messageCount == 1)
    }

    // RFC 9110 §9.3.6
    @Test(arguments: ["X: y", "Content-Length: 5", "Transfer-Encoding: chunked"])
    func connectHasNoContentWhateverItSays(fields: String) {
        let trace = decode(
            Bytes("CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\nhello"), WireScenario(.request, maxMessages: 1)
        )
        #expect(trace.framings == [Framing(.none, rule: 7)])
        #expect(trace.unread == 5)
    }

    @Test func rule8AResponseWithNeitherLastsUntilTheClose() {
        #expect(Self.reply("X: y").framings == [Framing(.close, rule: 8)])
        #expect(Self.reply("X: y", "HTTP/1.0 200 OK").framings == [Framing(.close, rule: 8)])
    }

    @Test func thePublicFunctionsSayWhatTheDecoderSays() throws {
        let request = try #require(Self.post("Content-Length: 7").requestHeads.first)
        #expect(try BodyFraming.request(request) == Framing(.length(7), rule: 6))
        let response = try #require(Self.reply("Content-Length: 7").responseHeads.first)
        #expect(try BodyFraming.response(response, to: .get) == Framing(.length(7), rule: 6))
        #expect(try BodyFraming.response(response, to: .head) == Framing(.none, rule: 1))
    }
}
