import HTTPWire
import Testing

/// What a peer sends, and what RFC 9113 says becomes of it.
struct HTTP2ConformanceRow: Sendable, CustomTestStringConvertible {
    let section: String
    let leg: HTTP2Connection.Role
    let outcome: HTTP2ConformanceTests.Outcome
    /// The last stream that the client opened.
    let last: UInt32
    /// What is told of messages; nil when that is not what the row is about.
    let told: [String]?
    let bytes: @Sendable (inout RawPeer) -> [UInt8]

    init(
        _ section: String, _ leg: HTTP2Connection.Role, _ outcome: HTTP2ConformanceTests.Outcome, last: UInt32 = 13,
        told: [String]? = nil, bytes: @escaping @Sendable (inout RawPeer) -> [UInt8]
    ) {
        self.section = section
        self.leg = leg
        self.outcome = outcome
        self.last = last
        self.told = told
        self.bytes = bytes
    }

    var testDescription: String { "§\(section), \(leg)" }
}

/// The streams are those of `HTTP2ConformanceTests.streams`.
enum HTTP2ConformanceRows {
    typealias Row = HTTP2ConformanceRow
    private typealias Peer = RawPeer
    private static let ok = [(":status", "200")]
    private static let three = [(":status", "200"), ("content-length", "3")]
    private static let largest = UInt32(Int32.max)
    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
    /// A request that leaves the table as it is.
    private static let plainGet: [UInt8] = [0x82, 0x87, 0x84, 0x01, 9] + Array("a.example".utf8)

    static let broken: [Row] = frames + states + framesOfStreams + blocks + messages
    static let kept: [Row] = keptFrames + keptStates + keptConnection + keptMessages

    // MARK: - What is an error

    private static let frames: [Row] = [
        Row("4.2 HEADERS too long", .server, .connectionError(6)) { _ in Peer.frame(1, 5, 15, zeros(16_385)) },
        Row("4.2 CONTINUATION too long", .server, .connectionError(6)) { _ in
            Peer.frame(1, 1, 15, [0x82]) + Peer.frame(9, 4, 15, zeros(16_385))
        },
        Row("4.2 unknown and too long", .client, .connectionError(6)) { _ in Peer.frame(0xAB, 0, 1, zeros(16_385)) },
        Row("4.2 DATA too long", .client, .connectionError(6)) { _ in Peer.frame(0, 0, 1, zeros(16_385)) },
        Row("4.3 broken trailers", .server, .connectionError(9)) { _ in Peer.frame(1, 5, 1, [0x80]) },
        Row("4.3 broken block where we reset", .server, .connectionError(9)) { _ in Peer.frame(1, 5, 9, [0x80]) },
        Row("4.3 broken response", .client, .connectionError(9)) { _ in Peer.frame(1, 4, 3, [0xFF, 0xFF]) },
        Row("4.3 broken block where we reset", .client, .connectionError(9)) { _ in Peer.frame(1, 4, 9, [0x80]) },
        Row("4.3 table made too large", .server, .connectionError(9)) { _ in
            Peer.frame(1, 5, 1, [0x3F, 0xE2, 0x1F])
        },
        Row("4.3 table changed behind a field", .client, .connectionError(9)) { _ in
            Peer.frame(1, 4, 3, [0x88, 0x20])
        },
    ]

