package import Bytes
package import Flow
package import HTTPModel
internal import HTTPWire
package import Rules
internal import Synchronization

/// The messages that rules hold until somebody decides. Safe to use from anywhere: loops put them in, and whoever
/// serves the commands takes them out.
package final class HeldMessages: Sendable {
    package struct Held: Sendable {
        /// The number of its flow.
        package let flow: UInt64
        package let kind: MessageKind
        package let rule: String
        /// The head as it came: start line, fields, empty line.
        package let head: Bytes
        /// Seconds of the steady clock at which it was held.
        package let since: UInt64

        /// What it begins with, in one line: of HTTP/2 what a start line would say.
        package var start: Bytes {
            guard head.first == ASCII.colon else {
                return head.slice(0..<(head.firstIndex(of: ASCII.carriageReturn) ?? head.count))
            }
            switch kind {
            case .request:
                let request = RecordedHead.request(head).head
                return Bytes([request.method.name, " ", request.targetBytes, " HTTP/2"].flatMap { $0 })
            case .response:
                let status = RecordedHead.response(head, to: .get).head?.status ?? 0
                return Bytes("HTTP/2 \(status)")
            }
        }
    }

    package enum Decision: Sendable {
        case send
        case drop
        /// These lines in place of the head's.
        case edit(Bytes)
        case respond(RuleAnswer)
    }

    private struct Entry {
        let held: Held
        let decide: @Sendable (Decision) -> Void
    }

    /// More are not held, but go on at once.
    private static let limit = 1_000

    private let entries = Mutex<[UInt64: Entry]>([:])
    package let timeout: Duration

    package init(timeout: Duration) {
        self.timeout = timeout
    }

    /// The longest held first.
    package var all: [Held] {
        entries.withLock { $0.values.map(\.held) }.sorted { ($0.since, $0.flow) < ($1.since, $1.flow) }
    }

    package func held(_ flow: UInt64) -> Held? { entries.withLock { $0[flow]?.held } }

    /// False when nothing is held under this number any more.
    package func decide(_ flow: UInt64, _ decision: Decision) -> Bool {
        guard let entry = entries.withLock({ $0.removeValue(forKey: flow) }) else { return false }
        entry.decide(decision)
        return true
    }

    /// False when there are too many.
    func hold(_ held: Held, _ decide: @escaping @Sendable (Decision) -> Void) -> Bool {
        entries.withLock { entries in
            guard entries.count < Self.limit else { return false }
            entries[held.flow] = Entry(held: held, decide: decide)
            return true
        }
    }

    /// What to do to a received head so that it becomes what somebody wrote in its place; nil when that is none.
    ///
    /// Lines that say where a message or a connection ends stay as they are.
    package static func alteration(_ kind: MessageKind, _ section: FieldSection, to text: Bytes) -> Alteration? {
        var alteration = Alteration()
        let edited: FieldSection
        switch kind {
        case .request:
            let (head, error) = RecordedHead.request(text)
            guard error == nil, head.target.form == .origin || head.target.form == .absolute else { return nil }
            edited = head.fields
            let target = head.target.form == .origin ? head.targetBytes : head.raw.slice(head.target.pathAndQuery)
            let isSame =
                section.isList
                ? head.method.name == section.pseudoField(":method") && target == section.pseudoField(":path")
                : head.startLine == section.startLine
            if !isSame {
                alteration.requestLine = .init(
                    method: head.method.name, target: target.isEmpty ? "/" : target, source: source)
            }
        case .response:
            let (head, error) = RecordedHead.response(text, to: .get)
            guard error == nil, let head else { return nil }
            edited = head.fields
        }
        guard section.isList == edited.isList else { return nil }
        var old = lines(section)
        var new: [HeaderRule] = []
        for line in lines(edited) {
            if let place = old.firstIndex(where: { $0 == line }) {
                old.remove(at: place)
            } else if let rule = try? HeaderRule.parse(line.name.text + ": " + line.value.text, flag: .addResponse) {
                new.append(rule.told(as: source))
            }
        }
        let gone = old.compactMap { line -> HeaderRule? in
            guard (try? HeaderRule.parse(line.name.text, flag: .removeResponse)) != nil else { return nil }
            return HeaderRule(.removeLine(value: line.value), line.name, source: source)
        }
        alteration.headers = gone + new
        if let authority = edited.pseudoField(":authority"), authority != section.pseudoField(":authority") {
            alteration.headers.append(HeaderRule(.set(value: authority), "Host", source: source))
        }
        return alteration
    }

    private static let source = "edited by hand"

    private struct Line: Equatable {
        let name: Bytes
        let value: Bytes
    }

    private static func lines(_ section: FieldSection) -> [Line] {
        section.lines.map { Line(name: section.name(of: $0), value: section.unfoldedValue(of: $0)) }
    }
}
