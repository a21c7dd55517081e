import Bytes
import HTTPModel
import HTTPSemantics
import Messages
import Testing

@testable import Site

/// The services of the demo site: calls of gRPC and gRPC-Web, and GraphQL.
@Suite struct ServicesTests {
    private func schema() throws -> ProtoSchema {
        var loader = ProtoLoader { _ in nil }
        try loader.add("stations.proto", Bytes(StationsProto.text))
        return try loader.schema()
    }

    private func framed(_ bytes: [UInt8]) -> Bytes { Bytes([0, 0, 0, 0, UInt8(bytes.count)] + bytes) }

    private func call(_ method: String, _ body: Bytes, type: String = "application/grpc") throws -> Reply {
        try #require(
            visit(
                makeRequest(
                    "POST /hark.demo.Stations/\(method) HTTP/1.1", "Content-Type: \(type)", "TE: trailers",
                    "Content-Length: \(body.count)"), body: body))
    }

    private func read(_ bytes: Bytes, _ type: String) throws -> String {
        ProtobufMessage(bytes, as: "hark.demo.\(type)", in: try schema()).line(limit: 1000).text
    }

    @Test func aStationIsAnsweredWithItsStatusInTrailers() throws {
        let reply = try call("Get", framed([0x08, 2]))
        #expect(reply.head.status == 200 && reply.field("content-type") == "application/grpc+proto")
        #expect(reply.trailers?.first(named: "grpc-status") == "0" && reply.field("grpc-status") == nil)
        var frames = CallFrames(limit: 1000)
        let messages = frames.take(Bytes(reply.body))
        #expect(messages.count == 1 && frames.unfinished == 0)
        #expect(
            try read(messages[0].bytes, "Station") == """
                {id: 2, name: "Harbour", kind: KIND_COAST, latitude: 53.87, longitude: 8.71, neighbours: [1, 3], \
                links: {key: "json", value: "http://demo.hark.test/api/v2/stations/2"}}
                """)
    }

    @Test func readingsComeOneAfterTheOther() throws {
        let reply = try call("Watch", framed([0x08, 1, 0x10, 3, 0x18, 0xF4, 3]))
        var frames = CallFrames(limit: 1000)
        let messages = frames.take(Bytes(reply.body))
        #expect(reply.chunks.count == messages.count + 1 && reply.waits == [500, 500])
        #expect(
            try messages.map { try read($0.bytes, "Reading") }
                == (1...3).map {
                    "{number: \($0), time: {seconds: \(testTime)}, celsius: \((7 + $0 * 5) % 23 - 6)}"
                })
        #expect(try read(messages[2].bytes, "Reading").hasSuffix("celsius: -7}") == false)
    }

    @Test(
        arguments: [
            ("Get", [0x08, 9], CallStatus.notFound), ("Get", [], .notFound), ("Gone", [0x08, 1], .unimplemented),
            ("Get", [0x08], .invalidArgument), ("Watch", [0x08, 77], .notFound),
        ] as [(String, [UInt8], CallStatus)])
    func whatFailsSaysSoInItsHead(method: String, message: [UInt8], status: CallStatus) throws {
        let reply = try call(method, framed(message))
        #expect(reply.head.status == 200 && reply.body.isEmpty)
        #expect(reply.field("grpc-status") == "\(status.rawValue)" && reply.field("grpc-message") != nil)
    }

    @Test func forBrowsersTheStatusStandsInTheContent() throws {
        let reply = try call("Get", "AAAAAAIIAg==", type: "application/grpc-web-text")
        #expect(reply.trailers == nil || reply.trailers?.lines.isEmpty == true)
        #expect(reply.text.hasPrefix("AAAAA") && reply.text.contains("gAAAABBncnBjLXN0YXR1czogMA0K"))
        #expect(try call("Get", "not base64!", type: "application/grpc-web-text").field("grpc-status") == "3")
    }

    @Test func whatIsNoCallIsRefused() throws {
        #expect(try call("Get", "{}", type: "application/json").head.status == 415)
        let get = try #require(visit(makeRequest("GET /hark.demo.Stations/Get HTTP/1.1")))
        #expect(get.head.status == 405)
        #expect(try call("Get/more", framed([0x08, 1])).head.status == 404)
    }

    @Test func theFileOfTheSiteIsTheExample() throws {
        let reply = try #require(visit(makeRequest("GET /grpc/stations.proto HTTP/1.1")))
        #expect(reply.text == StationsProto.text)
        #expect(
            try schema().type(service: "hark.demo.Stations", method: "Watch", isRequest: false) == "hark.demo.Reading")
    }

    // MARK: GraphQL

    private func ask(_ query: String) throws -> String {
        let body = Bytes("{\"query\": \"\(query)\"}")
        let reply = try #require(
            visit(
                makeRequest(
                    "POST /graphql HTTP/1.1", "Content-Type: application/json", "Content-Length: \(body.count)"),
                body: body))
        #expect(reply.head.status == 200)
        return reply.text
    }

    @Test func aQueryGetsTheFieldsThatItNames() throws {
        #expect(
            try ask("query A { station(id: 5) { name up: latitude } }") == """
                {"data": {"station": {"name": "Summit", "up": 47.42}}}

                """)
        #expect(try ask("{ stations { id } }").contains("[{\"id\": 1}, {\"id\": 2}"))
        #expect(try ask("{ station(id: 9) { id } }") == "{\"data\": {\"station\": null}}\n")
    }

    @Test func whatFailsIsToldUnder200() throws {
        #expect(try ask("{ station(id: 5) { height } }").hasPrefix("{\"errors\": [{\"message\": \"A station has no"))
        #expect(try ask("{ cities }").contains("There is no field cities."))
        #expect(try ask("mutation { drop }").hasPrefix("{\"errors\""))
        #expect(try ask("{ a").hasPrefix("{\"errors\""))
        let empty = try #require(visit(makeRequest("GET /graphql HTTP/1.1")))
        #expect(empty.head.status == 400)
    }
}
