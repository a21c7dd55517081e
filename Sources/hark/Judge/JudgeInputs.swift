import ArgumentParser
import Bytes
import Explain
import Filter
import Flow
import Formats
import HTTPModel
import Judge
import Library
import Platform
import Store
import Views

/// Where the judge reads from, as `hark explain` reads it.
struct JudgeInputOptions: ParsableArguments {
    @OptionGroup var choice: SessionChoice

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp("Read files as har, log, raw or curl (default: by their content).", valueName: "form"))
    var form: InputForm?

    @Option(
        name: .long,
        help: ArgumentHelp("Set the URL of the first message if the message does not have it.", valueName: "url"))
    var url: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Set the request method for a response without its request.", valueName: "method"))
    var toMethod: String?

    func validate() throws {
        if form == .http2Client || form == .http2Server {
            throw ValidationError("--as \(form?.rawValue ?? ""): frames of HTTP/2 are explained, not judged")
        }
        if let toMethod, toMethod.isEmpty || !toMethod.utf8.allSatisfy({ $0 > ASCII.space && $0 < ASCII.delete }) {
            throw ValidationError(
                "--to-method '\(toMethod.terminalEscaped)' is not a method (expected a name such as HEAD)")
        }
        if let url, !url.hasPrefix("http://"), !url.hasPrefix("https://") {
            throw ValidationError(
                "--url '\(url.terminalEscaped)' is not a URL (expected http:// or https:// at its start)")
        }
    }
}

/// What is judged: files, or a session, and which flows of them.
struct JudgeInputs {
    private let paths: [String]
    private let words: [String]
    private let options: JudgeInputOptions
    private let request: FlowRequest

    /// The files that are read.
    var files: [String] { paths.filter { $0 != "-" } + [options.choice.session].compactMap { $0 } }

    /// Arguments that name files are inputs; the others say which flows.
    init(_ words: [String], _ options: JudgeInputOptions) throws {
        let isFile = { (word: String) in word == "-" || access(word, F_OK) == 0 }
        paths = Self.once(words.filter(isFile))
        self.words = words.filter { !isFile($0) }
        self.options = options
        // What looks like a path is a file that is not there.
        if let missing = self.words.first(where: Self.looksLikeFile) {
            Diagnostics.say("\(missing.terminalEscaped) cannot be opened: \(SystemText.of(ENOENT))")
            throw ExitCode(EX_NOINPUT)
        }
        do throws(FlowRequestError) {
            request = try FlowRequest(self.words)
        } catch {
            throw UsageFailure.said(error.text.terminalEscaped)
        }
        if !paths.isEmpty, options.choice.session != nil {
            throw UsageFailure.said("--session and a file name two inputs; give only one")
        }
    }

    /// A file that is named twice is judged once, or all that is in it would count twice.
    private static func once(_ paths: [String]) -> [String] {
        var kept: [String] = []
        for path in paths {
            guard let first = kept.first(where: { JudgeFiles.isSame($0, path) }) else {
                kept.append(path)
                continue
            }
            let also = path == first ? "" : " (also as \(name(of: first).terminalEscaped))"
            Diagnostics.say("\(name(of: path).terminalEscaped) is named twice\(also); it is judged once")
        }
        return kept
    }

    /// `tests.har`, `out/flows`: one word without an operator, a quote or a blank, that ends as files do or has a
    /// slash.
    private static func looksLikeFile(_ word: String) -> Bool {
        guard !word.contains(where: { " =<>~\"':#".contains($0) }), !word.isEmpty else { return false }
        let last = word.split(separator: "/").last ?? ""
        let parts = last.split(separator: ".", omittingEmptySubsequences: false)
        let endings = [
            "har", "log", "json", "jsonl", "txt", "http", "saz", "chls", "flow", "flows", "db", "gz", "hark",
        ]
        return word.contains("/") || parts.count > 1 && endings.contains(parts.last.map { $0.lowercased() } ?? "")
    }

    /// Whether all that was asked for is there: a filter that matches nothing, or a number that no flow has, is named
    /// on standard error.
    func judge(with run: JudgeRun) throws -> Bool {
        guard !paths.isEmpty else { return try judgeSession(with: run) }
        var flows = JudgeSelection(request)
        var isAnyUnread = false
        var withoutMatch: [String] = []
        for path in paths {
            do {
                try judge(path, &flows, with: run)
            } catch let code as ExitCode where code == UsageFailure.data {
                // The others are judged all the same.
                run.fail(Self.name(of: path))
                isAnyUnread = true
            }
            if flows.isNoneOfSome { withoutMatch.append(Self.name(of: path)) }
        }
        // Of all of them, the end says it.
        if withoutMatch.count < paths.count {
            for name in withoutMatch { Diagnostics.say("\(name.terminalEscaped): no flow matches") }
        }
        guard !words.isEmpty, let missing = flows.missing else { return true }
        // A word that is neither a flow nor a part of a condition is answered as a file.
        if mistyped == nil, !isAnyUnread {
            let place = paths.count == 1 ? Self.name(of: paths[0]) : "these \(paths.count) files"
            Diagnostics.say("no flow matches \(missing.terminalEscaped) in \(place.terminalEscaped)")
        }
        return false
    }