    private static let states: [Row] = [
        Row("5.1 DATA, idle", .client, .connectionError(1)) { _ in Peer.data(15, "a") },
        Row("5.1 RST_STREAM, idle", .client, .connectionError(1)) { _ in Peer.reset(15) },
        Row("5.1 WINDOW_UPDATE, idle", .client, .connectionError(1)) { _ in Peer.windowUpdate(15, 1) },
        Row("5.1 DATA, idle and of a server", .client, .connectionError(1)) { _ in Peer.data(2, "a") },
        Row("5.1 RST_STREAM, idle and of a server", .client, .connectionError(1)) { _ in Peer.reset(2) },
        Row("5.1 DATA behind END_STREAM", .client, .streamError(11, 5)) { _ in Peer.data(11, "a") },
        Row("5.1 HEADERS behind END_STREAM", .client, .streamError(11, 5)) { $0.headers(11, ok, ends: true) },
        Row("5.1 DATA, closed", .client, .streamError(7, 5)) { _ in Peer.data(7, "a") },
        Row("5.1 HEADERS, closed", .client, .connectionError(5)) { $0.headers(7, ok, ends: true) },
        Row("5.1 DATA behind RST_STREAM", .client, .streamError(5, 5)) { _ in Peer.data(5, "a") },
        Row("5.1 HEADERS behind RST_STREAM", .client, .streamError(5, 5)) { $0.headers(5, ok, ends: true) },
        Row("5.1 HEADERS behind RST_STREAM", .server, .streamError(5, 5)) { $0.headers(5, Peer.get, ends: true) },
        Row("5.1.1 a number that was skipped", .server, .connectionError(1)) { $0.headers(11, Peer.get, ends: true) },
        Row("5.1.1 a number of servers", .server, .connectionError(1)) { $0.headers(102, Peer.get, ends: true) },
    ]

    private static let framesOfStreams: [Row] = [
        Row("6.2 padding where the priority is", .server, .connectionError(1)) { _ in
            Peer.frame(1, 0x2C, 15, [1, 0, 0, 0, 0, 15])
        },
        Row("6.2 no room for the priority", .server, .connectionError(6)) { _ in
            Peer.frame(1, 0x2C, 15, [0, 0, 0, 0, 0])
        },
        Row("6.2 a request that depends on itself", .server, .streamError(15, 1)) { peer in
            Peer.frame(1, 0x25, 15, [0, 0, 0, 15, 15] + peer.block(Peer.get))
        },
        Row("6.3 length, open", .server, .streamError(1, 6)) { _ in Peer.frame(2, 0, 1, zeros(4)) },
        Row("6.3 length, half-closed", .server, .streamError(3, 6)) { _ in Peer.frame(2, 0, 3, zeros(6)) },
        Row("6.3 length, open", .client, .streamError(1, 6)) { _ in Peer.frame(2, 0, 1, zeros(4)) },
        Row("6.3 length, idle", .server, .connectionError(6)) { _ in Peer.frame(2, 0, 15, zeros(4)) },
        Row("6.5.2 ENABLE_PUSH of 2", .client, .connectionError(1)) { _ in Peer.frame(4, 0, 0, Peer.setting(2, 2)) },
        Row("6.6 padding where the promised stream is", .client, .connectionError(1)) { _ in
            Peer.frame(5, 12, 1, [4, 0, 0, 0, 2])
        },
        Row("6.6 no room for the promised stream", .client, .connectionError(6)) { _ in Peer.frame(5, 4, 1, zeros(3)) },
        Row("6.6 a promise that goes on", .client, .connectionError(1)) { _ in
            Peer.frame(5, 0, 1, [0, 0, 0, 2]) + Peer.frame(9, 4, 1, plainGet)
        },
        Row("6.9 nothing added, open", .client, .streamError(1, 1)) { _ in Peer.windowUpdate(1, 0) },
        Row("6.9 nothing added, half-closed", .server, .streamError(3, 1)) { _ in Peer.windowUpdate(3, 0) },
        Row("6.9 length, although on a stream", .server, .connectionError(6)) { _ in Peer.frame(8, 0, 1, zeros(5)) },
        Row("6.9.1 too much, stream", .client, .streamError(1, 3)) { _ in Peer.windowUpdate(1, largest - 65_534) },
        Row("6.9.1 too much, connection", .client, .connectionError(3)) { _ in Peer.windowUpdate(0, largest - 65_534) },
        Row("6.9.2 too much by SETTINGS", .client, .connectionError(3)) { _ in
            Peer.windowUpdate(1, largest - 65_535) + Peer.frame(4, 0, 0, Peer.setting(4, 65_536))
        },
    ]

