import Bytes
import Flow
import Foundation
import HTTPModel
import Synchronization

@testable import Record

// Hand-made heads and event streams. Times are in microseconds since the flow began.

/// A head's text taken apart at its line ends and first colons; enough for heads that are well formed.
private func section(_ text: String, skipsFirstLine: Bool = true) -> FieldSection {
    let raw = Array(text.utf8)
    var lines: [FieldLine] = []
    var start = 0
    var isFirst = skipsFirstLine
    while let end = raw[start...].firstIndex(of: 0x0A) {
        defer { start = end + 1 }
        if isFirst {
            isFirst = false
            continue
        }
        guard let colon = raw[start..<end].firstIndex(of: ASCII.colon) else { continue }
        var valueStart = colon + 1
        while raw[valueStart] == ASCII.space { valueStart += 1 }
        let valueEnd = max(valueStart, raw[end - 1] == ASCII.carriageReturn ? end - 1 : end)
        let name = Bytes(Array(raw[start..<colon])).lowercased.text
        let known = KnownField.allCases.first { $0 != .other && $0.name.description == name } ?? .other
        lines.append(
            FieldLine(
                start: start, nameEnd: colon, valueStart: valueStart, valueEnd: valueEnd, end: end + 1, known: known))
    }
    return FieldSection(raw: Bytes(raw), lines: lines)
}

func trailers(_ text: String) -> FieldSection {
    section(text, skipsFirstLine: false)
}

func requestHead(_ text: String, quirks: [Quirk] = []) -> RequestHead {
    let fields = section(text)
    let parts = fields.startLine.split(separator: ASCII.space)
    let range = parts[1].startIndex..<parts[1].endIndex
    let target = Bytes(Array(parts[1]))
    let method = Method(Bytes(Array(parts[0])))
    let form: RequestTarget.Form =
        if target == "*" {
            .asterisk
        } else if method == .connect {
            .authority
        } else {
            target.first == ASCII.slash ? .origin : .absolute
        }
    var path = range
    if form == .absolute, let slashes = target.text.range(of: "//") {
        let authority = target.text[slashes.upperBound...]
        let offset =
            target.count - (authority.firstIndex { $0 == "/" || $0 == "?" }.map { authority[$0...].utf8.count } ?? 0)
        path = (range.lowerBound + offset)..<range.upperBound
    } else if form == .authority {
        path = range.upperBound..<range.upperBound
    }
    return RequestHead(
        method: method, target: RequestTarget(form: form, range: range, pathAndQuery: path), version: .http11,
        fields: fields, quirks: quirks)
}

func responseHead(_ text: String, quirks: [Quirk] = []) -> ResponseHead {
    let fields = section(text)
    let line = fields.startLine
    let status = Int(line.slice(9..<12).text) ?? 0
    return ResponseHead(
        status: status, version: .http11, reasonRange: min(13, line.count)..<line.count, fields: fields, quirks: quirks)
}

/// Builds the events of one flow. The clock starts at one second, so that zero is never right by chance.
struct Story {
    static let start: UInt64 = 1_000_000_000
    let id: FlowID
    private(set) var events: [FlowEvent] = []

    init(_ id: UInt64 = 1, wallClock: Int64 = 1_700_000_000_123_456) {
        self.id = FlowID(id)
        at(
            0,
            .opened(
                FlowEvent.Opening(
                    wallClock: wallClock, client: "127.0.0.1:50000", listener: "127.0.0.1:8888", clientConnection: 3,
                    requestNumber: 2)))
    }

    mutating func at(_ micro: UInt64, _ fact: FlowEvent.Fact) {
        events.append(FlowEvent(flow: id, time: Instant(nanoseconds: Self.start + micro * 1000), fact: fact))
    }

    /// A connection of its own, made in 6 ms.
    mutating func connects(address: String = "93.184.216.34:80", reused: Bool = false) {
        if !reused {
            at(1_000, .upstreamSought(host: "example.com", port: 80))
            at(3_000, .nameResolved)
        }
        at(6_000, .upstreamConnected(.init(connection: 7, address: address, reused: reused, isLocal: false)))
    }

