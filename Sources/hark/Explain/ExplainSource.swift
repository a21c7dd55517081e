import ArgumentParser
import Bytes
import Explain
import Flow
import Formats
import HTTPModel
import Platform
import Store
import Views

/// What was read from a file: raw messages, or the entries of a recording. Made once for a command.
struct ExplainSource {
    enum Content {
        case raw(Bytes, MessageKind?)
        /// The entries that were asked for; nil when the file has several and none was chosen.
        case recorded([FlowRecord], chosen: [FlowRecord]?)
        /// What one side of an HTTP/2 connection sent.
        case frames(HTTP2Dissection)
    }

    let content: Content
    let session: SessionContext
    /// What the first message asks for or answers, where the text says so beside its messages.
    var url: Bytes?
    /// What the text is, where it is plainly no message.
    var other: PlainlyNoMessage?

    /// The text is something else, of which nothing can be told.
    var hasNoMessage: Bool { other.map { $0 != .fields } ?? false }

    /// Nothing was in the file.
    var isEmpty: Bool {
        if case .raw(let bytes, _) = content { bytes.isEmpty } else { false }
    }

    /// What is left out of the page of a recorded flow.
    var hiddenValues: HiddenValues {
        guard case .recorded(let flows, let chosen) = content else { return .none }
        return HiddenValues(in: flows + session.all + (chosen ?? []))
    }

    /// Everything at once; nil when an entry has to be chosen first.
    func explained(_ options: ExplainInputOptions) throws -> ExplainedInput? {
        switch content {
        case .frames: return nil
        case .raw(let bytes, let kind): return ExplainedInput(raw: bytes, options.circumstances(kind: kind, url: url))
        case .recorded(_, let chosen):
            guard let chosen else { return nil }
            return ExplainedInput(
                recorded: chosen.map { RecordedMessages($0) }, in: session, options: options.options)
        }
    }

    /// The same with other bytes in place of the messages of `before`.
    func explained(
        _ bytes: [Bytes], insteadOf before: ExplainedInput, _ options: ExplainInputOptions
    ) -> ExplainedInput {
        switch content {
        case .frames: return before
        case .raw(let raw, let kind):
            let all = bytes.flatMap { $0 } + raw.slice(before.rest)
            return ExplainedInput(raw: Bytes(all), options.circumstances(kind: kind, url: url))
        case .recorded(_, let chosen):
            var left = zip(before.messages, bytes).makeIterator()
            var next = left.next()
            let recorded = (chosen ?? []).map { entry in
                var messages = RecordedMessages(entry)
                if !messages.request.bytes.isEmpty, let (message, changed) = next, message.kind == .request {
                    messages.request.bytes = changed
                    next = left.next()
                }
                if !messages.response.bytes.isEmpty, let (message, changed) = next, message.kind == .response {
                    messages.response.bytes = changed
                    next = left.next()
                }
                return messages
            }
            return ExplainedInput(recorded: recorded, in: session, options: options.options)
        }
    }

    /// What is no message: the entries to choose from, or frames.
    func list(_ output: ExplainOutputOptions, path: String) throws {
        if case .frames(let dissection) = content { return try FrameReport(dissection, output).show() }
        guard case .recorded(let entries, _) = content else { return }
        let file = path == "-" ? "the input" : path
        guard !output.json, !entries.isEmpty else {
            Diagnostics.say(
                entries.isEmpty
                    ? "\(file) has no readable entry"
                    : "\(file) has \(entries.count) entries; choose one with "
                        + "--entry '#\(entries[0].id.number)', or explain all with "
                        + "--session \(file)"
            )
            throw ExitCode(entries.isEmpty ? EX_DATAERR : EX_USAGE)
        }
        ExplainPage.print { style, width in
            var page = PageWriter(style: style, width: width)
            for entry in entries { EntryTitle(entry).write(to: &page) }
            page.newline()
            page.prose(
                "\(file) has these entries. \("--entry '#\(entries[0].id.number)'") explains the first, "
                    + "\("--session") explains all.",
                at: 0)
            return page.take()
        }
    }
}

