package import Bytes
package import HTTPModel

/// A call of gRPC, gRPC-Web or Connect, as the heads and the end of an exchange tell it.
package struct RemoteCall: Sendable, Hashable {
    /// Which protocol carries it.
    package enum Kind: Sendable, Hashable {
        case grpc
        /// Its trailers are in the content; in the text form, everything is in Base64.
        case grpcWeb(isText: Bool)
        /// Messages with prefixes; the last one has the trailers.
        case connectStream
        /// One message in each direction, without a prefix; with GET, the request's message is in the query.
        case connect

        /// As people call it.
        package var name: String {
            switch self {
            case .grpc: "gRPC"
            case .grpcWeb: "gRPC-Web"
            case .connectStream, .connect: "Connect"
            }
        }

        /// The field that names the coding of messages.
        package var encodingField: StaticString {
            switch self {
            case .grpc, .grpcWeb: "grpc-encoding"
            case .connectStream: "connect-content-encoding"
            case .connect: "content-encoding"
            }
        }
    }

    /// Which protocol carries it.
    package let kind: Kind
    /// `package.Service`.
    package let service: Bytes
    /// The method's name.
    package let method: Bytes
    /// What the caller gives it for time, in nanoseconds; nil: as long as it takes.
    package let timeout: UInt64?
    /// The number that the server gave; nil when it gave none.
    package let status: Int?
    /// What the server said about it, without percent-coding.
    package let message: Bytes?
    /// How messages of the answer may be coded, else those of the request; nil when neither side says so.
    package let encoding: Bytes?
    /// The answer had no status of the call: what its HTTP status is taken for.
    package let standIn: CallStatus?

    /// nil when the request is no call.
    ///
    /// - Parameters:
    ///   - path: of the request's target.
    ///   - query: what that says of a call of Connect, when it is a GET.
    ///   - trailers: of the response.
    ///   - end: the last message of the content, where that has the trailers; of a call of Connect that has one message
    ///     each way, and failed, the content.
    package init?(
        path: Bytes, query: ConnectQuery? = nil, asked: FieldSection, httpStatus: Int?, answered: FieldSection,
        trailers: FieldSection?, end: Bytes?
    ) {
        guard let kind = Kind(asked) ?? (query == nil ? nil : .connect) else { return nil }
        let plain = path.slice(0..<(path.firstIndex(of: ASCII.question) ?? path.count))
        guard let slash = plain.lastIndex(of: ASCII.slash), slash > 0 else { return nil }
        let before = plain.slice(0..<slash)
        self.kind = kind
        method = plain.slice(slash + 1..<plain.count)
        service = before.slice((before.lastIndex(of: ASCII.slash).map { $0 + 1 } ?? 0)..<before.count)
        timeout = Self.timeout(asked)
        let coding = kind.encodingField
        encoding = answered.first(named: coding) ?? query?.compression ?? asked.first(named: coding)
        let sources = [trailers, answered].compactMap { $0 }
        var status = sources.lazy.compactMap { $0.first(named: "grpc-status")?.decimal }.first
        var message = sources.lazy.compactMap { $0.first(named: "grpc-message") }.first
        var isAnswered = false
        if let end {
            let told = kind == .connect ? CallEnd(error: end) : CallEnd(end)
            status = status ?? told.status
            message = message ?? told.message
            isAnswered = told.isConnect
        }
        self.message = message.map { isAnswered ? $0 : PercentCoding.decode($0) }
        if kind == .connect, status == nil, httpStatus == 200 { status = 0 }
        self.status = status.map { Int(clamping: $0) }
        standIn = status == nil ? httpStatus.map { CallStatus(httpStatus: $0) } : nil
    }

    /// Connect carries it, which has words in place of gRPC's numbers.
    package var isConnect: Bool { kind == .connect || kind == .connectStream }

    /// What the number means, or what the answer is taken for; nil before there is one, and for numbers of no meaning.
    package var outcome: CallStatus? { status.flatMap { CallStatus(rawValue: $0) } ?? (status == nil ? standIn : nil) }

    /// `grpc-timeout: 100m`: at most eight digits and a unit; Connect counts milliseconds.
    private static func timeout(_ asked: FieldSection) -> UInt64? {
        if let milliseconds = asked.first(named: "connect-timeout-ms")?.decimal {
            return nanoseconds(milliseconds, of: 1_000_000)
        }
        return asked.first(named: "grpc-timeout").flatMap { timeout($0) }
    }

    /// Whether a value of `grpc-timeout` is one.
    package static func isTimeout(_ value: Bytes) -> Bool { timeout(value) != nil }

    private static func timeout(_ value: Bytes) -> UInt64? {
        guard (2...9).contains(value.count), let unit = value.last,
            let number = value.slice(0..<value.count - 1).decimal
        else { return nil }
        switch unit {
        case UInt8(ascii: "H"): return nanoseconds(number, of: 3_600_000_000_000)
        case UInt8(ascii: "M"): return nanoseconds(number, of: 60_000_000_000)
        case UInt8(ascii: "S"): return nanoseconds(number, of: 1_000_000_000)
        case UInt8(ascii: "m"): return nanoseconds(number, of: 1_000_000)
        case UInt8(ascii: "u"): return nanoseconds(number, of: 1_000)
        case UInt8(ascii: "n"): return number
        default: return nil
        }
    }

    /// Eight digits of hours are 11,415 years, and nanoseconds are counted for 292 at most, as the store's are.
    private static func nanoseconds(_ count: UInt64, of unit: UInt64) -> UInt64 {
        let (product, isBeyond) = count.multipliedReportingOverflow(by: unit)
        return isBeyond ? UInt64(Int64.max) : min(product, UInt64(Int64.max))
    }
}

extension RemoteCall.Kind {
    /// By the type of a content; nil when it is none of a call.
    package init?(_ fields: FieldSection) {
        guard let value = fields.first(.contentType) else { return nil }
        // By its beginning: most types are none of these, and each message is asked.
        if value.hasPrefix(ignoringCase: "application/grpc-web-text") {
            self = .grpcWeb(isText: true)
        } else if value.hasPrefix(ignoringCase: "application/grpc-web") {
            self = .grpcWeb(isText: false)
        } else if value.hasPrefix(ignoringCase: "application/grpc") {
            self = .grpc
        } else if value.hasPrefix(ignoringCase: "application/connect+") {
            self = .connectStream
        } else if fields.contains(named: "connect-protocol-version") {
            self = .connect
        } else {
            return nil
        }
    }
}