    mutating func content(_ micro: UInt64, _ kind: MessageKind, _ bytes: Bytes) {
        at(micro, .contentReceived(kind, count: bytes.count, bytes: bytes))
    }

    /// A GET that was answered with this head and content.
    static func get(_ response: String, _ content: Bytes = "", id: UInt64 = 1) -> Story {
        var story = Story(id)
        story.at(
            0,
            .requestHeadReceived(
                requestHead("GET http://example.com/ HTTP/1.1\r\nHost: example.com\r\n\r\n"), Framing(.none, rule: 7)))
        story.at(10, .messageEnded(.request, wireSize: 0))
        story.connects()
        story.at(7_000, .requestForwarded(sent: "GET / HTTP/1.1\r\nHost: example.com\r\n\r\n", edits: []))
        let head = responseHead(response)
        story.at(27_500, .responseHeadReceived(head, Framing(.length(UInt64(content.count)), rule: 6)))
        story.at(27_500, .responseForwarded(sent: head.raw, edits: []))
        if !content.isEmpty { story.content(28_000, .response, content) }
        story.at(30_000, .messageEnded(.response, wireSize: UInt64(content.count)))
        story.at(30_100, .finished(.complete))
        return story
    }

    var record: FlowRecord {
        var record = FlowRecord(id: id, openedAt: events[0].time)
        for event in events { record.apply(event) }
        return record
    }

    /// The entry's bytes, with the bodies kept up to `limit`.
    func line(bodyLimit: Int = 16 << 20, spillThreshold: Int = 1 << 20) -> [UInt8] {
        var keeper = BodyKeeper(limit: bodyLimit) { _ in }
        keeper.spillThreshold = spillThreshold
        var bodies = KeptBodies()
        for event in events {
            guard case .contentReceived(let kind, _, let bytes?) = event.fact else { continue }
            switch kind {
            case .request: keeper.keep(bytes, in: &bodies.request)
            case .response: keeper.keep(bytes, in: &bodies.response)
            }
        }
        var writer = JSONWriter()
        HAREntry.write(record, bodies, to: &writer)
        var line: [UInt8] = []
        _ = writer.forEachPiece {
            line.append(contentsOf: $0)
            return true
        }
        return line
    }

    func entry(bodyLimit: Int = 16 << 20, spillThreshold: Int = 1 << 20) throws -> JSON {
        try JSON(line(bodyLimit: bodyLimit, spillThreshold: spillThreshold))
    }
}

/// JSON read back by Foundation, an independent reader.
struct JSON: CustomStringConvertible {
    let value: Any?

    init(_ bytes: some Sequence<UInt8>) throws {
        value = try JSONSerialization.jsonObject(with: Data(bytes), options: [.fragmentsAllowed])
    }

    private init(value: Any?) {
        self.value = value
    }

    subscript(key: String) -> JSON { JSON(value: (value as? [String: Any])?[key]) }
    subscript(index: Int) -> JSON {
        let array = value as? [Any]
        return JSON(value: array.flatMap { $0.indices.contains(index) ? $0[index] : nil })
    }

    var string: String? { value as? String }
    var int: Int? { (value as? NSNumber)?.intValue }
    var double: Double? { (value as? NSNumber)?.doubleValue }
    var bool: Bool? { value as? Bool }
    var count: Int? { (value as? [Any])?.count }
    var exists: Bool { value != nil }
    var isNull: Bool { value is NSNull }
    var keys: Set<String> { Set((value as? [String: Any])?.keys.map { $0 } ?? []) }
    var array: [JSON] { (value as? [Any])?.map { JSON(value: $0) } ?? [] }
    /// A base64 string's bytes.
    var decoded: [UInt8]? { string.flatMap { Data(base64Encoded: $0) }.map { [UInt8]($0) } }
    var description: String { value.map { "\($0)" } ?? "nothing" }
}

/// Collects what is said, from any thread.
final class Sayings: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }
    var say: @Sendable (String) -> Void {
        { line in self.lines.withLock { $0.append(line) } }
    }
}

/// A folder for one test, removed with it.
final class Folder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "hark-tests-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String) -> String { path + "/" + name }

    func read(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: file(name))))
    }

    func write(_ name: String, _ bytes: some Sequence<UInt8>) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    }
}
