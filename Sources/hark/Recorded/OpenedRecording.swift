import ArgumentParser
import Bytes
import Explain
import Flow
import Formats
import HTTPModel
import Library
import Platform

/// A HAR or a log that is read entry by entry. What is wrong with it is told on standard error, once. Used by one
/// thread.
final class OpenedRecording {
    typealias Entry = RecordingReader.Entry

    private let path: String
    private let reader: RecordingReader
    private var isTold = false
    /// Flows were lost to damage; known when they were handed out.
    private(set) var isCut = false

    /// Of smaller files all flows are kept at once where a story needs them, with their contents.
    static let smallLimit = 16 << 20
    /// So much tells what a file is.
    private static let detectionLimit = 1 << 20

    init(_ path: String, _ reader: RecordingReader) {
        self.path = path
        self.reader = reader
    }

    /// nil when it is neither a HAR nor a log.
    convenience init?(_ bytes: any RecordedBytes, of path: String, _ form: InputForm? = nil) {
        let detected: RecordingReader.Form?
        switch form {
        case .har: detected = .har
        case .log: detected = .log
        case .raw, .curl, .http2Client, .http2Server: detected = nil
        case nil:
            let first = bytes.read(0..<min(bytes.count, Self.detectionLimit))
            switch InputKind.detect(first) {
            case .har: detected = .har
            case .log: detected = .log
            case .rawMessages, .curlVerbose, .mitmproxy, .sessionArchive, .charles, .unknown: detected = nil
            }
        }
        guard let detected else { return nil }
        self.init(path, RecordingReader(bytes, detected, attachments: InputFile(path).attachments))
    }

    /// It is a HAR, not a log.
    var isHAR: Bool { reader.isHAR }

    /// Bytes of the file.
    var size: Int { reader.size }

    /// What stood in it, and has no place in a session; known when the flows were handed out.
    var unused: [Damage] { reader.unused }

    /// The connections of HTTP/2 that are recorded beside the flows.
    func connections() -> [ConnectionRecord] { reader.connections() }

    /// Those that were passed by when the flows were handed out last.
    var connectionsSeen: [ConnectionRecord] { reader.connectionsSeen }

    /// Hands out the flows in the order of the file; `body` says whether to go on. Fails with an exit code when
    /// something is wrong with the file, and nothing in it could be read.
    func forEachFlow(_ body: (FlowRecord, Entry) throws -> Bool) throws {
        var isAnyRead = false
        let damage = try reader.forEachFlow { flow, entry in
            isAnyRead = true
            return try body(flow, entry)
        }
        if !isTold { Diagnostics.say(damage, of: path) }
        isTold = true
        isCut = damage.contains(where: \.losesFlows)
        if !isAnyRead, !damage.isEmpty { throw ExitCode(EX_DATAERR) }
    }

    /// An entry that was handed out before.
    func flow(_ entry: Entry) -> FlowRecord? { reader.flow(entry) }

    /// The flow of this number; nil when there is none.
    func flow(_ number: FlowID) -> FlowRecord? { flow(.number(number)).flow }

    /// The flow that is meant, and how many there are when there is none.
    func flow(_ choice: EntryChoice) -> (flow: FlowRecord?, count: Int) {
        var found: Entry?
        var count = 0
        if case .newest(let place) = choice {
            var entries: [(entry: Entry, number: UInt64)] = []
            reader.forEachEntry { entry, number in
                entries.append((entry, number.number))
                return true
            }
            guard place <= entries.count else { return (nil, entries.count) }
            return (reader.flow(entries.sorted { $0.number > $1.number }[Int(place) - 1].entry), entries.count)
        }
        reader.forEachEntry { entry, number in
            let isMeant =
                switch choice {
                case .place(let place): place == count
                case .number(let id): number == id
                case .newest: false
                }
            if isMeant { found = entry }
            count += 1
            return !isMeant
        }
        return (found.flatMap { reader.flow($0) }, count)
    }

    /// What may matter to an explanation of this flow, itself among it: of small files everything; of others what is on
    /// its connection or for its resource, without content. Without a flow, everything that a story needs.
    func flows(around flow: FlowRecord? = nil) throws -> [FlowRecord] {
        let isSmall = size <= Self.smallLimit
        var flows: [FlowRecord] = []
        do {
            try forEachFlow { other, _ in
                if isSmall || other.index == flow?.index {
                    flows.append(other)
                } else if flow.map({ SessionContext.areRelated($0, other) }) ?? true || other.setsCookies {
                    flows.append(other.slim)
                }
                return true
            }
        } catch let code as ExitCode where code == ExitCode(EX_DATAERR) {
            // Whoever explains says so.
            return []
        }
        return flows
    }
}

extension FlowRecord {
    /// What cookies are told from needs it, wherever it stands.
    fileprivate var setsCookies: Bool { responseHead?.fields.contains(.setCookie) == true }
}

extension Diagnostics {
    /// Places that are told one by one.
    private static let toldLimit = 20

    /// What is wrong with a recording.
    static func say(_ damage: [Damage], of path: String) {
        for damage in damage.prefix(toldLimit) { say("\(path.terminalEscaped): \(damage.text)") }
        if damage.count > toldLimit {
            say("\(path.terminalEscaped): \(damage.count - toldLimit) more damaged places")
        }
    }

    /// What a session has no place for, in one sentence: nearly every file of another tool has something of it.
    static func say(unused: [Damage], of path: String) {
        guard !unused.isEmpty else { return }
        let names = unused.map { "\($0.subject) (line \($0.line))" }.joined(separator: ", ")
        say(
            "\(path.terminalEscaped): A session has no place for these, so they were left out: \(names.terminalEscaped)"
        )
    }
}
