public import Bytes

/// One HTTP/2 connection: the frames of its stream 0, and how it ended. The frames of other streams are in their
/// exchanges.
public struct ConnectionRecord: Sendable {
    /// The two ends of a connection.
    public enum Leg: String, Sendable, CaseIterable {
        case client, upstream
    }

    /// A setting by its number and its value.
    public struct Setting: Sendable, Hashable {
        /// As registered, known or not.
        public let number: UInt16
        /// The value.
        public let value: UInt32

        /// A setting of a SETTINGS frame.
        public init(number: UInt16, value: UInt32) {
            self.number = number
            self.value = value
        }
    }

    /// A GOAWAY (RFC 9113 §6.8).
    public struct GoAway: Sendable, Hashable {
        /// Hark sent it.
        public let isSent: Bool
        /// The last stream that was processed.
        public let last: UInt32
        /// Why.
        public let code: UInt32
        /// The debug data, as far as it is kept.
        public let debug: Bytes

        /// A GOAWAY by its parts.
        public init(isSent: Bool, last: UInt32, code: UInt32, debug: Bytes) {
            self.isSent = isSent
            self.last = last
            self.code = code
            self.debug = debug
        }
    }

    /// A request after the last stream of the server's GOAWAY: the server did not process it (RFC 9113 §6.8).
    public struct Lost: Sendable, Hashable {
        /// Its stream.
        public let stream: UInt32
        /// Its flow; nil if flows have got other numbers since.
        public let flow: FlowID?

        /// A stream above the last one that was processed.
        public init(stream: UInt32, flow: FlowID?) {
            self.stream = stream
            self.flow = flow
        }
    }

    /// How much passed, in one direction.
    public struct Totals: Sendable, Hashable {
        /// Frames of all streams.
        public var frames: UInt64 = 0
        /// Octets of them.
        public var octets: UInt64 = 0

        /// Nothing yet.
        public init() {}

        /// A frame passed.
        public mutating func add(_ size: Int) {
            frames += 1
            octets += UInt64(max(0, size))
        }
    }

    /// The run in which its number is counted.
    public var run: RunID?
    /// The two ends of the connection.
    public let leg: Leg
    /// Counts connections of this leg from 1.
    public let number: UInt64
    /// When HTTP/2 began on it, in microseconds since 1970-01-01T00:00:00Z.
    public let wallClock: Int64
    /// The same time by the steady clock.
    public let openedAt: Instant
    /// What Hark announced, the newest value of each.
    public var ownSettings: [Setting] = []
    /// What the other side announced.
    public var peerSettings: [Setting] = []
    /// The first frames of stream 0, both ways, and when.
    public var frames: [(frame: StreamFrame, time: Instant)] = []
    /// How many there were.
    public var frameCount = 0
    /// The first GOAWAY frames that were received or sent.
    public var goAways: [GoAway] = []
    /// The first requests that GOAWAY frames excluded.
    public private(set) var lost: [Lost] = []
    /// Totals of received frames.
    public var received = Totals()
    /// Totals of sent frames.
    public var sent = Totals()
    /// How many streams were opened.
    public var streams: UInt64 = 0
    /// When it ended; nil while it is open.
    public var endedAt: Instant?
    /// Why it ended, in words; empty when no rule was broken.
    public var end = ""

    /// A connection at the start of HTTP/2.
    public init(_ leg: Leg, number: UInt64, wallClock: Int64, openedAt: Instant) {
        self.leg = leg
        self.number = number
        self.wallClock = wallClock
        self.openedAt = openedAt
    }

    /// Frames of stream 0 that are kept.
    public static let frameLimit = 1_000
    /// GOAWAY frames that are kept, and octets of what each says.
    public static let goAwayLimit = 10
    /// How many lost requests are listed: usually as many as can be open at once.
    public static let lostLimit = 1_000
    /// Octets of a GOAWAY's debug data that are kept.
    public static let debugLimit = 4_096

    /// A frame of stream 0 passed.
    public mutating func add(_ frame: StreamFrame, at time: Instant) {
        frameCount += 1
        if frames.count < Self.frameLimit { frames.append((frame, time)) }
    }

    /// As of exchanges: a request goes to the server.
    package func goesToServer(_ frame: StreamFrame) -> Bool { frame.isSent == (leg == .upstream) }

    /// A GOAWAY passed.
    public mutating func add(_ goAway: GoAway) {
        guard goAways.count < Self.goAwayLimit else { return }
        let debug = Bytes(goAway.debug.slice(0..<min(goAway.debug.count, Self.debugLimit)).array)
        goAways.append(GoAway(isSent: goAway.isSent, last: goAway.last, code: goAway.code, debug: debug))
    }

    /// A GOAWAY excluded this request.
    public mutating func add(_ lost: Lost) {
        if self.lost.count < Self.lostLimit { self.lost.append(lost) }
    }

    /// The same without the flow numbers of lost requests.
    public func forgettingFlows() -> ConnectionRecord {
        var copy = self
        copy.lost = lost.map { Lost(stream: $0.stream, flow: nil) }
        return copy
    }

    /// A SETTINGS frame passed; the newest value of each setting counts.
    public mutating func add(_ settings: [Setting], isSent: Bool) {
        var all = isSent ? ownSettings : peerSettings
        for setting in settings {
            all.removeAll { $0.number == setting.number }
            // No more than there can be sensibly: some are made up.
            if all.count < 100 { all.append(setting) }
        }
        if isSent { ownSettings = all } else { peerSettings = all }
    }
}

extension ConnectionRecord {
    /// The identity of a connection.
    public struct Name: Sendable, Hashable {
        /// The run that counts.
        package let run: RunID?
        /// Between whom.
        package let leg: Leg
        /// Counts connections of this leg from 1.
        package let number: UInt64
    }

    /// Its identity.
    public var name: Name { Name(run: run, leg: leg, number: number) }

    /// The HTTP/2 connections of an exchange.
    public static func names(of record: borrowing FlowRecord) -> [Name] {
        var names: [Name] = []
        if record.request.stream != nil, let number = record.opening?.clientConnection {
            names.append(Name(run: record.run, leg: .client, number: number))
        }
        if record.response.stream != nil, let number = record.upstream?.connection {
            names.append(Name(run: record.run, leg: .upstream, number: number))
        }
        return names
    }

    /// Those that an exchange went over: that of the client first, then those of servers by their numbers. Files have
    /// connections in the order in which they ended, which may be any.
    ///
    /// - Parameter lost: those with it that left it behind.
    package static func those(
        of record: borrowing FlowRecord, among all: [ConnectionRecord], lost: Bool
    ) -> [ConnectionRecord] {
        let (names, run, id) = (names(of: record), record.run, record.id)
        let found = all.filter { connection in
            names.contains(connection.name)
                || lost && connection.run == run && connection.lost.contains { $0.flow == id }
        }
        func rank(_ one: ConnectionRecord) -> (Int, UInt64) { (one.leg == .client ? 0 : 1, one.number) }
        return found.sorted { rank($0) < rank($1) }
    }

    /// Removes the debug data of GOAWAY frames.
    public mutating func forgetDebugData() {
        goAways = goAways.map { GoAway(isSent: $0.isSent, last: $0.last, code: $0.code, debug: Bytes()) }
    }
}
