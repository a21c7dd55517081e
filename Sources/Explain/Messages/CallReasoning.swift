import Bytes
import Flow
import HTTPModel
import HTTPSemantics

/// A call of gRPC and its kin: what was called, for how long, and how it ended behind the HTTP status.
struct CallReasoning {
    private let exchange: FlowRecord
    private let call: RemoteCall
    private var steps = StepCollector()
    private let spec: String

    /// nil when the exchange is no call.
    init?(_ exchange: FlowRecord) {
        guard let call = exchange.callWithEnding else { return nil }
        self.exchange = exchange
        self.call = call
        spec = call.isConnect ? "Connect protocol" : "gRPC over HTTP/2"
        called()
        asked()
        deadline()
        coding()
        status()
        hidden()
    }

    var reasoning: Reasoning {
        let name = Bytes("\(call.service.text)/\(call.method.text)")
        let http: Prose = exchange.responseHead.map { ", with HTTP \($0.status)" } ?? ""
        let conclusion: Prose
        if lacksTrailers {
            conclusion = "The RPC \(name) was answered\(http); the recording has no trailers, which hold its status."
        } else if let status = call.status {
            conclusion = "The RPC \(name) ended with \(Self.words(status, call.outcome))\(http)."
        } else if let standIn = call.standIn {
            conclusion = "The RPC \(name) has no status of its own; clients treat it as \(standIn.name)\(http)."
        } else {
            conclusion = "The RPC \(name) has not ended."
        }
        return Reasoning(.messages, conclusion, steps: steps.steps)
    }

    /// HAR has no place for trailers, so that other tools' recordings tell nothing of them.
    private var lacksTrailers: Bool {
        call.kind == .grpc && call.status == nil && exchange.response.trailers == nil
            && exchange.responseHead?.status == 200 && !exchange.isRecorded(.responseBytes)
            && exchange.opening?.clientConnection == nil && exchange.opening?.listener == nil
    }

    private static func words(_ status: Int, _ outcome: CallStatus?) -> String {
        outcome.map { "\(status) \($0.name)" } ?? "\(status), which is not a known status"
    }

    private mutating func called() {
        steps.add(
            "method", held: true,
            """
            The path names the service \(call.service) and its method \(call.method); the protocol is \
            \(call.kind.name).
            """,
            spec)
    }

    /// By GET there is no content that the message could stand in.
    private mutating func asked() {
        guard let query = exchange.requestHead?.connectQuery else { return }
        guard let message = query.message else {
            return steps.fault("message", "The query has no readable message.", spec)
        }
        steps.add(
            "message", held: true,
            """
            A GET request has its message in the query, so that caches can store the response: \
            \(Quantity.count(message.count, "byte"))\(query.compression == nil ? "" : ", compressed").
            """, spec)
    }

    private mutating func deadline() {
        guard let timeout = call.timeout else { return }
        let given = Quantity.duration(Int64(clamping: timeout / 1000))
        guard let taken = exchange.duration, exchange.outcome != nil else {
            return steps.add("deadline", "The client set a timeout of \(given).", spec)
        }
        let isInTime = UInt64(clamping: taken) <= timeout / 1000
        steps.add(
            "deadline", held: isInTime,
            """
            The client set a timeout of \(given), and the RPC took \(Quantity.duration(taken)): \
            \(isInTime ? "in time" : "too long; the client gave up, whatever the server did").
            """, spec)
    }

    private mutating func coding() {
        guard let coding = call.encoding, coding != "identity" else { return }
        steps.add(
            "compression", "Messages can be compressed with \(coding); each one says whether it is.", spec)
    }

    private mutating func status() {
        guard let status = call.status else {
            guard !lacksTrailers, let standIn = call.standIn, let head = exchange.responseHead else { return }
            return steps.add(
                "status", held: false,
                """
                There is no \(call.isConnect ? "code" : "grpc-status"): something that does not use \
                \(Prose(stringLiteral: call.kind.name)) answered, or the response was cut off. Clients treat HTTP \
                \(head.status) as \(standIn.name).
                """, call.isConnect ? spec : "gRPC HTTP mapping")
        }
        let meaning: Prose =
            call.outcome.map { "\($0.name): \(Prose(stringLiteral: $0.meaning))" } ?? "not a gRPC status"
        steps.add(
            "status", held: status == 0, "\(said(status)) is \(meaning)", call.isConnect ? spec : "gRPC status codes")
        if let message = call.message, !message.isEmpty {
            steps.add("message", "The server says: \(message).", spec)
        }
    }

    /// What says how it ended.
    private func said(_ status: Int) -> Prose {
        switch call.kind {
        case .connect: return status == 0 ? "HTTP \(200)" : "The \("code") in the body"
        case .connectStream:
            return status == 0 ? "The end of the body without \("error")" : "\("error") at the end of the body"
        case .grpc, .grpcWeb: break
        }
        let place: Prose =
            exchange.response.trailers?.contains(named: "grpc-status") == true
            ? "the trailers"
            : exchange.responseHead?.fields.contains(named: "grpc-status") == true
                ? "the head; no message followed" : "the end of the body"
        return "\("grpc-status: \(status)") in \(place)"
    }

    private mutating func hidden() {
        guard let status = exchange.responseHead?.status, let outcome = call.outcome, outcome != .ok, status == 200
        else {
            return
        }
        steps.add(
            "HTTP status",
            "200 only says that the server accepted the RPC. Monitoring of HTTP statuses does not see the failure.",
            spec)
    }
}
