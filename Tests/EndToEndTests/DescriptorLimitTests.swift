import TestKit
import Testing

/// A proxy that may have few descriptors, and crowds that come, ask, stay and leave.
@Suite(.timeLimit(.minutes(5))) struct DescriptorLimitTests {
    /// A server that answers `/fresh` alone.
    private static func origin() throws -> ScriptedOrigin {
        try ScriptedOrigin { connection, _ in
            while true {
                let head = try connection.receiveHead()
                if head.hasPrefix("GET /fresh") {
                    try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nhere")
                } else {
                    _ = try? connection.receiveToEnd()
                    return
                }
            }
        }
    }

    private static func proxy(_ limit: Int, _ arguments: String..., listen: String = "127.0.0.1:0") throws
        -> RunningProxy
    {
        try RunningProxy(
            arguments: arguments, listen: [listen],
            prefix: ["/bin/sh", "-c", "ulimit -n \(limit); exec \"$@\"", "sh"])
    }

    /// A fresh client, which is answered within five seconds; at once, or when it comes again.
    private static func expectService(_ proxy: RunningProxy, _ origin: ScriptedOrigin, _ what: String) throws {
        try eventually(what, within: 5) {
            guard let client = try? proxy.connect() else { return false }
            defer { client.close() }
            try client.send("GET \(origin.url)/fresh HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            return (try? client.receiveToEnd())?.text.hasSuffix("here") == true
        }
    }

    @Test(arguments: [64, 128, 256])
    func aListenerThatRanOutAcceptsAgain(limit: Int) throws {
        let origin = try Self.origin()
        let proxy = try Self.proxy(limit)
        for round in 1...4 {
            // More than it may have, all at once; then they go.
            var crowd: [RawConnection] = []
            for _ in 0..<(2 * limit) { crowd.append(try proxy.connect()) }
            try Self.expectService(proxy, origin, "served beside crowd \(round)")
            for client in crowd { client.close() }
            try Self.expectService(proxy, origin, "served after crowd \(round)")
        }
        // What was said last is what holds.
        if proxy.diagnostics.contains("no more connections") {
            try eventually("it is said that connections are accepted again") {
                let lines = proxy.diagnostics.split(separator: "\n").filter { $0.contains("accepted") }
                return lines.last?.contains("accepted again") == true
            }
        }
    }

    @Test(arguments: [64, 128, 256])
    func clientsThatAskAndLeaveLeaveNothingBehind(limit: Int) throws {
        let origin = try Self.origin()
        let proxy = try Self.proxy(limit)
        for _ in 0..<300 {
            // A backlog that is full refuses some.
            guard let client = try? proxy.connect() else { continue }
            try? client.send("GET \(origin.url)/never HTTP/1.1\r\nHost: x\r\n\r\n")
            client.close()
        }
        try Self.expectService(proxy, origin, "a fresh client is served")
    }

    @Test func aCrowdThatStaysKeepsNobodyOut() throws {
        let origin = try Self.origin()
        let proxy = try Self.proxy(128)
        var crowd: [RawConnection] = []
        for number in 0..<300 {
            let client = try proxy.connect()
            switch number % 3 {
            case 0: break
            case 1: try? client.send("GET \(origin.url)/fresh HTTP/1.1\r\nHost: x\r\n\r\n")
            default: try? client.send("GET / HT")
            }
            crowd.append(client)
        }
        try Self.expectService(proxy, origin, "a fresh client is served")
        withExtendedLifetime(crowd) {}
    }
}
