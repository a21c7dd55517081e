import Bytes
import Flow
import Formats
import HTTPModel
import HTTPWire

/// A secret of a head stands anywhere in a body, whatever surrounds it: nothing of it is left in what is handed on.
enum RedactionTarget {
    static func run(_ input: Bytes) {
        guard input.count >= 4 else { return }
        // Letters and digits, so that it is a secret by its look too, and of any length.
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
        let length = 13 + Int(input[0]) * (input[1] & 1 == 0 ? 1 : 40)
        let unit = input.slice(2..<min(input.count, 2 + max(1, Int(input[1] >> 4))))
        let secret = Bytes(
            Array("A1a".utf8) + (0..<length).map { letters[Int(unit[$0 % unit.count]) % letters.count] })
        var body: [UInt8] = []
        for byte in input.slice(2..<input.count) { if byte == 0 { body += secret.array } else { body.append(byte) } }
        body += secret.array
        var record = FlowRecord(id: FlowID(1), openedAt: Instant(nanoseconds: 0))
        record.requestHead =
            RecordedHead.request(
                Bytes("POST http://a.test/ HTTP/1.1\r\nHost: a.test\r\nCookie: sid=\(secret.text)\r\n\r\n")
            ).head
        record.request.content = FlowRecord.Content(bytes: Bytes(body), size: UInt64(body.count))
        let (clean, _) = Redactor(key: "0123456789abcdef").redacted(record)
        check(clean.requestHead.map { !holds($0.raw, secret) } ?? true, "the head still has it")
        for bytes in [clean.request.content.kept.bytes, clean.request.content.decoded] {
            check(bytes.map { !holds($0, secret) } ?? true, "the body still has it")
        }
    }

    private static func holds(_ bytes: Bytes, _ secret: Bytes) -> Bool {
        guard bytes.count >= secret.count else { return false }
        return (0...bytes.count - secret.count).contains {
            bytes[$0] == secret[0] && bytes[$0 + secret.count - 1] == secret[secret.count - 1]
                && bytes.slice($0..<$0 + secret.count) == secret
        }
    }
}
