import ArgumentParser
import Bytes
import Explain
import Filter
import Flow
import Formats
import HTTPModel
import Judge
import Lessons
import Library
import Messages
import Platform
import Store
import Views

/// The flows that lessons take their examples from.
struct LearnFlows {
    /// A flow that may illustrate a lesson, and how well.
    struct Candidate {
        let number: UInt64
        let answered: Int
        let isServed: Bool

        /// Which of two is the better example: the one that answers more, then one that a server answered, then the
        /// earlier one.
        static func < (left: Candidate, right: Candidate) -> Bool {
            (left.answered, left.isServed ? 1 : 0, right.number) < (right.answered, right.isServed ? 1 : 0, left.number)
        }
    }

    /// What there is for a lesson.
    struct Found {
        var candidates: [Candidate] = []
        /// So many flows were looked at, the newest; nil: all.
        var looked: Int?

        /// The first of those that answer most questions; nil when none answers any.
        var best: Candidate? {
            candidates.filter { $0.answered > 0 }.max(by: <)
        }
    }

    /// As many flows are tried for a lesson.
    private static let tries = 40

    /// nil: there is no session yet.
    let name: String?
    private let source: any FlowLibrary
    private let session: LessonSession

    /// Without a session: no lesson has an example.
    init() {
        name = nil
        source = RecordLibrary([], reader: .standard)
        session = LessonSession()
    }

    init(_ request: LearnRequest, _ input: LearnInputOptions) throws {
        name = request.file ?? input.choice.session ?? "the newest session"
        if let file = request.file ?? (input.choice.session == "-" ? "-" : nil) {
            source = try Self.opened(file)
        } else {
            source = try input.choice.source()
        }
        session = try Self.session(source)
    }

    /// Of a large session what is newest; a file is read from its start.
    private static func session(_ source: any FlowLibrary) throws -> LessonSession {
        let limit = LessonSession.limit
        guard let stored = source as? SessionLibrary else {
            var flows: [FlowRecord] = []
            try source.forEach(.everything, .here, FlowReading(limit: limit + 1, hasContent: false)) { subject in
                flows.append(subject.record.slim)
                return true
            }
            let some = Array(flows.prefix(limit))
            return LessonSession(isWhole: flows.count <= limit) { some }
        }
        return LessonSession(isWhole: try stored.newest(limit + 1).count <= limit) {
            var flows: [FlowRecord] = []
            do {
                try stored.forEach(.everything, .here, FlowReading(.newestFirst, limit: limit, hasContent: false)) {
                    flows.append($0.record.slim)
                    return true
                }
            } catch {
                // What cannot be read is said; the lesson does without.
                _ = (error as? any FlowLibraryError)?.said()
            }
            return flows.reversed()
        }
    }

    /// What `hark explain` reads too: recordings, the output of curl, raw messages.
    private static func opened(_ path: String) throws -> any FlowLibrary {
        if path != "-", access(path, F_OK) == 0, SessionFile.isDatabase(path) {
            return try SessionLibrary.open(path)
        }
        let file = InputFile(path)
        let bytes = try file.open()
        if let recording = OpenedRecording(bytes, of: path) {
            return RecordLibrary(try recording.flows(), reader: .standard)
        }
        let whole = try file.whole(bytes)
        let flows: [FlowRecord]
        switch InputKind.detect(whole) {
        case .curlVerbose:
            let text = PastedText(whole)
            flows = CurlVerbose.read(text.bytes, now: WallTime.seconds, url: text.url).flows
        case .mitmproxy, .sessionArchive, .charles, .har, .log:
            flows = RecordedFile(whole, now: WallTime.seconds)?.flows ?? []
        case .rawMessages, .unknown:
            let text = PastedText(whole)
            let circumstances = ExplainedInput.Circumstances(url: text.url, now: WallTime.seconds)
            let explained = ExplainedInput(raw: text.bytes, circumstances)
            // Any bytes can be taken for a message with faults; without a start line they are none.
            let isMessage = InputKind.detect(whole) == .rawMessages || !explained.exchanges.isEmpty
            flows = isMessage ? explained.pairs.map(\.exchange) : []
        }
        guard !flows.isEmpty else {
            Diagnostics.say(
                "\(path == "-" ? "standard input" : path.terminalEscaped) has no HTTP message (expected a HAR, a "
                    + "log, a session file, raw messages or the output of curl -v)")
            throw UsageFailure.data
        }
        return RecordLibrary(flows.enumerated().map { $1.numbered(FlowID(UInt64($0) + 1)) }, reader: .standard)
    }