    private static let blocks: [Row] = [
        Row("6.10 behind END_HEADERS", .server, .connectionError(1), last: 15) { peer in
            peer.headers(15, Peer.post) + Peer.frame(9, 4, 15)
        },
        Row("6.10 behind END_HEADERS", .client, .connectionError(1)) { $0.headers(3, ok) + Peer.frame(9, 4, 3) },
        Row("6.10 behind DATA", .server, .connectionError(1)) { _ in Peer.data(1, "a") + Peer.frame(9, 4, 1) },
        Row("6.10 HEADERS between", .server, .connectionError(1)) { _ in
            Peer.frame(1, 1, 15, [0x82]) + Peer.frame(1, 5, 17, plainGet)
        },
        Row("6.10 DATA between", .client, .connectionError(1)) { _ in Peer.frame(1, 0, 3, [0x88]) + Peer.data(3, "a") },
        Row("6.10 SETTINGS between", .client, .connectionError(1)) { _ in
            Peer.frame(1, 0, 3, [0x88]) + Peer.noSettings
        },
        Row("6.10 the rest on stream 0", .server, .connectionError(1)) { _ in
            Peer.frame(1, 1, 15, [0x82]) + Peer.frame(9, 4, 0, plainGet)
        },
    ]

    private static let messages: [Row] = [
        Row("8.1 interim behind final", .client, .malformed(3), told: ["3 200", "3 malformed unendedTrailers"]) {
            $0.headers(3, ok) + $0.headers(3, [(":status", "103")])
        },
        Row("8.1 two final heads", .client, .malformed(3)) { $0.headers(3, ok) + $0.headers(3, ok, ends: true) },
        Row("8.1 pseudo-header in trailers", .server, .malformed(1)) { $0.headers(1, [(":path", "/")], ends: true) },
        Row("8.2.2 connection in trailers", .server, .malformed(1)) {
            $0.headers(1, [("connection", "x")], ends: true)
        },
        Row("8.1.1 less, ended by DATA", .client, .malformed(3)) {
            $0.headers(3, three) + Peer.data(3, "ab", ends: true)
        },
        Row("8.1.1 less, ended by trailers", .client, .malformed(3)) {
            $0.headers(3, three) + Peer.data(3, "ab") + $0.headers(3, [("x", "y")], ends: true)
        },
        Row("8.1.1 more", .client, .malformed(3)) { $0.headers(3, three) + Peer.data(3, "abcd") },
        Row("8.1.1 none", .client, .malformed(3)) { $0.headers(3, three, ends: true) },
        Row("8.1.1 less, ended by trailers", .server, .malformed(15)) {
            $0.headers(15, Peer.post + [("content-length", "3")]) + $0.headers(15, [("x", "y")], ends: true)
        },
        Row("8.5 HEADERS behind a CONNECT", .server, .streamError(15, 1)) {
            $0.headers(15, [(":method", "CONNECT"), (":authority", "a.example:443")])
                + $0.headers(15, [("x", "y")], ends: true)
        },
        Row("8.1 content of a 204", .client, .malformed(3)) { $0.headers(3, [(":status", "204")]) + Peer.data(3, "a") },
    ]

    // MARK: - What is none

