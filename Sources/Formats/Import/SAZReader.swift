package import Bytes
import Explain
import Flow
import HTTPModel
import HTTPWire

/// Reads Fiddler's session archives: a ZIP with `raw/N_c.txt` (the request's bytes), `raw/N_s.txt` (the response's),
/// `raw/N_m.xml` (times and flags) and `raw/N_w.txt` (messages of a WebSocket) for each exchange. A function of the
/// bytes.
package enum SAZReader {
    /// Whether a file begins as an archive does.
    static func recognizes(_ file: Bytes) -> Bool {
        file.count >= 4 && file.slice(0..<2).isExactly("PK") && (file[2] == 3 || file[2] == 5)
    }

    package static func read(_ file: Bytes) -> RecordedFile {
        var recording = RecordedFile(creator: "Fiddler")
        var log = DamageLog()
        if let archive = ZipArchive(file) {
            if !archive.holdsSessions, archive.holdsHAR { return PackedHAR.read(archive, file) }
            var reading = SAZReading(archive)
            for number in reading.numbers {
                log.entry = recording.flows.count
                if let exchange = reading.exchange(number, &log)?.record(at: recording.flows.count) {
                    recording.flows.append(exchange)
                }
            }
            log.entry = nil
            for name in reading.views { log.leave(name, at: 0) }
            for name in reading.others { log.add(0, "\(name) is not a part of a session.", "It was left out.") }
            if reading.numbers.isEmpty {
                log.add(0, "This archive has no folder 'raw' with sessions.", "Nothing was read.")
            }
        } else {
            log.add(0, "The directory of this archive is unreadable.", "Nothing was read.")
        }
        recording.damage = log.finish(file)
        recording.unused = log.finishUnused(file)
        return recording
    }
}

/// The sessions of one archive.
private struct SAZReading {
    /// In the order of their numbers.
    let numbers: [String]
    private let archive: ZipArchive
    /// How much may still be unpacked: an archive of a few MiB can stand for any amount of memory.
    private var budget = 1 << 30
    private let files: [String: ZipArchive.File]
    /// The local headers that were read: many names for the same bytes would be unpacked as often.
    private var used: Set<Int> = []
    /// Files that no session has a place for, in the order of the archive.
    let others: [String]
    /// Files of every such archive that Fiddler makes from the sessions.
    let views: [String]

    init(_ archive: ZipArchive) {
        self.archive = archive
        var files: [String: ZipArchive.File] = [:]
        var found: [(number: UInt64, text: String)] = []
        for file in archive.files {
            // Some archivers write the other slash.
            let name = file.name.text.replacing("\\", with: "/").lowercased()
            guard name.hasPrefix("raw/") else { continue }
            files[name] = file
            guard name.hasSuffix("_c.txt") else { continue }
            let number = String(name.dropFirst(4).dropLast(6))
            if let value = Bytes(number).decimal { found.append((value, number)) }
        }
        self.files = files
        numbers = found.sorted { $0.number < $1.number }.map(\.text)
        let sessions = Set(numbers)
        views = archive.files.map { $0.name.text }.filter { Self.isView($0.lowercased()) }
        others = archive.files.filter { !$0.isFolder }.map { $0.name.text }.filter { written in
            let name = written.replacing("\\", with: "/").lowercased()
            if name == "[content_types].xml" || Self.isView(name) { return false }
            guard name.hasPrefix("raw/"), let part = name.split(separator: "_").last else { return true }
            let number = name.dropFirst(4).dropLast(part.count + 1)
            return !sessions.contains(String(number)) || !["c.txt", "s.txt", "m.xml", "w.txt"].contains(part)
        }
    }

    private static func isView(_ name: String) -> Bool { name == "_index.htm" || name == "metadata.xml" }

    mutating func exchange(_ number: String, _ log: inout DamageLog) -> ImportedExchange? {
        var exchange = ImportedExchange()
        exchange.hasExactHeads = true
        if let xml = content("raw/\(number)_m.xml", prefix: SAZNotes.sizeLimit, &log) {
            SAZNotes(xml).fill(&exchange, of: number, &log)
        }
        guard let raw = content("raw/\(number)_c.txt", &log) else { return nil }
        let asked = ExplainedInput(raw: raw, .init(kind: .request))
        guard let request = asked.exchanges.first, let head = request.requestHead else {
            log.add(0, "Session \(number) has no readable request.", "It was left out.")
            return nil
        }
        exchange.requestHead = head
        exchange.url = request.url
        exchange.request = Self.message(asked, raw, behind: head.raw.count)
        if asked.exchanges.count > 1 {
            log.add(
                0, "raw/\(number)_c.txt: There are \(asked.exchanges.count) requests.", "Only the first was read.")
        }
        let messages = content("raw/\(number)_w.txt", &log) ?? Bytes()
        guard files["raw/\(number)_s.txt"] != nil, let answer = content("raw/\(number)_s.txt", &log), !answer.isEmpty
        else {
            if !messages.isEmpty {
                log.add(0, "raw/\(number)_w.txt: Its session has no response.", "It was left out.")
            }
            return exchange
        }
        let answered = ExplainedInput(raw: answer, .init(kind: .response, method: head.method, url: request.url))
        guard let response = answered.exchanges.last?.responseHead else {
            log.add(0, "Session \(number) has an unreadable response.", "Only its request was read.")
            return exchange
        }
        exchange.responseHead = response
        exchange.response = Self.message(answered, answer, behind: response.raw.count)
        if answered.exchanges.count > 1 {
            log.add(
                0, "raw/\(number)_s.txt: There are \(answered.exchanges.count) responses.", "Only the last was read.")
        }
        if !messages.isEmpty {
            exchange.webSocket = SAZMessages.read(messages, of: number, &log)
        }
        return exchange
    }

    private mutating func content(_ name: String, prefix: Int? = nil, _ log: inout DamageLog) -> Bytes? {
        guard let file = files[name] else { return nil }
        guard used.insert(file.header).inserted else {
            log.add(0, "\(name): its bytes belong to another file.", "It was left out.")
            return nil
        }
        switch archive.content(of: file, budget: &budget, prefix: prefix) {
        case .success(let bytes): return bytes
        case .failure(let error):
            log.add(0, "\(name): \(error.problem)", "It was left out.")
            return nil
        }
    }

    /// The content of the last message of a file. Bodies are often kept without the coding that the head speaks of:
    /// then the bytes behind the head are the content.
    private static func message(_ input: ExplainedInput, _ raw: Bytes, behind head: Int) -> ImportedExchange.Message {
        guard let message = input.messages.last else { return ImportedExchange.Message() }
        let content = message.content
        guard !content.isTruncated, message.explanation.error == nil, input.rest.isEmpty else {
            let behind = raw.slice(min(message.offset + head, raw.count)..<raw.count)
            return ImportedExchange.Message(content: behind)
        }
        return ImportedExchange.Message(content: content.kept.bytes)
    }
}