    /// A word that may be a mistyped name of a file: it is neither one nor a part of a condition.
    var mistyped: String? {
        if case .filter(_, let bareWords) = request { bareWords.first } else { nil }
    }

    private static func name(of path: String) -> String { path == "-" ? "standard input" : path }

    // MARK: Sessions

    private func judgeSession(with run: JudgeRun) throws -> Bool {
        let chosen = try FlowArguments(words, searchesWords: true).chosen(in: options.choice.session)
        let name = options.choice.session ?? "the newest session"
        run.begin(JudgeResult.Input(name: name, form: "session", isFile: false))
        var isAny = false
        var named: [UInt64] = []
        try chosen.walk { subject in
            isAny = true
            let number = subject.record.id.number
            if chosen.areNamed { named.append(number) }
            run.judge(subject, number: number)
            return true
        }
        if chosen.areNamed {
            do {
                _ = try chosen.checked(named)
            } catch let code as ExitCode where code == UsageFailure.notFound {
                return false
            }
        } else if !isAny {
            _ = chosen.noMatch()
            // A session without flows has nothing wrong in it.
            return words.isEmpty
        }
        return true
    }

    // MARK: Files

    private func judge(_ path: String, _ flows: inout JudgeSelection, with run: JudgeRun) throws {
        let name = Self.name(of: path)
        flows.begin()
        func begin(_ form: String) {
            run.begin(JudgeResult.Input(name: name, form: form, isFile: path != "-"))
        }
        if path != "-", options.form == nil, SessionFile.isDatabase(path) {
            begin("session")
            flows.begin(newest: try newest(in: path, flows))
            let library = try SessionLibrary.open(path)
            do {
                return try library.forEach(.everything, .here) { subject in
                    let number = subject.record.id.number
                    if flows.take(subject, number) { run.judge(subject, number: number) }
                    return true
                }
            } catch let error as SessionError {
                throw error.said()
            }
        }
        let file = InputFile(path)
        let bytes = try file.open()
        if let recording = OpenedRecording(bytes, of: path, options.form) {
            begin(recording.isHAR ? "har" : "log")
            if path != "-" || flows.newestNeeded == 0 {
                flows.begin(newest: try newest(in: path, flows))
            } else {
                throw UsageFailure.said("'last' needs a file: standard input is read once")
            }
            var lines = LineCount(bytes)
            var hops = RedirectHops()
            defer { if recording.isCut { run.cut() } }
            return try recording.forEachFlow { record, entry in
                let subject = Self.subject(record, hops.hop(of: record))
                let number = record.id.number
                guard flows.take(subject, number) else { return true }
                run.judge(
                    subject, number: number, index: entry.place, line: lines.line(at: entry.range.lowerBound))
                return true
            }
        }
        let whole = try file.whole(bytes)
        guard !whole.isEmpty else {
            Diagnostics.say("\(name.terminalEscaped) is empty (\(Self.expected))")
            throw UsageFailure.data
        }
        let kind = options.form.map(Self.kind) ?? InputKind.detect(whole)
        switch kind {
        case .curlVerbose:
            begin("curl")
            let text = PastedText(whole)
            let read = CurlVerbose.read(
                text.bytes, now: WallTime.seconds, url: options.url.map { Bytes($0) } ?? text.url)
            try judge(read.flows, of: name, &flows, run)
        case .mitmproxy, .sessionArchive, .charles, .har, .log:
            guard let recording = RecordedFile(whole, now: WallTime.seconds) else {
                Diagnostics.say("\(name.terminalEscaped) cannot be read (\(Self.expected))")
                throw UsageFailure.data
            }
            Diagnostics.say(recording.damage, of: path)
            begin("recording")
            try judge(recording.flows, of: name, &flows, run)
            if recording.damage.contains(where: \.losesFlows) { run.cut() }
        case .rawMessages, .unknown:
            if options.form == nil, let other = PlainlyNoMessage(whole) ?? PlainlyNoMessage(PastedText(whole).bytes) {
                Diagnostics.say("\(name.terminalEscaped): \(other.text)")
                throw UsageFailure.data
            }
            let (text, explained) = explained(whole)
            // Any bytes can be taken for a message with faults; without a start line they are none.
            guard kind == .rawMessages || !explained.exchanges.isEmpty else {
                Diagnostics.say("\(name.terminalEscaped) is not HTTP traffic (\(Self.expected))")
                throw UsageFailure.data
            }
            begin("raw")
            if let remark = text.remark { Diagnostics.say(remark) }
            judge(explained, of: text, isSame: text.bytes == whole, &flows, run)
        }
    }

    /// The numbers of the newest flows of a file that is read twice for them.
    private func newest(in path: String, _ flows: JudgeSelection) throws -> [UInt64] {
        guard flows.newestNeeded > 0 else { return [] }
        return try SessionChoice.source(of: path).newest(Int(clamping: flows.newestNeeded))
    }

    /// The newest first, of flows that are numbered by their places.
    private static func newest(of count: Int) -> [UInt64] { (0..<count).reversed().map { UInt64($0) + 1 } }

