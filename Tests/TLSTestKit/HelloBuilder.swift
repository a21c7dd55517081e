/// Writes ClientHello messages by hand, right and wrong ones.
package struct HelloBuilder {
    package var version: UInt16 = 0x0303
    package var random = [UInt8](repeating: 0xAA, count: 32)
    package var sessionID: [UInt8] = []
    package var suites: [UInt16] = [0x1301]
    package var compression: [UInt8] = [0]
    /// Nil: not even an empty list.
    package var extensions: [(type: UInt16, data: [UInt8])]? = []

    package static func bytes(_ number: UInt16) -> [UInt8] {
        [UInt8(number >> 8), UInt8(number & 0xFF)]
    }

    package static func vector8(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8(truncatingIfNeeded: bytes.count)] + bytes
    }

    package static func vector16(_ content: [UInt8]) -> [UInt8] {
        bytes(UInt16(truncatingIfNeeded: content.count)) + content
    }

    package static func numbers(_ values: [UInt16]) -> [UInt8] {
        values.flatMap(bytes)
    }

    package mutating func add(_ type: UInt16, _ data: [UInt8]) {
        extensions = (extensions ?? []) + [(type, data)]
    }

    package mutating func addServerName(_ name: [UInt8]) {
        add(0, Self.vector16([0] + Self.vector16(name)))
    }

    package mutating func addProtocols(_ names: [String]) {
        add(16, Self.vector16(names.flatMap { Self.vector8(Array($0.utf8)) }))
    }

    package init() {}

    /// The handshake message with its header.
    package var message: [UInt8] {
        var body = Self.bytes(version) + random + Self.vector8(sessionID) + Self.vector16(Self.numbers(suites))
        body += Self.vector8(compression)
        if let extensions {
            body += Self.vector16(extensions.flatMap { Self.bytes($0.type) + Self.vector16($0.data) })
        }
        return [1, UInt8(body.count >> 16), UInt8(body.count >> 8 & 0xFF), UInt8(body.count & 0xFF)] + body
    }

    /// The message in records of at most `fragment` bytes each.
    package func records(fragment: Int = 16_384) -> [UInt8] {
        let message = message
        return stride(from: 0, to: message.count, by: fragment).flatMap { start in
            [22, 3, 1] + Self.vector16(Array(message[start..<min(start + fragment, message.count)]))
        }
    }
}
