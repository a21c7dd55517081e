package import Bytes
package import Flow
import HTTPModel
import HTTPSemantics
import HTTPWire

/// Makes of a record one without secrets. One for a whole export, as equal secrets have equal tags in all of it; used
/// by one thread.
package final class Redactor {
    var tags: SecretTags
    var known = KnownSecrets()
    /// What was replaced in all flows so far.
    package private(set) var total = RedactedPlaces()
    /// Secrets of the flow at hand, also short ones: what is said about it may repeat them.
    var current: Set<Bytes> = []
    /// The same, as far as other parts of it may repeat them.
    var echoed = EchoedSecrets()

    /// What was found in lines seen before: most lines of heads stand in many of them.
    private var lines: [Bytes: [Secret]] = [:]
    private static let lineLimit = 4_096
    private static let lineSizeLimit = 512

    /// - Parameters:
    ///   - key: random bytes, 16 or more, that are kept nowhere.
    ///   - isShared: others have the key, and their tags of the same secrets are to be the same.
    package init(key: Bytes, isShared: Bool = false) {
        tags = SecretTags(key: key, isShared: isShared)
    }

    /// The same flow with tags where secrets were. Sizes and framing are those of what was on the wire.
    ///
    /// - Parameter texts: contents as UTF-8, of which something is shown in place of what was on the wire: they are
    ///   looked through in its place, and become the decoded content where something was replaced.
    package func redacted(
        _ record: FlowRecord, texts: [MessageKind: Bytes] = [:]
    ) -> (record: FlowRecord, places: RedactedPlaces) {
        (current, echoed) = ([], EchoedSecrets())
        var (result, places, wasRepeated) = pass(record, texts)
        // A head comes before the body that names what both have.
        if wasRepeated { (result, places, _) = pass(record, texts) }
        total.add(places)
        return (result, places)
    }

    /// - Returns: besides, whether a head still has what a body named.
    private func pass(
        _ record: FlowRecord, _ texts: [MessageKind: Bytes]
    ) -> (record: FlowRecord, places: RedactedPlaces, isRepeated: Bool) {
        var places = RedactedPlaces()
        var result = record
        // Heads name what bodies repeat, so that they come first.
        heads(of: &result, &places)
        evidence(of: &result, &places)
        let before = (known.count, echoed.count)
        for kind in [MessageKind.request, .response] { content(of: &result, kind, as: texts[kind], &places) }
        messages(of: &result, &places)
        remarks(of: &result, &places)
        guard before != (known.count, echoed.count) else { return (result, places, false) }
        let heads = [result.requestHead?.raw, result.responseHead?.raw, result.toldURL].compactMap { $0 }
        return (result, places, heads.contains { repeats($0) })
    }

    /// Messages of a WebSocket, events, lines: each is looked through as a content is.
    private func messages(of record: inout FlowRecord, _ places: inout RedactedPlaces) {
        record.inner.hide { message in
            var message = message
            if case .part(let head) = message.form { message = message.replacing(head: redacted(text: head)) }
            guard !message.bytes.isEmpty else { return message }
            var found = SecretFinder.secrets(inContent: message.bytes, type: Bytes())
            repeated(in: message.bytes, &found)
            let (clean, edits) = replace(found, in: message.bytes)
            places.add("messages", edits.count)
            return edits.isEmpty ? message : message.replacing(clean)
        }
    }

    /// What another tool said of it: members that nobody here knows are looked through as any JSON is.
    private func remarks(of record: inout FlowRecord, _ places: inout RedactedPlaces) {
        guard var remarks = record.remarks else { return }
        remarks.comment = remarks.comment.map { redacted(text: Bytes($0)).text }
        remarks.tags = remarks.tags.map { redacted(text: Bytes($0)).text }
        if let members = remarks.members {
            var found = SecretFinder.secrets(inContent: members, type: "application/json")
            repeated(in: members, &found)
            let (clean, edits) = replace(found, in: members)
            places.add("other members", edits.count)
            remarks.members = clean
        }
        record.remarks = remarks
    }

    /// Something that is said about the flow redacted last, or a person's words about it.
    package func redacted(text: Bytes) -> Bytes {
        if current.contains(text) { return Bytes(replacement(of: text, .plain)) }
        var found = SecretFinder.secrets(inText: text) + SecretFinder.secrets(inLine: text)
        known.find(in: text, into: &found)
        for secret in current where secret.count >= 4 && secret.count < text.count {
            var start = 0
            while start + secret.count <= text.count {
                if text.slice(start..<start + secret.count) == secret {
                    found.append(Secret(start..<start + secret.count))
                    start += secret.count
                } else {
                    start += 1
                }
            }
        }
        return replace(found, in: text).bytes
    }

    /// What is secret in a line of a head.
    func secrets(inLine line: Bytes) -> [Secret] {
        guard line.count <= Self.lineSizeLimit else { return SecretFinder.secrets(inLine: line) }
        if let found = lines[line] { return found }
        let found = SecretFinder.secrets(inLine: line)
        if lines.count >= Self.lineLimit { lines.removeAll(keepingCapacity: true) }
        // A copy of its own, as a slice would keep the whole message.
        lines[Bytes(line.array)] = found
        return found
    }

    // MARK: Repetitions

    /// What was found, here or elsewhere, stands here once more.
    func repeated(in bytes: Bytes, _ found: inout [Secret]) {
        for secret in found { note(secret, in: bytes, isNamed: true) }
        known.find(in: bytes, into: &found)
        echoed.find(in: bytes, into: &found)
    }

    /// It is known from here on, also in the rest of the same part.
    func note(_ secret: Secret, in bytes: Bytes, isNamed: Bool) {
        let value = secret.value(in: bytes)
        guard !RedactedTag.isWhole(value) else { return }
        echoed.add(value, isNamed: isNamed)
        known.add(value)
        let written = bytes.slice(secret.range)
        guard written != value else { return }
        echoed.add(written, isNamed: isNamed)
        known.add(written)
    }

    /// Whether something that was redacted still has what is known now.
    private func repeats(_ head: Bytes) -> Bool {
        var found: [Secret] = []
        known.find(in: head, into: &found)
        guard found.isEmpty else { return true }
        findEchoes(inHead: RecordedHead.section(head, hasStartLine: head.first != ASCII.colon), &found)
        return !found.isEmpty
    }

    // MARK: Replacing

    /// `[secret 3f2a]`, in the spelling of the place.
    func replacement(of value: Bytes, _ coding: Secret.Coding) -> [UInt8] {
        let tag = tags.tag(of: value)
        return switch coding {
        case .plain, .quoted: Array("[secret \(tag)]".utf8)
        case .number: Array("\"[secret \(tag)]\"".utf8)
        case .percent: Array("%5Bsecret%20\(tag)%5D".utf8)
        case .form: Array("%5Bsecret+\(tag)%5D".utf8)
        }
    }

    /// Puts tags in the place of what was found, remembers it, and says where.
    func replace(_ found: [Secret], in bytes: Bytes) -> (bytes: Bytes, edits: [RedactedPlaces.Edit]) {
        guard !found.isEmpty else { return (bytes, []) }
        var output: [UInt8] = []
        var edits: [RedactedPlaces.Edit] = []
        var position = 0
        for secret in found.apart {
            let value = secret.value(in: bytes)
            // What was replaced already is no secret.
            if RedactedTag.isWhole(value) { continue }
            output += bytes.slice(position..<secret.range.lowerBound)
            let text = replacement(of: value, secret.coding)
            output += text
            edits.append(RedactedPlaces.Edit(range: secret.range, count: text.count))
            position = secret.range.upperBound
            remember(value, written: bytes.slice(secret.range))
        }
        output += bytes.slice(position..<bytes.count)
        return (Bytes(output), edits)
    }

    private func remember(_ value: Bytes, written: Bytes) {
        known.add(value)
        if written != value { known.add(written) }
        if current.count < 1_000 { current.insert(value) }
    }
}