    // MARK: Finding

    /// For each lesson the flows that may illustrate it.
    func find(_ lessons: [Lesson]) throws -> [String: Found] {
        if let stored = source as? SessionLibrary {
            return try session.isWhole ? findByColumns(lessons) : findNewest(lessons, stored)
        }
        // A file is read once for all of them.
        let matchers = try lessons.map { FilterMatcher(try Self.filter(of: $0), .here) }
        var found: [String: Found] = [:]
        try source.forEach(.everything, .here, FlowReading()) { subject in
            var illustration: Illustration?
            for (lesson, matcher) in zip(lessons, matchers) {
                guard found[lesson.topic]?.candidates.count ?? 0 < Self.tries, matcher.matches(subject) else {
                    continue
                }
                let example = illustration ?? self.illustration(subject.record)
                illustration = example
                found[lesson.topic, default: Found()].candidates.append(Self.candidate(lesson, example))
            }
            return true
        }
        return found
    }

    private func findByColumns(_ lessons: [Lesson]) throws -> [String: Found] {
        var found: [String: Found] = [:]
        for lesson in lessons {
            var here = Found()
            try source.forEach(try Self.filter(of: lesson), .here, FlowReading(limit: Self.tries)) { subject in
                let candidate = Self.candidate(lesson, illustration(subject.record))
                here.candidates.append(candidate)
                return candidate.answered < lesson.questions.count || !candidate.isServed
            }
            if !here.candidates.isEmpty { found[lesson.topic] = here }
        }
        return found
    }

    /// In a large session: what is newest, and not longer than somebody waits.
    private func findNewest(_ lessons: [Lesson], _ stored: SessionLibrary) throws -> [String: Found] {
        var found: [String: Found] = [:]
        for lesson in lessons {
            var here = Found()
            here.looked = try stored.forEachNewest(try Self.filter(of: lesson), .here, limit: Self.tries) { subject in
                let candidate = Self.candidate(lesson, illustration(subject.record))
                here.candidates.append(candidate)
                return candidate.answered < lesson.questions.count || !candidate.isServed
            }
            if !here.candidates.isEmpty || here.looked != nil { found[lesson.topic] = here }
        }
        return found
    }

    private static func candidate(_ lesson: Lesson, _ example: Illustration) -> Candidate {
        Candidate(number: example.number, answered: lesson.asked(example).count, isServed: example.isServed)
    }

    private static func filter(of lesson: Lesson) throws -> FlowFilter { try FlowFilter(lesson.finder) }

    func illustration(_ record: FlowRecord) -> Illustration {
        Illustration(record, in: session, content: Self.decoded)
    }

    /// The content with its codings removed; nil when one of them is not known, or when it is damaged: then no size of
    /// it is true.
    static func decoded(_ record: FlowRecord, _ kind: MessageKind) -> Bytes? {
        let content = record[kind].content
        if let decoded = content.decoded { return decoded }
        switch ContentDecoder.plan(record.fields(kind) ?? .none) {
        case .nothing: return FilterReader.whole(content.kept)
        case .unknown: return nil
        case .codings(let codings):
            guard content.kept.count != nil else { return nil }
            var bytes: [UInt8] = []
            let result = ContentDecoder.decode(content.kept, codings) { bytes.append(contentsOf: $0) }
            return result.fault == nil ? Bytes(bytes) : nil
        }
    }

    // MARK: Pages

    /// A lesson with its best example, or with the flow that is asked for.
    func page(_ lesson: Lesson, flow number: UInt64? = nil, seed: UInt64) throws -> LessonPage {
        let found = try number == nil ? find([lesson])[lesson.topic] : nil
        guard let number = number ?? found?.best?.number else {
            return LessonPage(lesson, looked: found?.looked)
        }
        guard let subject = try source.flow(number) else {
            let place = name == "-" ? "standard input" : name ?? "a session"
            Diagnostics.say("flow \(number) is not in \(place.terminalEscaped)")
            throw UsageFailure.notFound
        }
        return LessonPage(lesson, illustration(subject.record), seed: seed)
    }

    /// What tells this session from others: its flows' numbers and times.
    func fingerprint() -> String {
        // FNV-1a, 64 bits.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for flow in session.flows {
            for byte in "\(flow.id.number) \(flow.startedAt ?? 0)\n".utf8 {
                hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
            }
        }
        return String(hash, radix: 16)
    }
}
