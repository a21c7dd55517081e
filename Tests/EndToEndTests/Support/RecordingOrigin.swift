import TestKit

/// A server that keeps every byte of the requests it gets, one a connection, and answers each with the same bytes.
final class RecordingOrigin: Sendable {
    private let origin: ScriptedOrigin
    private let requests = Handover<[UInt8]>()

    init(answering answer: [UInt8] = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok".utf8))
        throws
    {
        let requests = requests
        origin = try ScriptedOrigin { connection, _ in
            var bytes: [UInt8] = []
            while !Self.isWhole(bytes), let more = try connection.receive() { bytes += more }
            requests.put(bytes)
            try connection.send(answer)
        }
    }

    var host: String { origin.host }
    var url: String { origin.url }

    /// The next request that came, whole.
    func next() throws -> [UInt8] { try requests.take("a request at the origin") }

    private static func isWhole(_ bytes: [UInt8]) -> Bool {
        let mark = Array("\r\n\r\n".utf8)
        guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: mark) }) else { return false }
        let head = String(decoding: bytes[..<(end + 2)], as: UTF8.self)
        let body = bytes[(end + 4)...]
        if head.lowercased().contains("\r\ntransfer-encoding: chunked\r\n") {
            // Behind the last chunk there may be fields (RFC 9112 §7.1.2).
            let text = "\r\n" + String(decoding: body, as: UTF8.self)
            return text.contains("\r\n0\r\n") && text.hasSuffix("\r\n\r\n")
        }
        return body.count >= ScriptedOrigin.contentLength(head) ?? 0
    }
}
