import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import HTTPWire
import Testing

@testable import Messages

/// Calls of gRPC, gRPC-Web and Connect: what was called, message by message, and how it ended.
@Suite struct CallTests {
    private func message(_ bytes: [UInt8], flags: UInt8 = 0) -> [UInt8] {
        [flags] + (0..<4).reversed().map { UInt8(truncatingIfNeeded: bytes.count >> ($0 * 8)) } + bytes
    }

    private func message(_ text: String, flags: UInt8 = 0) -> [UInt8] { message(Array(text.utf8), flags: flags) }

    private func call(
        _ type: String, more: String = "", answer: String = "", _ content: [UInt8], step: Int? = nil,
        trailers: String? = nil
    ) -> FlowRecord {
        var flow = FollowedFlow()
        let request = "POST /shop.Cart/Add%20x?a=b HTTP/1.1\r\nHost: a\r\nContent-Type: \(type)\r\n\(more)"
        flow.answer("Content-Type: \(type)\r\n\(answer)", to: request)
        flow.content(content, step: step)
        if let trailers {
            flow.happen(
                .trailersReceived(.response, FollowedFlow.response("HTTP/1.1 200 OK\r\n\(trailers)\r\n").fields))
        }
        flow.happen(.messageEnded(.response, wireSize: nil))
        return flow.record
    }

    @Test func messagesAreFoundOverAnyCut() {
        let content = message([8, 1]) + message([]) + message([UInt8](repeating: 7, count: 300))
        for step in 1...content.count {
            let inner = call("application/grpc", content, step: step, trailers: "grpc-status: 0\r\n").inner
            #expect(inner.list.map(\.size) == [2, 0, 300])
            #expect(inner.list.map(\.offset) == [0, 7, 12])
            #expect(inner.ends.isEmpty)
        }
    }

    @Test func serviceMethodStatusAndMessageAreTold() throws {
        let record = call(
            "application/grpc+proto", more: "grpc-timeout: 250m\r\n", message("x"),
            trailers: "grpc-status: 5\r\ngrpc-message: no%20cart\r\n")
        let told = try #require(record.call)
        #expect(told.service == "shop.Cart" && told.method == "Add%20x")
        #expect(told.status == 5 && told.outcome == .notFound && told.message == "no cart")
        #expect(told.timeout == 250_000_000)
    }

    @Test func anAnswerWithoutStatusIsTakenForSomethingByItsHTTPStatus() throws {
        let told = try #require(call("application/grpc", []).call)
        #expect(told.status == nil && told.outcome == .unknown)
        #expect(CallStatus(httpStatus: 503) == .unavailable && CallStatus(httpStatus: 404) == .unimplemented)
        // A number of no meaning is no status that one knows, and not what HTTP's would stand for.
        let odd = try #require(call("application/grpc", [], trailers: "grpc-status: 99\r\n").call)
        #expect(odd.status == 99 && odd.outcome == nil)
    }

    @Test(arguments: [
        ("1H", 3_600_000_000_000), ("2M", 120_000_000_000), ("3S", 3_000_000_000), ("4u", 4000), ("5n", 5),
        // As long as can be counted, where it is longer: eight digits of hours are eleven thousand years.
        ("99999999H", 9_223_372_036_854_775_807), ("2562048H", 9_223_372_036_854_775_807),
        ("2562047H", 9_223_369_200_000_000_000),
    ])
    func timeoutsHaveUnits(text: String, nanoseconds: UInt64) {
        #expect(call("application/grpc", more: "grpc-timeout: \(text)\r\n", []).call?.timeout == nanoseconds)
    }

    @Test func aTimeoutOfConnectThatIsTooLongToCountIsNoShortOne() {
        for text in ["9223372036855", "18446744073710", "99999999999999999"] {
            let told = call("application/connect+proto", more: "connect-timeout-ms: \(text)\r\n", []).call
            #expect(told?.timeout == UInt64(Int64.max))
        }
    }

    @Test(arguments: ["", "5", "S", "123456789S", "1x", "-1S"])
    func whatIsNoTimeoutIsNone(text: String) {
        #expect(call("application/grpc", more: "grpc-timeout: \(text)\r\n", []).call?.timeout == nil)
    }

    @Test func compressedMessagesAreDecoded() {
        let coded = Deflated.gzip(Array("squeezed".utf8))
        let record = call(
            "application/grpc", answer: "grpc-encoding: gzip\r\n", message(coded, flags: 1) + message("plain"))
        #expect(record.inner.list.map(\.bytes) == ["squeezed", "plain"])
        #expect(record.inner.list.map(\.isCompressed) == [true, false])
        // Without a coding that is known they stay as they are, and say so.
        let unknown = call("application/grpc", answer: "grpc-encoding: own\r\n", message(coded, flags: 1)).inner
        #expect(unknown.list.map(\.form) == [.call(isCoded: true)])
        #expect(unknown.list.map(\.bytes) == [Bytes(coded)])
    }

