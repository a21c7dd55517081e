package import Bytes
package import Flow

/// Reads a HAR or a log entry by entry, whatever its size: one entry is in memory at a time, and what is handed out.
/// Used by one thread.
package final class RecordingReader {
    package enum Form: Sendable {
        case har, log
    }

    /// Where an entry stands, so that it can be read again.
    package struct Entry: Sendable {
        /// Among the entries of the file, damaged ones counted, from 0.
        package let place: Int
        package let range: Range<Int>

        package init(place: Int, range: Range<Int>) {
            self.place = place
            self.range = range
        }
    }

    private let file: any RecordedBytes
    private let form: Form
    private let step: Int
    private let valueLimit: Int
    /// The pages of the file, as far as it was read; some files list them behind the entries.
    private var pages = HARPages()
    private var hasSeenAllPages = false
    /// The connections of the file, as far as it was read; they stand behind the entries.
    /// The connections of HTTP/2 that stood in what was read last.
    package private(set) var connectionsSeen: [ConnectionRecord] = []
    /// So many are kept of a file.
    private static let connectionLimit = 10_000

    /// What stands in a file of its own beside this one (`_file`); nil for what is not there.
    package typealias Attachments = (Bytes) -> Bytes?

    private let attachments: Attachments
    /// The names of the pages that entries name.
    private var namedPages: Set<Bytes> = []
    /// What stood in the file that was read last and has no place in a record.
    package private(set) var unused: [Damage] = []

    package convenience init(
        _ file: any RecordedBytes, _ form: Form, attachments: @escaping Attachments = { _ in nil }
    ) {
        self.init(file, form, step: RecordingWindow.step, attachments: attachments)
    }

    /// - Parameters:
    ///   - step: so much is read at once.
    ///   - valueLimit: no entry is larger.
    init(
        _ file: any RecordedBytes, _ form: Form, step: Int, valueLimit: Int = RecordingWindow.valueLimit,
        attachments: @escaping Attachments = { _ in nil }
    ) {
        self.attachments = attachments
        self.file = file
        self.form = form
        self.step = step
        self.valueLimit = valueLimit
    }

    /// It is a HAR, not a log.
    package var isHAR: Bool { form == .har }

    /// Bytes of the file.
    package var size: Int { file.count }

    /// Hands out the flows in the order of the file, each knowing its place; `body` says whether to go on.
    ///
    /// - Returns: what is wrong with the file, as far as it was read.
    package func forEachFlow(_ body: (FlowRecord, Entry) throws -> Bool) throws -> [Damage] {
        try withoutActuallyEscaping(body) { body in
            var failure: (any Error)?
            let damage = walk { found, log in
                guard let flow = self.flow(found, &log) else { return true }
                do {
                    return try body(flow, Entry(place: found.place, range: found.range))
                } catch {
                    failure = error
                    return false
                }
            }
            if let failure { throw failure }
            return damage.damage
        }
    }

    /// Hands out where the entries stand of which flows can be made, and their numbers; `body` says whether to go on.
    package func forEachEntry(_ body: (Entry, FlowID) -> Bool) {
        withoutActuallyEscaping(body) { body in
            _ = walk { found, log in
                guard found.node.isEntry(in: found.file) else { return true }
                var reader = EntryReader(file: found.file, index: found.place, log: DamageLog())
                return body(Entry(place: found.place, range: found.range), reader.number(found.node))
            }
        }
    }

    /// An entry that was read before; nil when it can no longer be read.
    package func flow(_ entry: Entry) -> FlowRecord? {
        let bytes = file.read(entry.range)
        var flow: FlowRecord?
        var list = EntryList(RecordingWindow(bytes, step: .max)) { found, log in
            // Its number may be its place, which these bytes alone do not tell.
            let whole = FoundEntry(node: found.node, file: found.file, place: entry.place, range: entry.range)
            flow = self.flow(whole, &log)
            return true
        }
        list.readEntry()
        return flow
    }

    /// Everything at once, for files that are in memory.
    func all() -> RecordedFile {
        var flows: [FlowRecord] = []
        var read = walk { found, log in
            if let flow = self.flow(found, &log) { flows.append(flow) }
            return true
        }
        read.flows = flows
        return read
    }

    /// The connections of HTTP/2 that are recorded beside the flows. Reads all of the file.
    package func connections() -> [ConnectionRecord] {
        _ = walk { _, _ in true }
        return connectionsSeen
    }

    private func walk(_ take: @escaping EntryList.Taker) -> RecordedFile {
        var read = RecordedFile()
        connectionsSeen = []
        let connect: (ConnectionRecord) -> Void = { record in
            if self.connectionsSeen.count < Self.connectionLimit { self.connectionsSeen.append(record) }
        }
        let list = EntryList(RecordingWindow(file, step: step, valueLimit: valueLimit), take)
        switch form {
        case .har:
            var walk = HARWalk(list, pages: { self.pages = $0 }, connections: connect)
            walk.read()
            read.creator = walk.creator
            let strangers = pages.byName.keys.filter { !namedPages.contains($0) }.sorted { $0.text < $1.text }
            for name in strangers {
                walk.list.log.leave("log.pages[\"\(name.text)\"], which no entry names", at: pages.offset)
            }
            read.damage = walk.list.told(file)
            unused = walk.list.log.finishUnused(file)
        case .log:
            var walk = LogWalk(list: list, connections: connect)
            walk.read()
            read.damage = walk.list.told(file)
        }
        return read
    }

    private func flow(_ found: FoundEntry, _ log: inout DamageLog) -> FlowRecord? {
        var reader = EntryReader(file: found.file, index: found.place, log: log, attachments: attachments)
        defer { log = reader.log }
        guard var flow = reader.read(found.node) else { return nil }
        if let name = reader.pageName(found.node) {
            namedPages.insert(name)
            guard let page = page(name) else {
                reader.log.leave("pageref \"\(name.text)\", which no page has", at: found.node.offset)
                return flow
            }
            flow.remarks = FileRemarks(
                comment: flow.remarks?.comment, tags: flow.remarks?.tags ?? [],
                members: ToldMembers.adding(page, to: flow.remarks?.members))
        }
        return flow
    }

    /// Where it is not listed in front of the entries, all of the file is looked through, once.
    private func page(_ name: Bytes) -> Bytes? {
        if let page = pages.byName[name] { return page }
        guard !hasSeenAllPages, form == .har else { return nil }
        hasSeenAllPages = true
        _ = walk { _, _ in true }
        return pages.byName[name]
    }
}

extension EntryList {
    /// What was wrong, in the order of the file.
    fileprivate mutating func told(_ file: any RecordedBytes) -> [Damage] {
        if window.isTorn {
            log.add(window.size, "The file is unreadable from here on.", "The rest was left out.", losesFlows: true)
        }
        return log.finish(file)
    }
}