    private static let keptFrames: [Row] = [
        Row("4.1 reserved bit", .server, .tolerated, told: ["15 GET /", "15 end"]) {
            $0.headers(0x8000_000F, Peer.get, ends: true)
        },
        Row("4.1 undefined flags of HEADERS", .server, .tolerated, told: ["15 GET /", "15 end"]) {
            Peer.frame(1, 0x5 | 0xD2, 15, $0.block(Peer.get))
        },
        Row("4.1 undefined flags of DATA", .server, .tolerated, told: ["1 piece 0+1", "1 content 1"]) { _ in
            Peer.frame(0, 0xF6, 1, [0x61])
        },
        Row("4.1 undefined flags of RST_STREAM", .client, .tolerated, told: ["1 reset 8"]) { _ in
            Peer.frame(3, 0xFF, 1, Peer.number(8))
        },
        Row("4.1 undefined flags of SETTINGS, PING, GOAWAY", .client, .tolerated, told: ["goAway 13 0"]) { _ in
            Peer.frame(4, 0xFE, 0, Peer.setting(3, 9)) + Peer.frame(6, 0xFE, 0, zeros(8))
                + Peer.frame(7, 0xFF, 0, Peer.number(0x8000_000D) + zeros(4))
        },
        Row("4.2 DATA as long as may be", .server, .tolerated, told: ["1 piece 0+16384", "1 content 16384"]) { _ in
            Peer.frame(0, 0, 1, zeros(16_384))
        },
        Row("4.3 a change of the table's size", .server, .tolerated, told: ["15 GET /", "15 end"]) { _ in
            Peer.frame(1, 5, 15, [0x3F, 0xE1, 0x1F] + plainGet)
        },
        Row("4.3 what we drop is in the table", .server, .tolerated, told: ["15 GET /", "15 end"]) {
            $0.headers(9, [("x-a", "b")], ends: true) + $0.headers(15, Peer.get + [("x-a", "b")], ends: true)
        },
        Row("4.3 what we drop is in the table", .client, .tolerated, told: ["3 200"]) {
            $0.headers(9, ok + [("x-a", "b")]) + $0.headers(3, ok + [("x-a", "b")])
        },
        Row("5.5 unknown types anywhere", .client, .tolerated, told: []) { _ in
            [0, 1, 2, 3, 7, 15].flatMap { Peer.frame(0xAB, 0xFF, $0, zeros(16_384)) }
        },
        Row("6.1 padding alone, none of it, and no content", .server, .tolerated) { _ in
            Peer.frame(0, 8, 1, [3, 0, 0, 0]) + Peer.frame(0, 8, 1, [0, 0x61]) + Peer.frame(0, 8, 1, [0])
                + Peer.data(1, "") + Peer.data(1, "", ends: true)
        },
        Row("6.2 padding, priority, and the block behind", .server, .tolerated, told: ["15 GET /", "15 end"]) {
            Peer.frame(1, 0x29, 15, [2, 0, 0, 0, 3, 15, 0, 0]) + Peer.frame(9, 4, 15, $0.block(Peer.get))
        },
    ]

    private static let keptStates: [Row] =
        [3, 5, 7, 9].map { stream in
            Row("5.1 WINDOW_UPDATE and PRIORITY on stream \(stream)", .server, .tolerated, told: []) { _ in
                Peer.windowUpdate(stream, 1) + Peer.frame(2, 0, stream, [0, 0, 0, 1, 1])
            }
        }
        + [3, 5, 7, 9, 11].map { stream in
            Row("5.1 WINDOW_UPDATE and PRIORITY on stream \(stream)", .client, .tolerated, told: []) { _ in
                Peer.windowUpdate(stream, 1) + Peer.frame(2, 0, stream, [0, 0, 0, 1, 1])
            }
        }
        + [HTTP2Connection.Role.server, .client].flatMap { leg in
            [
                Row("5.1 RST_STREAM, closed: none goes back", leg, .tolerated, told: []) { _ in
                    Peer.reset(5) + Peer.reset(7) + Peer.reset(9)
                },
                Row("5.1 DATA where we reset", leg, .tolerated, told: []) { _ in
                    Peer.data(9, "a") + Peer.data(9, "b", ends: true)
                },
                Row("5.1 PRIORITY, idle", leg, .tolerated, told: []) { _ in
                    Peer.frame(2, 0, 15, [0x80, 0, 0, 13, 1]) + Peer.frame(2, 0, 2, zeros(5))
                },
                Row("5.1 PRIORITY and WINDOW_UPDATE that are wrong, closed", leg, .tolerated, told: []) { _ in
                    Peer.frame(2, 0, 7, [0, 0, 0, 7, 1]) + Peer.frame(2, 0, 5, zeros(4)) + Peer.windowUpdate(9, 0)
                },
            ]
        }
        + [
            Row("5.1.1 what was skipped is closed", .server, .tolerated, told: []) { _ in
                Peer.windowUpdate(11, 1) + Peer.reset(11)
            },
            Row("5.1.1 numbers with gaps", .server, .tolerated, told: ["41 GET /", "41 end", "99 GET /", "99 end"]) {
                $0.headers(41, Peer.get, ends: true) + $0.headers(99, Peer.get, ends: true)
            },
        ]

