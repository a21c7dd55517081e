import Bytes
import DemoSite
import HTTPModel
import HTTPWire
import Reactor

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The tour's own client: one request, one connection, blocking, with a time-out. Nothing but the tour uses it.
enum TourClient {
    struct Failure: Error {
        let text: String
    }

    private static let bodyLimit = 64 * 1024

    /// Sends a request through the proxy and reads the final response.
    static func send(_ request: TourRequest, to proxy: SocketAddress) throws(Failure) -> TourExchange {
        let descriptor = try connect(to: proxy.port)
        defer { close(descriptor) }
        try write(request.head, to: descriptor)
        if !request.awaitsContinue { try write(request.body, to: descriptor) }

        var decoder = HTTP1Decoder(role: .response)
        decoder.expectResponse(to: request.method)
        var unread: [UInt8] = []
        var interim: [ResponseHead] = []
        var response: ResponseHead?
        var trailers: FieldSection?
        var body: [UInt8] = []
        while true {
            while let decoded = try decode(&decoder, unread) {
                switch decoded.part {
                case .interimHead(let head):
                    interim.append(head)
                    // RFC 9110 §10.1.1: now the content may follow.
                    if head.status == 100, request.awaitsContinue { try write(request.body, to: descriptor) }
                case .responseHead(let head, _):
                    response = head
                case .content where body.count < bodyLimit:
                    body += unread[..<min(decoded.consumed, bodyLimit - body.count)]
                case .end:
                    guard let response else { throw Failure(text: "the answer had no head") }
                    return TourExchange(
                        request: request, interim: interim, response: response, trailers: trailers, body: Bytes(body))
                case .trailers(let found):
                    trailers = found.section
                case .requestHead, .chunkStarted, .chunkEnded, .content:
                    break
                }
                unread.removeFirst(decoded.consumed)
            }
            let received = try read(from: descriptor)
            if received.isEmpty {
                // A body that ends with the connection, or an answer cut short (one lesson is about that).
                guard let response else { throw Failure(text: "the connection ended without an answer") }
                return TourExchange(
                    request: request, interim: interim, response: response, trailers: trailers, body: Bytes(body))
            }
            unread += received
        }
    }

    private static func decode(_ decoder: inout HTTP1Decoder, _ bytes: [UInt8]) throws(Failure) -> Decoded? {
        do throws(WireError) {
            return try Bytes(bytes).withSpan { span throws(WireError) in try decoder.decode(span) }
        } catch {
            throw Failure(text: error.text)
        }
    }

    private static func connect(to port: UInt16) throws(Failure) -> Int32 {
        #if canImport(Glibc)
        let stream = Int32(SOCK_STREAM.rawValue)
        #else
        let stream = SOCK_STREAM
        #endif
        let descriptor = socket(AF_INET, stream, 0)
        guard descriptor >= 0 else { throw systemFailure("socket") }
        var limit = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connectSocket(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else {
            let failure = systemFailure("connect")
            close(descriptor)
            throw failure
        }
        return descriptor
    }

    private static func write(_ bytes: Bytes, to descriptor: Int32) throws(Failure) {
        var sent = 0
        let array = bytes.array
        while sent < array.count {
            let count = array[sent...].withUnsafeBytes { writeDescriptor(descriptor, $0.baseAddress, $0.count) }
            // The answer may come before the whole request has gone; then it is the answer that counts.
            guard count > 0 else { return }
            sent += count
        }
    }

    private static func read(from descriptor: Int32) throws(Failure) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        let count = buffer.withUnsafeMutableBytes { readDescriptor(descriptor, $0.baseAddress, $0.count) }
        guard count >= 0 else { throw systemFailure("read") }
        return Array(buffer[..<count])
    }

    private static func systemFailure(_ call: String) -> Failure {
        Failure(text: "\(call): \(SocketError.text(of: errno))")
    }
}

// The system calls, told apart from the methods of the same names.

private func connectSocket(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
    connect(descriptor, address, size)
}

private func writeDescriptor(_ descriptor: Int32, _ base: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, base, count)
}

private func readDescriptor(_ descriptor: Int32, _ base: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, base, count)
}