extension ExplainInputOptions {
    /// What is in the file, told from its bytes unless somebody said.
    func source(_ path: String, isWhatIf: Bool) throws -> ExplainSource {
        let file = InputFile(path)
        let bytes = try file.open()
        if let recording = OpenedRecording(bytes, of: path, form) { return try source(recording, of: path) }
        let whole = try file.whole(bytes)
        let form = form ?? detected(whole)
        let text = PastedText(whole)
        if let remark = text.remark { Diagnostics.say(remark) }
        guard form == .curl else {
            if let entry {
                let file = path == "-" ? "standard input" : path.terminalEscaped
                throw UsageFailure.said("--entry \(entry) needs a HAR or a log, but \(file) contains raw messages")
            }
            if let side = form.side {
                guard !isWhatIf else {
                    throw UsageFailure.said("--what-if needs an HTTP/1 message, but this is HTTP/2")
                }
                return ExplainSource(content: .frames(HTTP2Reader.read(whole, from: side)), session: SessionContext([]))
            }
            // Which message a change is about is said by the same flags.
            return ExplainSource(
                content: .raw(text.bytes, isWhatIf ? nil : kind), session: SessionContext([]), url: text.url,
                other: kind == nil && self.form == nil ? PlainlyNoMessage(whole) : nil)
        }
        let entries = CurlVerbose.read(
            text.bytes, now: WallTime.seconds, url: url.map { Bytes($0) } ?? text.url
        ).flows
        var chosen = entries
        if let entry {
            guard let one = entry.choose(from: entries) else { throw entry.isNone(of: entries.count, in: path) }
            chosen = [one]
        }
        return ExplainSource(
            content: .recorded(entries, chosen: entries.isEmpty ? nil : chosen), session: SessionContext(entries))
    }

    /// The entry that was asked for, or the only one; else all, to choose from.
    private func source(_ recording: OpenedRecording, of path: String) throws -> ExplainSource {
        guard let entry else {
            let entries = try recording.flows()
            return ExplainSource(
                content: .recorded(entries, chosen: entries.count == 1 ? entries : nil),
                session: SessionContext(entries, connections: recording.connectionsSeen))
        }
        let (flow, count) = recording.flow(entry)
        guard let flow else { throw entry.isNone(of: count, in: path) }
        let around = try recording.flows(around: flow)
        return ExplainSource(
            content: .recorded(around, chosen: [flow]),
            session: SessionContext(around, connections: recording.connectionsSeen))
    }

    /// All entries of a recording, of which there is at least one.
    func session(_ path: String) throws -> [FlowRecord] {
        let isFile = path == "-" || access(path, F_OK) == 0 && !SessionFile.isDatabase(path)
        let entries = try isFile ? recorded(path) : RecordedFlow.all(of: path)
        guard !entries.isEmpty else {
            Diagnostics.say("\(path.terminalEscaped) has no entries to explain")
            throw UsageFailure.data
        }
        return entries
    }

    private func recorded(_ path: String) throws -> [FlowRecord] {
        let file = InputFile(path)
        let bytes = try file.open()
        if let recording = OpenedRecording(bytes, of: path, form) { return try recording.flows() }
        let whole = try file.whole(bytes)
        guard let read = RecordedFile(whole, now: WallTime.seconds) else { return [] }
        return read.flows
    }

    private func detected(_ file: Bytes) -> InputForm {
        if HTTP2Reader.hasPreface(file) { return .http2Client }
        return switch InputKind.detect(file) {
        case .har: .har
        case .log: .log
        case .curlVerbose: .curl
        // Any bytes can be taken for a message, and what is wrong with them is said.
        case .rawMessages, .mitmproxy, .sessionArchive, .charles, .unknown: .raw
        }
    }
}

extension InputForm {
    /// Whose frames these are; nil for what is no HTTP/2.
    fileprivate var side: HTTP2Dissection.Side? {
        switch self {
        case .http2Client: .client
        case .http2Server: .server
        case .raw, .curl, .har, .log: nil
        }
    }
}
