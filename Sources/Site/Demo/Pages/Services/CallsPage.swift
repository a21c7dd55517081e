import Bytes
import HTTPModel
import HTTPSemantics
import Messages

/// `/grpc`: what can be called, and the file that says so. `/hark.demo.Stations/…`: the calls.
enum CallsPage {
    private static let service = "hark.demo.Stations"
    /// As text, so that it can be typed and read.
    private static func curl(_ method: String, _ message: String) -> String {
        "curl -sN -H 'Content-Type: application/grpc-web-text' -d \(message) http://demo.hark.test/\(service)/\(method)"
    }

    static let page = DemoPage(
        name: "grpc",
        cards: [
            SitePage.Card(
                path: "/grpc", title: "A gRPC service",
                watch: "Messages in Protocol Buffers, and a status in the trailers: hark proxy --messages shows both.",
                curl: curl("Watch", "AAAAAAcIARADGPQD"))
        ]
    ) { request, _ in
        switch Array(request.segments.dropFirst()) {
        case []: explained(request)
        case ["stations.proto"]: .plain(200, StationsProto.text)
        default: nil
        }
    }

    static let calls = DemoPage(name: service, methods: [.post]) { request, body in
        guard request.segments.count == 2 else { return nil }
        guard let answer = CallAnswer(to: request.head.fields) else {
            // gRPC over HTTP/2, "Content-Type": what does not begin so is answered with 415.
            return .plain(415, "Only gRPC requests (Content-Type application/grpc) are answered here. See /grpc.\n")
        }
        guard ["Get", "Watch"].contains(request.segments[1]) else {
            return answer.failure(.unimplemented, "Unknown method; the service has Get and Watch.")
        }
        guard let message = answer.message(in: body).map({ ProtobufMessage($0) }), message.fault == nil else {
            return answer.failure(.invalidArgument, "Exactly one message is required, complete and not compressed.")
        }
        guard let station = DemoStation.named(Int(message.number(1) ?? 0)) else {
            return answer.failure(.notFound, "Stations are numbered from 1 to \(DemoStation.all.count).")
        }
        return request.segments[1] == "Get"
            ? answer.answer([(0, bytes(of: station))]) : answer.answer(readings(of: station, message, request))
    }

    private static func explained(_ request: SiteRequest) -> SiteResponse {
        SitePage(
            "A gRPC service",
            [
                .text(
                    """
                    \(service) has two methods: Get returns one station, Watch a stream of readings. \
                    /grpc/stations.proto describes the messages; a client generated from it connects to demo.hark.test \
                    over https, through the proxy.
                    """),
                .text(
                    "gRPC-Web allows text, so curl can call it. Get of station 2: \(curl("Get", "AAAAAAIIAg=="))"
                ),
                .text(
                    "A station that does not exist: gRPC status 5 under HTTP status 200: \(curl("Get", "AAAAAAIICQ=="))"
                ),
                .text("Three readings with pauses: \(curl("Watch", "AAAAAAcIARADGPQD"))"),
            ]
        ).response(200, for: request)
    }

    private static func bytes(of station: DemoStation) -> [UInt8] {
        var out = ProtobufWriter()
        out.integer(1, station.id)
        out.text(2, station.name)
        out.integer(3, station.id < 3 ? 1 : 2)
        out.double(4, station.latitude)
        out.double(5, station.longitude)
        out.packed(6, integers: station.neighbours)
        out.message(7) { entry in
            entry.text(1, "json")
            entry.text(2, "http://demo.hark.test/api/v2/stations/\(station.id)")
        }
        return out.bytes
    }

    private static func readings(
        of station: DemoStation, _ message: ProtobufMessage, _ request: SiteRequest
    ) -> [(wait: Int, bytes: [UInt8])] {
        let count = message.number(2).map { min(max(Int(clamping: $0), 1), 20) } ?? 3
        let every = min(Int(clamping: message.number(3) ?? 0), SiteAnswer.longestWait)
        return (1...count).map { number in
            var out = ProtobufWriter()
            out.integer(1, number)
            out.message(2) { $0.integer(1, Int(request.seconds)) }
            out.signed(3, station.celsius(number))
            return (number == 1 ? 0 : every, out.bytes)
        }
    }
}

extension ProtobufMessage {
    /// The last number that a field has; nil when it has none.
    fileprivate func number(_ field: UInt32) -> UInt64? {
        fields.reduce(nil) { last, one in
            if one.number == field, case .raw(let number) = one.value { number } else { last }
        }
    }
}