    @Test func gRPCWebHasItsTrailersInTheContent() throws {
        let content = message("a") + message("grpc-status:7\r\ngrpc-message:not%20you\r\n", flags: 0x80)
        for step in [1, 4, content.count] {
            let record = call("application/grpc-web+proto", content, step: step)
            #expect(record.inner.list.map(\.form) == [.call(isCoded: false), .callEnd])
            #expect(record.call?.outcome == .permissionDenied)
            #expect(record.call?.message == "not you")
        }
    }

    @Test func asTextItIsBase64ThatMayBePaddedAnywhere() {
        let pieces = [message("ab"), message("grpc-status:0\r\n", flags: 0x80)]
        let text = pieces.map { Base64.encode($0) }.joined(separator: "\r\n")
        for step in 1...text.utf8.count {
            let record = call("application/grpc-web-text", Array(text.utf8), step: step)
            #expect(record.inner.list.first?.bytes == "ab")
            #expect(record.call?.outcome == .ok)
        }
    }

    @Test func connectSaysItsEndInJSON() {
        let end = "{\"error\": {\"code\": \"not_found\", \"message\": \"no cart\"}}"
        let record = call("application/connect+json", message("{}") + message(end, flags: 2))
        #expect(record.inner.list.map(\.form) == [.call(isCoded: false), .callEnd])
        #expect(record.call?.outcome == .notFound && record.call?.message == "no cart")
        #expect(call("application/connect+json", message("{}", flags: 2)).call?.outcome == .ok)
    }

    @Test func anErrorThatIsNotKnownIsNoSuccess() {
        let odd = call("application/connect+json", message("{\"error\": {\"code\": \"own\"}}", flags: 2)).call
        #expect(odd?.outcome == .unknown)
        #expect(call("application/connect+json", message("{\"error", flags: 2)).call?.outcome == .unknown)
        #expect(call("application/connect+json", message("{\"error\": null}", flags: 2)).call?.outcome == .ok)
    }

    /// With one message each way there are no prefixes, and HTTP's status tells less than the content.
    @Test func aCallOfOneMessageThatFailsSaysHowInItsContent() throws {
        func answered(_ status: Int, _ content: String) -> RemoteCall? {
            var flow = FollowedFlow()
            let request = "POST /shop.Cart/Add HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
            let head = RecordedHead.request(Bytes(request + "Connect-Protocol-Version: 1\r\n\r\n")).head
            flow.happen(.requestHeadReceived(head, Framing(.none, rule: 7)))
            let answer = "HTTP/1.1 \(status) S\r\nContent-Type: application/json\r\n\r\n"
            flow.happen(.responseHeadReceived(FollowedFlow.response(answer), Framing(.close, rule: 8)))
            var record = flow.record
            record.response.content = FlowRecord.Content(bytes: Bytes(content))
            return record.call
        }
        let failed = try #require(answered(400, "{\"code\": \"out_of_range\", \"message\": \"50% off\"}"))
        #expect(failed.kind == .connect && failed.outcome == .outOfRange && failed.message == "50% off")
        #expect(failed.status == 11 && failed.standIn == nil)
        // Somebody on the way answered.
        let other = try #require(answered(503, "<p>busy"))
        #expect(other.status == nil && other.outcome == .unavailable)
        let good = try #require(answered(200, "{\"code\": \"not_found\"}"))
        #expect(good.outcome == .ok)
    }

    /// A HAR has their places alone.
    @Test func messagesOfAFileAreFoundWholeInItsContents() {
        let record = call("application/grpc", message([0x08, 5]))
        var read = record
        read.inner.hide { $0.cut(to: 0) }
        read.response.content = FlowRecord.Content(bytes: Bytes(message([0x08, 5])))
        let again = InnerContent.messages(of: read).list
        #expect(again.map(\.bytes) == [Bytes([0x08, 5])] && again.map(\.size) == [2])
        #expect(again.allSatisfy { !$0.isTruncated })
        #expect(json(read).contains("\"fields\":[{\"number\":1,\"wire\":\"VARINT\",\"value\":5}]"))
    }

    private func json(_ record: FlowRecord, _ schema: ProtoSchema? = nil) -> String {
        var json = JSONWriter()
        json.beginObject()
        json.call(record, start: 0, fieldsBy: schema)
        json.endObject()
        return json.withBytes { Bytes(Array($0)) }.text.filter { $0 != " " }
    }

