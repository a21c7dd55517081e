import Bytes
import Flow
import HTTPModel
import HTTPSemantics

/// One made-up connection of TCP (RFC 9293) over IPv4 (RFC 791), or over IPv6 (RFC 8200) where the server was reached
/// so; packet by packet.
struct PacketStream {
    enum Side {
        case client, server
    }

    private struct End {
        let address: [UInt8]
        let port: UInt16
        /// The number of the next byte it sends.
        var next: UInt32
    }

    private enum Flag {
        static let fin: UInt8 = 1
        static let syn: UInt8 = 2
        static let push: UInt8 = 8
        static let acknowledge: UInt8 = 16
    }

    /// Content of one packet.
    private static let segment = 32 << 10

    private var client: End
    private var server: End
    private var time: Int64
    /// Said at the first packet.
    private var comment: Bytes

    init(_ flow: ExportedFlow, at start: Int64) {
        let number = flow.number
        let url = URLReference(flow.record.url)
        let port = url.hasScheme("https") ? 80 : url.effectivePort ?? 80
        // A pair of address and port of its own for each flow.
        let ports: UInt64 = 60_000
        let host = number / ports + 1
        let low = [16, 8, 0].map { UInt8(truncatingIfNeeded: host >> $0) }
        // RFC 5737: for documents, where the server's is not known.
        let address = Self.address(flow.record.upstream?.address) ?? [192, 0, 2, 1]
        // RFC 4193 §3.1: fd00::/8 is for whoever wants it, as 10.0.0.0/8 is.
        let own = address.count == 4 ? [10] + low : [0xFD] + [UInt8](repeating: 0, count: 12) + low
        client = End(address: own, port: UInt16(truncatingIfNeeded: 4_096 + number % ports), next: 1_000)
        server = End(address: address, port: port, next: 2_000)
        time = start
        comment = Bytes(Array("#\(number) ".utf8) + flow.title.array.prefix(2_000))
    }

    /// The octets of `1.2.3.4:80` and of `[::1]:80`; a zone (`fe80::1%eth0`) is none of them.
    private static func address(_ text: String?) -> [UInt8]? {
        guard let text else { return nil }
        if text.hasPrefix("["), let inner = text.dropFirst().split(separator: "]").first {
            return IPv6Text(Bytes(String(inner.prefix { $0 != "%" })))?.octets
        }
        let parts = (text.split(separator: ":").first ?? "").split(separator: ".").compactMap { UInt8($0) }
        return parts.count == 4 ? parts : nil
    }

    /// The three packets that open it.
    mutating func open(_ output: ExportOutput) {
        packet(.client, Flag.syn, nil, output)
        client.next &+= 1
        packet(.server, Flag.syn | Flag.acknowledge, nil, output)
        server.next &+= 1
        packet(.client, Flag.acknowledge, nil, output)
    }

    mutating func send(_ message: WireOutput, from side: Side, at time: Int64, _ output: ExportOutput) {
        guard !message.fields.raw.isEmpty else { return }
        send(head: message.fields.raw, from: side, at: time, output)
        message.forEachBodyPiece { piece in
            send(piece, side, output)
            return !output.hasFailed
        }
        packet(side == .client ? .server : .client, Flag.acknowledge, nil, output)
    }

    mutating func send(head: Bytes, from side: Side, at time: Int64, _ output: ExportOutput) {
        self.time = max(self.time, time)
        head.withUnsafeBytes { send($0, side, output) }
    }

    /// Both sides end.
    mutating func close(at time: Int64, _ output: ExportOutput) {
        self.time = max(self.time, time)
        packet(.server, Flag.fin | Flag.acknowledge, nil, output)
        server.next &+= 1
        packet(.client, Flag.fin | Flag.acknowledge, nil, output)
        client.next &+= 1
        packet(.server, Flag.acknowledge, nil, output)
    }

    private mutating func send(_ bytes: UnsafeRawBufferPointer, _ side: Side, _ output: ExportOutput) {
        var start = 0
        while start < bytes.count {
            let end = min(start + Self.segment, bytes.count)
            packet(side, Flag.push | Flag.acknowledge, UnsafeRawBufferPointer(rebasing: bytes[start..<end]), output)
            switch side {
            case .client: client.next &+= UInt32(end - start)
            case .server: server.next &+= UInt32(end - start)
            }
            start = end
        }
    }

    // MARK: One packet

    private mutating func packet(
        _ side: Side, _ flags: UInt8, _ content: UnsafeRawBufferPointer?, _ output: ExportOutput
    ) {
        let (from, to) = side == .client ? (client, server) : (server, client)
        var tcp = PacketBytes()
        tcp.big(from.port)
        tcp.big(to.port)
        tcp.big(from.next)
        tcp.big(flags & Flag.acknowledge == 0 ? 0 : to.next)
        // Five words of header, no options; a window of 65,535 bytes.
        tcp.bytes += [5 << 4, flags]
        tcp.big(0xFFFF as UInt16)
        tcp.big(0 as UInt32)
        if let content { tcp.bytes += content }
        // The checksum covers what TCP takes from IP (RFC 9293 §3.1, RFC 8200 §8.1): of small numbers the sum is the
        // same whether they have two octets or four.
        var pseudo = PacketBytes()
        pseudo.bytes = from.address + to.address + [0, 6]
        pseudo.big(UInt16(tcp.bytes.count))
        tcp.set(PacketBytes.checksum(pseudo.bytes + tcp.bytes), at: 16)
        let isIPv4 = from.address.count == 4
        var ip = PacketBytes()
        ip.bytes = isIPv4 ? [4 << 4 | 5, 0] : [6 << 4, 0, 0, 0]
        ip.big(UInt16((isIPv4 ? 20 : 0) + tcp.bytes.count))
        // No fragments; 64 hops; TCP.
        ip.bytes += isIPv4 ? [0, 0, 1 << 6, 0, 64, 6, 0, 0] : [6, 64]
        ip.bytes += from.address + to.address
        if isIPv4 { ip.set(PacketBytes.checksum(ip.bytes), at: 10) }

        // Addresses that their owner gives himself (IEEE 802, the second bit).
        let (source, destination): ([UInt8], [UInt8]) =
            side == .client ? ([2, 0, 0, 0, 0, 1], [2, 0, 0, 0, 0, 2]) : ([2, 0, 0, 0, 0, 2], [2, 0, 0, 0, 0, 1])
        block(destination + source + (isIPv4 ? [0x08, 0x00] : [0x86, 0xDD]) + ip.bytes + tcp.bytes, output)
    }

    /// An enhanced packet block, §4.3 of the draft.
    private mutating func block(_ frame: [UInt8], _ output: ExportOutput) {
        var options = PacketBytes()
        if !comment.isEmpty {
            options.little(1 as UInt16)
            options.little(UInt16(comment.count))
            options.bytes += comment
            options.pad()
            options.little(0 as UInt32)
            comment = Bytes()
        }
        var body = PacketBytes()
        body.little(0 as UInt32)
        let stamp = UInt64(clamping: time)
        body.little(UInt32(truncatingIfNeeded: stamp >> 32))
        body.little(UInt32(truncatingIfNeeded: stamp))
        body.little(UInt32(frame.count))
        body.little(UInt32(frame.count))
        body.bytes += frame
        body.pad()
        body.bytes += options.bytes
        let length = UInt32(body.bytes.count + 12)
        var block = PacketBytes()
        block.little(6 as UInt32)
        block.little(length)
        block.bytes += body.bytes
        block.little(length)
        output.put(block.bytes)
        // Later ones come later, so that their order is that of their times.
        time += 1
    }
}