    private static let keptConnection: [Row] = [
        Row("6.4, 7 an unknown code", .client, .tolerated, told: ["1 reset 4294967295"]) { _ in
            Peer.reset(1, .max)
        },
        Row("6.5 values at their ends", .server, .tolerated, told: []) { _ in
            let ends: [(UInt16, UInt32)] = [
                (1, 0), (1, .max), (2, 0), (2, 1), (3, 0), (3, .max), (4, 0), (4, largest), (5, 16_384),
                (5, 16_777_215), (6, 0), (6, .max), (0xFFFF, .max),
            ]
            return Peer.frame(4, 0, 0, ends.flatMap { Peer.setting($0.0, $0.1) })
        },
        Row("6.5.2 ENABLE_PUSH of 0", .client, .tolerated, told: []) { _ in Peer.frame(4, 0, 0, Peer.setting(2, 0)) },
        Row("6.5, 6.7 acknowledgements of nothing", .client, .tolerated, told: []) { _ in
            Peer.frame(4, 1) + Peer.frame(4, 1) + Peer.frame(6, 1, 0, zeros(8))
        },
        Row("6.8 two, an unknown code", .client, .tolerated, told: ["goAway 2147483647 0", "goAway 13 65535"]) { _ in
            Peer.frame(7, 0, 0, Peer.number(largest) + zeros(4))
                + Peer.frame(7, 0, 0, Peer.number(13) + Peer.number(0xFFFF) + [0xFF, 0x00])
        },
        Row("6.8 of a client", .server, .tolerated, told: ["goAway 0 0"]) { _ in Peer.frame(7, 0, 0, zeros(8)) },
        Row("6.9.1 as much as may be", .client, .tolerated, told: []) { _ in
            Peer.windowUpdate(0, largest - 65_535) + Peer.windowUpdate(1, largest - 65_535)
        },
        Row("6.9.2 as much as may be by SETTINGS", .client, .tolerated, told: []) { _ in
            Peer.windowUpdate(1, largest - 65_535) + Peer.frame(4, 0, 0, Peer.setting(4, 65_535))
        },
        Row("6.10 END_STREAM is of HEADERS", .client, .tolerated, told: ["3 200", "3 end"]) { _ in
            Peer.frame(1, 1, 3) + Peer.frame(9, 0xFB, 3, [0x88]) + Peer.frame(9, 4, 3)
        },
    ]

    private static let keptMessages: [Row] = [
        Row("8.1 interim heads", .client, .tolerated, told: ["3 interim 100", "3 interim 103", "3 200", "3 end"]) {
            $0.headers(3, [(":status", "100")]) + $0.headers(3, [(":status", "103")]) + $0.headers(3, ok, ends: true)
        },
        Row("8.1 trailers without fields", .server, .tolerated, told: ["1 trailers 0", "1 end"]) { _ in
            Peer.frame(1, 5, 1)
        },
        Row("8.1 NO_ERROR behind the response", .client, .tolerated, told: ["1 200", "1 end", "1 reset 0"]) {
            $0.headers(1, ok, ends: true) + Peer.reset(1, 0)
        },
        Row("8.1.1 a length that is right", .client, .tolerated) {
            $0.headers(3, three) + Peer.frame(0, 8, 3, [9, 0x61, 0x62] + zeros(9)) + Peer.data(3, "c", ends: true)
        },
        Row("8.1.1 a length that is right, with trailers", .client, .tolerated) {
            $0.headers(3, three) + Peer.data(3, "abc") + $0.headers(3, [("x", "y")], ends: true)
        },
        Row("8.1.1 a 304 has the length of another", .client, .tolerated, told: ["3 304", "3 end"]) {
            $0.headers(3, [(":status", "304"), ("content-length", "3")], ends: true)
        },
        Row("8.2.3 cookies in pieces", .server, .tolerated, told: ["15 GET /", "15 end"]) {
            $0.headers(15, Peer.get + [("cookie", "a=b"), ("x", "y"), ("cookie", "c=d")], ends: true)
        },
    ]
}