    private static let expected = "expected a HAR, a log, a session file, raw messages or the output of curl -v"

    private static func kind(_ form: InputForm) -> InputKind { form == .curl ? .curlVerbose : .rawMessages }

    private func judge(_ records: [FlowRecord], of name: String, _ flows: inout JudgeSelection, _ run: JudgeRun) throws
    {
        guard !records.isEmpty else {
            Diagnostics.say(
                "\(name.terminalEscaped): nothing in it could be read as an exchange (\(Self.expected))")
            throw UsageFailure.data
        }
        var hops = RedirectHops()
        flows.begin(newest: Self.newest(of: records.count))
        for (index, record) in records.enumerated() {
            let subject = Self.subject(record, hops.hop(of: record))
            let number = UInt64(index) + 1
            if flows.take(subject, number) { run.judge(subject, number: number, index: index) }
        }
    }

    private func explained(_ whole: Bytes) -> (PastedText, ExplainedInput) {
        let text = PastedText(whole)
        let circumstances = ExplainedInput.Circumstances(
            method: options.toMethod.map { Method(Bytes($0)) }, url: options.url.map { Bytes($0) } ?? text.url,
            now: WallTime.seconds, options: ExplainOptions(notes: Checks.notes, decode: PlainContent.decoded))
        return (text, ExplainedInput(raw: text.bytes, circumstances))
    }

    /// Raw messages: what the decoder finds has a place in the file.
    ///
    /// - Parameter isSame: the text is the file; one that was cleaned of prefixes has other places.
    private func judge(
        _ explained: ExplainedInput, of text: PastedText, isSame: Bool, _ flows: inout JudgeSelection, _ run: JudgeRun
    ) {
        var lines = LineCount(text.bytes)
        flows.begin(newest: Self.newest(of: explained.pairs.count))
        for (index, pair) in explained.pairs.enumerated() {
            var starts: [MessageKind: Int] = [:]
            var wire: [Finding] = []
            for (kind, place) in [(MessageKind.request, pair.request), (.response, pair.response)] {
                guard let place else { continue }
                let message = explained.messages[place]
                let start = message.base + message.explanation.headOffset
                starts[kind] = start
                wire += message.notes.compactMap { WireChecks.finding(of: $0, from: start) }
            }
            let subject = Self.subject(pair.exchange, nil)
            let number = UInt64(index) + 1
            guard flows.take(subject, number) else { continue }
            let first = isSame ? starts.values.min().map { lines.place(at: $0).line } : nil
            run.judge(subject, number: number, index: index, line: first, wire: wire) { finding in
                guard isSame else { return nil }
                let kind = finding.message ?? (starts[.request] == nil ? .response : .request)
                guard let start = starts[kind] else { return nil }
                let offset = start + finding.range.lowerBound
                let line = lines.place(at: offset)
                guard !finding.range.isEmpty else { return InputPlace(line: line.line) }
                let columns = lines.columns(of: offset..<offset + finding.range.count)
                return InputPlace(
                    line: line.line, column: columns.start, endColumn: columns.end, offset: offset,
                    length: finding.range.count)
            }
        }
    }

    private static func subject(_ record: FlowRecord, _ hop: Int64?) -> FilterSubject {
        var context = FlowContext()
        context.redirectHop = hop
        context.comment = record.remarks?.comment
        context.tags = record.remarks?.tags ?? []
        return FilterSubject(record, context, reader: .standard)
    }
}

/// Finds lines of a file from front to back.
private struct LineCount {
    private let bytes: any RecordedBytes
    private var offset = 0
    private var line = 1
    private var lineStart = 0

    init(_ bytes: any RecordedBytes) {
        self.bytes = bytes
    }

    mutating func line(at place: Int) -> Int { self.place(at: place).line }

    /// Columns from 1, in UTF-16 code units; no end where it is in another line, none at all of a line that no editor
    /// shows.
    mutating func columns(of range: Range<Int>) -> (start: Int?, end: Int?) {
        _ = place(at: range.lowerBound)
        guard range.upperBound - lineStart <= Self.widest else { return (nil, nil) }
        let read = bytes.read(lineStart..<min(range.upperBound, bytes.count))
        func column(_ end: Int) -> Int {
            String(decoding: read.slice(0..<min(end, read.count)), as: UTF8.self).utf16.count + 1
        }
        let start = range.lowerBound - lineStart
        let isInLine = read.firstIndex(of: ASCII.lineFeed, from: min(start, read.count)) == nil
        return (column(start), isInLine ? column(read.count) : nil)
    }

    private static let widest = 64 << 10

    mutating func place(at place: Int) -> (line: Int, column: Int) {
        if place < offset { (offset, line, lineStart) = (0, 1, 0) }
        while offset < min(place, bytes.count) {
            let piece = bytes.read(offset..<min(place, offset + (256 << 10), bytes.count))
            guard !piece.isEmpty else { break }
            for (index, byte) in piece.enumerated() where byte == ASCII.lineFeed {
                line += 1
                lineStart = offset + index + 1
            }
            offset += piece.count
        }
        return (line, place - lineStart + 1)
    }
}
