import Platform
import Reactor

/// Whose program listens somewhere, as Linux tells in `/proc/net/tcp` and `tcp6`.
enum ListeningUser {
    /// The user's number; nil when nobody listens there, or the system does not say.
    static func at(_ address: SocketAddress) -> UInt32? {
        let descriptor = open(address.isIPv6 ? "/proc/net/tcp6" : "/proc/net/tcp", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var text: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 64 << 10)
        while text.count < limit {
            let count = block.withUnsafeMutableBytes { SystemCall.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            text += block[..<count]
        }
        return find(address, in: String(decoding: text, as: UTF8.self))
    }

    /// Those that listen come first.
    private static let limit = 1 << 20

    /// The columns: number, near end, far end, state (0A: listening), queues, timer, retransmissions, user.
    static func find(_ address: SocketAddress, in table: String) -> UInt32? {
        let port = hexadecimal(UInt64(address.port), digits: 4)
        let ends = ["\(host(address)):\(port)", "\(String(repeating: "0", count: address.isIPv6 ? 32 : 8)):\(port)"]
        for line in table.split(separator: "\n").dropFirst() {
            let words = line.split(separator: " ")
            guard words.count > 7, words[3] == "0A", ends.contains(String(words[1])) else { continue }
            return UInt32(words[7])
        }
        return nil
    }

    /// An address as the kernel prints it: each 32 bits of it in network order, as a number of this machine.
    private static func host(_ address: SocketAddress) -> String {
        switch address.host {
        case .v4(let host): word(host)
        case .v6(let high, let low):
            [high >> 32, high, low >> 32, low].map { word(UInt32(truncatingIfNeeded: $0)) }.joined()
        case .local: ""
        }
    }

    private static func word(_ value: UInt32) -> String { hexadecimal(UInt64(value.bigEndian), digits: 8) }

    private static func hexadecimal(_ value: UInt64, digits: Int) -> String {
        let text = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
