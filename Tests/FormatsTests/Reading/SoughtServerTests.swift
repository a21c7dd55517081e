import Bytes
import Flow
import HTTPModel
import Testing

@testable import Formats

/// The server that a recording's URL names is the one that was sought: with the port of its scheme, and without the
/// brackets of an address; what it does not name is not known.
@Suite struct SoughtServerTests {
    private static let servers: [(url: String, host: String?, port: UInt16?)] = [
        ("http://a.test/x", "a.test", 80), ("https://a.test/x", "a.test", 443), ("http://a.test:8080/", "a.test", 8080),
        ("https://a.test:80/", "a.test", 80), ("http://[::1]/", "::1", 80), ("http://[::1]:3000/x", "::1", 3000),
        ("https://[2001:db8::1]/", "2001:db8::1", 443), ("ws://a.test/", "a.test", 80),
        ("wss://a.test/", "a.test", 443), ("http://a.test:99999/", "a.test", nil), ("http://a.test:0/", "a.test", nil),
        ("/x", nil, nil),
    ]

    private static func entry(_ url: String, _ timings: String, _ more: String = "") -> String {
        #"{"startedDateTime":"2024-01-01T00:00:00.000Z","time":9,"request":{"method":"GET","url":"\#(url)","#
            + #""httpVersion":"HTTP/1.1","headers":[{"name":"Host","value":"a.test"}],"bodySize":0},"#
            + #""response":{"status":200,"statusText":"OK","httpVersion":"HTTP/1.1","headers":[],"#
            + #""content":{"size":2,"text":"ok"},"bodySize":2},"timings":{\#(timings)}\#(more)}"#
    }

    private static let new = #""blocked":1,"dns":1,"connect":2,"ssl":-1,"send":1,"wait":2,"receive":1"#
    private static let reused = #""blocked":-1,"dns":-1,"connect":-1,"ssl":-1,"send":1,"wait":2,"receive":1"#

    private static func check(_ flow: FlowRecord?, _ url: String, _ host: String?, _ port: UInt16?, isSought: Bool) {
        let words = "\(url): \(flow?.host ?? "-") \(flow?.port ?? 0)"
        #expect(flow != nil)
        #expect(flow?.host != "" && flow?.port != 0, "\(words)")
        if isSought { #expect(flow?.host == host && flow?.port == port, "\(words)") }
    }

    @Test func ofAHAR() {
        for (url, host, port) in Self.servers {
            for more in ["", #","serverIPAddress":"192.0.2.1""#, #","serverIPAddress":"[::1]""#] {
                let recording = HARReader.read(Bytes(har([Self.entry(url, Self.new, more)])))
                Self.check(recording.flows.first, url, host, port, isSought: true)
                let kept = HARReader.read(Bytes(har([Self.entry(url, Self.reused, more)])))
                Self.check(kept.flows.first, url, host, port, isSought: false)
            }
        }
    }

    @Test func ofALog() {
        for (url, host, port) in Self.servers {
            for (timings, isReused) in [(Self.new, false), (Self.reused, true)] {
                let more =
                    #","serverIPAddress":"192.0.2.1","_id":7,"#
                    + #""_connection":{"client":1,"upstream":2,"reused":\#(isReused)}"#
                let recording = LogReader.read(Bytes(Self.entry(url, timings, more) + "\n"))
                Self.check(recording.flows.first, url, host, port, isSought: !isReused)
            }
        }
    }

    @Test func ofAnImport() {
        for (url, host, port) in Self.servers {
            for connectBegan in [1_000, nil] as [Int64?] {
                var exchange = ImportedExchange()
                exchange.url = Bytes(url)
                exchange.moments.began = 1_000
                exchange.moments.connectBegan = connectBegan
                exchange.moments.responseBegan = 2_000
                Self.check(exchange.record(at: 0), url, host, port, isSought: connectBegan != nil)
            }
        }
    }
}
