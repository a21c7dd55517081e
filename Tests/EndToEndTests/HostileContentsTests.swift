import Foundation
import TestKit
import Testing

/// Contents that are made to cost whoever looks into them: requests of GraphQL and messages of Protocol Buffers that
/// are deep, endless, cut off or lie about their lengths. They pass as they are, are told for what they are, and cost
/// little.
@Suite struct HostileContentsTests {
    /// A type, a content, what the lines of its exchange say, and what they must not say.
    private struct Row {
        let type: String
        let content: [UInt8]
        var says: [String] = []
        var never: [String] = []
    }

    private static func json(_ document: String, _ type: String = "application/json", says: [String] = []) -> Row {
        let text = document.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return Row(
            type: type, content: Array("{\"query\": \"\(text)\"}".utf8), says: says,
            never: says.isEmpty ? ["graphql"] : [])
    }

    private static let graphQL: [Row] = [
        json("query A { a }", says: ["graphql     query A\n"]),
        json(
            "query A " + String(repeating: "{a", count: 15_000) + String(repeating: "}", count: 15_000),
            says: ["query A\n"]),
        json("query A " + String(repeating: "{a", count: 15_000)),
        json("query A { a(b: \"" + String(repeating: "x", count: 50_000)),
        json("query A { a(b: \"\"\"" + String(repeating: "\\\"\"\"", count: 6_000)),
        json("query " + String(repeating: "N", count: 60_000) + " { a }", says: ["query NNNN"]),
        // Beyond 64 KiB nothing is looked for.
        json("query A {" + String(repeating: " a", count: 3_000_000) + "}"),
        Row(
            type: "application/json",
            content: Array("{\"query\": \"query \\ud800 { a }\", \"operationName\": \"\\udfff\"}".utf8),
            never: ["graphql"]),
        Row(
            type: "application/json",
            content: Array("{\"query\": \"query A { a(b: \\\"\\ud83d\\ude00 \\udfff\\\") }\"}".utf8),
            says: ["graphql     query A\n"]),
        Row(
            type: "application/json",
            content: Array(
                ("[" + [String](repeating: "{\"query\":\"{a}\"}", count: 3_500).joined(separator: ",") + "]").utf8),
            says: ["query, query, query, query, query and 95 more\n"]),
        Row(
            type: "application/json",
            content: Array(
                ("[" + [String](repeating: "{\"query\":\"{a}\"}", count: 100_000).joined(separator: ",") + "]").utf8),
            never: ["graphql"]),
        Row(type: "application/json", content: [UInt8](repeating: 0x5B, count: 60_000), never: ["graphql"]),
        Row(
            type: "application/graphql", content: Array(String(repeating: "{", count: 60_000).utf8), never: ["graphql "]
        ),
    ]

    private static func call(_ message: [UInt8], says: [String]) -> Row {
        let size = (0..<4).reversed().map { UInt8(truncatingIfNeeded: message.count >> ($0 * 8)) }
        return Row(type: "application/grpc", content: [0] + size + message, says: says)
    }

    private static func nested(_ depth: Int) -> [UInt8] {
        var bytes: [UInt8] = [0x08, 0x01]
        for _ in 0..<depth {
            var (size, length) = (bytes.count, [UInt8]())
            while size > 127 {
                length.append(UInt8(size & 0x7F | 0x80))
                size >>= 7
            }
            bytes = [0x0A] + length + [UInt8(size)] + bytes
        }
        return bytes
    }

    private static func times(_ count: Int, _ bytes: [UInt8]) -> [UInt8] { (0..<count).flatMap { _ in bytes } }

    private static let protobuf: [Row] = [
        call(nested(63), says: ["{1: {1: {1: "]), call(nested(5_000), says: ["{1: {1: {1: "]),
        call(times(2_000, nested(100)), says: ["{1: {1: {1: "]),
        // A length of 2^64 − 1, and one beyond what a number can be.
        call([0x0A] + [UInt8](repeating: 0xFF, count: 9) + [0x01, 0x78], says: ["{✗}"]),
        call([0x0A] + [UInt8](repeating: 0xFF, count: 10), says: ["{✗}"]),
        call(times(100_000, [0x08, 0x01]), says: ["{1: 1, 1: 1, "]),
        call(times(400_000, [0x08, 0x01]), says: ["{1: 1, 1: 1, "]),
        call([UInt8](repeating: 0x0B, count: 50_000), says: ["{1: {1: {1: "]),
        call(times(20_000, [0x0B, 0x14]), says: ["{1: {✗}"]),
        call([UInt8](repeating: 0x0C, count: 50_000), says: ["{✗}"]),
        Row(
            type: "application/grpc", content: [0, 0xFF, 0xFF, 0xFF, 0xFF] + [UInt8](repeating: 0x78, count: 1_000),
            says: ["not read from byte 0 on: The content ends in the middle of a message of the RPC."]),
    ]

    @Test func theyPassAndAreTold() throws {
        let origin = try ScriptedOrigin(answering: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let scratch = try Scratch()
        let har = scratch.file("a.har")
        let proxy = try RunningProxy("--messages", "--har", har)
        let rows = Self.graphQL + Self.protobuf
        for row in rows {
            let client = try proxy.connect()
            try client.send(
                "POST \(origin.url)/a.B/C HTTP/1.1\r\nHost: \(origin.host)\r\nContent-Type: \(row.type)\r\n"
                    + "Content-Length: \(row.content.count)\r\nConnection: close\r\n\r\n")
            try client.send(row.content)
            let (answer, end) = try client.receiveToEnd()
            #expect(answer.hasPrefix("HTTP/1.1 200 ") && end == .closed)
        }
        let peak = proxy.child.memory("VmHWM")
        #expect(try proxy.stop() == .exited(0))
        if let peak { #expect(peak < 256 << 20) }
        // Lines of one exchange begin with its number.
        let output = "\n" + proxy.output
        for (place, row) in rows.enumerated() {
            let parts = output.split(separator: "\n#\(place + 1) ", omittingEmptySubsequences: false).dropFirst()
            let text =
                parts.map { $0.split(separator: "\n#").first.map(String.init) ?? "" }.joined(separator: "\n") + "\n"
            for words in row.says { #expect(text.contains(words), "\(place + 1): \(text.prefix(500))") }
            for words in row.never { #expect(!text.contains(words), "\(place + 1): \(text.prefix(500))") }
        }
        // The file is one that others read.
        #expect(try Recorded.har(har).map(\.response.status) == rows.map { _ in 200 })
    }
}
