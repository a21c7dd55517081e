import Bytes
import HTTPModel
import HTTPWire

/// An HTTP/2 connection: however its bytes are cut, the same comes of them and the same goes out; no more streams are
/// open than the limit; after a failure nothing comes.
///
/// The first byte of an input chooses the side and the limits; the rest is what comes behind the preface.
enum HTTP2Target {
    static func run(_ input: Bytes) {
        guard let choice = input.first else { return }
        let body = input.slice(1..<input.count).array
        let role: HTTP2Connection.Role = choice & 1 == 0 ? .server : .client
        var limits = HTTP2Limits()
        if choice & 2 != 0 {
            limits.streams = 2
            limits.fieldList = 200
            limits.resets = 3
            limits.emptyData = 1
            limits.streamWindow = 50
            limits.largestStreamWindow = 100
        }
        let message = Bytes((role == .server ? FrameEncoder.preface.array : []) + body)
        func read(_ ends: [Int]) -> Reading { Reading(message, ends: ends, role, limits) }
        let whole = read([message.count])
        let cut = message.count == 0 ? 0 : Int(message.reduce(0) { $0 &* 31 &+ UInt32($1) }) % (message.count + 1)
        check(read([cut, message.count]) == whole, "cut at \(cut) it is another")
        if message.count <= 512 { check(read(Array(0...message.count)) == whole, "byte by byte it is another") }
    }

    /// What comes of the bytes when they arrive in pieces.
    private struct Reading: Equatable {
        private var events: [HTTP2Event] = []
        private var content: [UInt8] = []
        private var output = Bytes()

        static func == (left: Reading, right: Reading) -> Bool {
            left.events == right.events && left.content == right.content && left.output == right.output
        }

        init(_ message: Bytes, ends: [Int], _ role: HTTP2Connection.Role, _ limits: HTTP2Limits) {
            var connection = HTTP2Connection(role: role, limits: limits)
            if role == .client {
                for _ in 0..<3 {
                    _ = connection.openStream([HPACKField(":method", "GET")], method: .get, ends: true)
                }
            }
            var start = 0
            for end in ends {
                while start < end {
                    var found: [HTTP2Event] = []
                    let input = message.slice(start..<end)
                    let taken = input.withSpan { connection.receive($0, at: 1, into: &found) }
                    take(found, input)
                    check(connection.streamCount <= max(3, limits.streams), "too many streams")
                    guard taken > 0, connection.isUsable else { break }
                    start += taken
                }
                if !connection.isUsable { break }
            }
            output = connection.takeOutput()
        }

        private mutating func take(_ found: [HTTP2Event], _ input: Bytes) {
            if case .failed? = events.last { check(found.isEmpty, "something came after a failure") }
            for event in found {
                // Where content lies in the input depends on the cut; what it is does not.
                if case .content(_, let range) = event { content += input.slice(range) }
                events.append(event)
            }
        }
    }
}
