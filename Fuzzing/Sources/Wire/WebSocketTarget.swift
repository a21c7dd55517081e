import Bytes
import HTTPWire

/// What one side of a WebSocket sends: however it is cut, it has the same frames and messages, or the same error at the
/// same place. The first byte of an input chooses the side and whether compression was agreed.
enum WebSocketTarget {
    static func run(_ input: Bytes) {
        guard let choice = input.first else { return }
        let body = input.slice(1..<input.count)
        func read(_ ends: [Int]) -> Reading { Reading(body, ends: ends, choice) }
        let whole = read([body.count])
        let cut = body.count == 0 ? 0 : Int(body.reduce(0) { $0 &* 31 &+ UInt32($1) }) % (body.count + 1)
        check(read([cut, body.count]) == whole, "cut at \(cut) it is another")
        if body.count <= 512 { check(read(Array(0...body.count)) == whole, "byte by byte it is another") }
        if let error = whole.error { check(error.offset <= UInt64(body.count), "an error is out of place") }
    }

    private struct Reading: Equatable {
        private var frames: [WebSocketFrame] = []
        private var messages: [WebSocketMessage] = []
        private(set) var error: WebSocketError?

        init(_ body: Bytes, ends: [Int], _ choice: UInt8) {
            var reader = WebSocketReader(from: choice & 1 == 0 ? .client : .server, allowsCompression: choice & 2 != 0)
            var assembler = WebSocketMessages(limit: 100)
            var start = 0
            do throws(WebSocketError) {
                for end in ends {
                    while true {
                        let unread = body.slice(start..<end)
                        let next = try unread.withSpan { span throws(WebSocketError) in try reader.decode(span) }
                        guard let next else { break }
                        switch next.part {
                        case .frame(let frame):
                            frames.append(frame)
                            assembler.begin(frame)
                        case .payload(let place): try assembler.add(unread.slice(0..<next.consumed), at: place)
                        case .end: if let message = try assembler.end() { messages.append(message) }
                        }
                        start += next.consumed
                    }
                }
            } catch {
                self.error = error
            }
        }
    }
}