    @Test func fieldsOfMessagesAreWrittenIntoFiles() throws {
        let record = call(
            "application/grpc", answer: "grpc-encoding: gzip\r\n",
            message(Deflated.gzip([0x08, 5]), flags: 1) + message([0x12, 1, 0x61]), trailers: "grpc-status: 0\r\n")
        let text = json(record)
        #expect(text.contains("\"encoding\":\"gzip\""))
        #expect(text.contains("\"compressed\":true,\"fields\":[{\"number\":1,\"wire\":\"VARINT\",\"value\":5}]}"))
        #expect(text.contains("\"fields\":[{\"number\":2,\"wire\":\"LEN\",\"guess\":\"string\",\"value\":\"a\"}]}"))
        var loader = ProtoLoader { _ in nil }
        try loader.add(
            "a.proto", "package shop; service Cart { rpc Add(A) returns (B); } message A {} message B { string b = 2; }"
        )
        let request = "POST /shop.Cart/Add HTTP/1.1\r\nHost: a\r\nContent-Type: application/grpc\r\n"
        var flow = FollowedFlow()
        flow.answer("Content-Type: application/grpc\r\n", to: request)
        flow.content(message([0x12, 1, 0x61]))
        let named = json(flow.record, try loader.schema())
        #expect(named.contains("\"messageType\":\"shop.B\",\"fields\":[{\"number\":2,\"wire\":\"LEN\",\"name\":\"b\""))
        // What is no message of Protocol Buffers has none.
        #expect(!json(call("application/grpc+json", message("{}"))).contains("fields"))
        #expect(
            !json(call("application/grpc", answer: "grpc-encoding: own\r\n", message("x", flags: 1))).contains("fields")
        )
    }

    @Test func whatIsNoCallIsNone() {
        #expect(call("application/json", Array("{}".utf8)).call == nil)
        #expect(call("application/json", Array("{}".utf8)).inner.isEmpty)
        // A flag that means nothing ends reading.
        let odd = call("application/grpc", message("a") + message("b", flags: 0x40) + message("c")).inner
        #expect(odd.list.map(\.bytes) == ["a"])
        #expect(odd.ends.map(\.code) == ["unknownFlag"] && odd.ends.first?.offset == 6)
        let cut = call("application/grpc", message("a") + message("abc").dropLast()).inner
        #expect(cut.list.map(\.bytes) == ["a"] && cut.ends.map(\.code) == ["cutOff"])
        // Where it begins.
        #expect(cut.ends.first?.offset == 6)
    }

    @Test func flagsOfOtherProtocolsMeanNothing() {
        // The trailers of gRPC are those of HTTP.
        let plain = call("application/grpc", message("a") + message("grpc-status:0\r\n", flags: 0x80)).inner
        #expect(plain.list.map(\.bytes) == ["a"] && plain.ends.map(\.code) == ["unknownFlag"])
        let web = call("application/grpc-web", message("{}", flags: 2)).inner
        #expect(web.list.isEmpty && web.ends.map(\.code) == ["unknownFlag"])
    }

    @Test func whatIsNoBase64IsToldAtOnePlaceHoweverItIsCut() {
        let text = Array((Base64.encode(message("ab!!")) + "*\r\n*** and more").utf8)
        for step in 1...text.count {
            let inner = call("application/grpc-web-text", text, step: step).inner
            #expect(inner.list.map(\.bytes) == ["ab!!"])
            #expect(inner.ends.map(\.code) == ["malformedBase64"] && inner.ends.first?.offset == 9)
        }
        let cut = call("application/grpc-web-text", Array(Base64.encode(message("a")).utf8.dropLast())).inner
        #expect(cut.list.isEmpty && cut.ends.map(\.code) == ["cutOff"])
    }

    @Test func messagesThatStandForTooMuchAreReadNoFurther() {
        let bomb = message(Deflated.gzip([UInt8](repeating: 0, count: 15 << 20)), flags: 1)
        let content = Array([[UInt8]](repeating: bomb, count: 10).joined())
        let inner = call("application/grpc", answer: "grpc-encoding: gzip\r\n", content).inner
        #expect(inner.list.map(\.size) == [UInt64](repeating: 15 << 20, count: 5))
        #expect(inner.list.allSatisfy { $0.bytes.count <= CallDecoding.limit })
        #expect(inner.ends.map(\.code) == ["compressionBomb"] && inner.ends.first?.offset == UInt64(4 * bomb.count))
        // A large message is none.
        let large = message(Deflated.gzip([UInt8](repeating: 0x61, count: 3 << 20)), flags: 1)
        let good = call("application/grpc", answer: "grpc-encoding: gzip\r\n", large + message("a")).inner
        #expect(good.list.map(\.size) == [3 << 20, 1] && good.ends.isEmpty)
        #expect(good.list.first?.bytes.count == CallDecoding.limit)
    }
}
