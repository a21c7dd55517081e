import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import Testing

@testable import Messages

/// Calls of Connect by GET: the message in the query is a message of the call like any other.
@Suite struct ConnectQueryTests {
    private func call(_ query: String, method: String = "GET", answer: String = "application/proto") -> FlowRecord {
        var flow = FollowedFlow()
        flow.answer("Content-Type: \(answer)\r\n", to: "\(method) /shop.Cart/List?\(query) HTTP/1.1\r\nHost: a\r\n")
        flow.happen(.messageEnded(.request, wireSize: nil))
        flow.happen(.messageEnded(.response, wireSize: nil))
        return flow.record
    }

    private func json(_ record: FlowRecord) -> String {
        var json = JSONWriter()
        json.beginObject()
        json.call(record, start: 0, fieldsBy: nil)
        json.endObject()
        return json.withBytes { Bytes(Array($0)) }.text.filter { $0 != " " }
    }

    private static func inURL(_ bytes: [UInt8]) -> String {
        Base64.encode(bytes).replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    @Test func itIsAMessageOfTheCall() throws {
        let record = call("connect=v1&encoding=proto&base64=1&message=\(Self.inURL([0x08, 0x96, 0x01]))")
        let told = try #require(record.call)
        #expect(told.kind == .connect && told.service == "shop.Cart" && told.method == "List" && told.outcome == .ok)
        let message = try #require(record.inner.list.first)
        #expect(record.inner.sent == 1 && record.inner.received == 0 && record.inner.ends.isEmpty)
        #expect(message.form == .call(isCoded: false) && message.bytes == Bytes([0x08, 0x96, 0x01]))
        #expect(json(record).contains("\"fields\":[{\"number\":1,\"wire\":\"VARINT\",\"value\":150}]"))
        #expect(json(record).contains("\"from\":\"client\""))
    }

    @Test func inJSONItHasNoFieldsOfProtocolBuffers() {
        let record = call("connect=v1&encoding=json&message=%7B%22n%22%3A1%7D")
        #expect(record.inner.list.map(\.bytes) == ["{\"n\":1}"])
        #expect(!json(record).contains("fields") && json(record).contains("\"messages\":["))
    }

    @Test func aCompressedOneIsDecodedWithinTheLimits() throws {
        func query(_ bytes: [UInt8], _ coding: String) -> String {
            "connect=v1&encoding=json&base64=1&compression=\(coding)&message=\(Self.inURL(bytes))"
        }
        let good = call(query(Deflated.gzip(Array("{}".utf8)), "gzip")).inner.list
        #expect(good.map(\.bytes) == ["{}"] && good.map(\.isCompressed) == [true])
        #expect(good.map(\.form) == [.call(isCoded: false)])
        let large = call(query(Deflated.gzip([UInt8](repeating: 0x61, count: 3 << 20)), "gzip")).inner.list
        #expect(large.map(\.size) == [3 << 20] && large.first?.bytes.count == CallDecoding.limit)
        // Beyond what is decoded, damaged, and unknown codings: as it came.
        let damaged = Deflated.gzip(Array("{}".utf8)).dropLast(6)
        for (bytes, coding) in [
            (Deflated.gzip([UInt8](repeating: 0x61, count: 17 << 20)), "gzip"), (Array(damaged), "gzip"),
            ([1, 2, 3], "own"),
        ] {
            let list = call(query(bytes, coding)).inner.list
            #expect(list.map(\.form) == [.call(isCoded: true)] && list.map(\.bytes) == [Bytes(bytes)])
        }
    }

    @Test(arguments: [
        "connect=v1&encoding=proto", "connect=v1&encoding=proto&base64=1&message=CAE*", "message=CAE&encoding=proto",
    ])
    func withoutOneThereIsNone(query: String) {
        #expect(call(query).inner.isEmpty)
        #expect(InnerContent.messages(of: call(query)).isEmpty)
    }

    /// What Connect calls GET is GET: the query of a POST is no message.
    @Test func otherMethodsHaveNoneInTheirQueries() {
        for method in ["POST", "HEAD", "PUT"] {
            let record = call("connect=v1&encoding=json&message=%7B%7D", method: method)
            #expect(record.inner.isEmpty && record.call == nil)
        }
    }

    @Test func itIsFoundAgainInAFile() {
        let record = call("connect=v1&encoding=proto&base64=1&message=CAU")
        var read = record
        read.inner.hide { $0.cut(to: 0) }
        #expect(InnerContent.messages(of: read).list.map(\.bytes) == [Bytes([8, 5])])
        read.inner = InnerMessages()
        #expect(InnerContent.messages(of: read).list.map(\.bytes) == [Bytes([8, 5])])
    }
}
