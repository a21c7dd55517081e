public import Bytes
public import HTTPModel
import Registry

/// The fields of a response that a cache stores, and how a newer response updates them (RFC 9111 §3.1, §3.2).
public enum StoredFields {
    /// Fields of the connection, not of the response: they are neither stored nor updated (§3.1).
    public static func isStored(_ name: Bytes, listedInConnection: [Bytes]) -> Bool {
        let isExcepted = Vocabulary.fields[name]?.has(.notStored) == true
        return !isExcepted && !listedInConnection.contains { $0.equalsIgnoringCase(name) }
    }

    /// The stored fields, updated by those of a newer response (a 304, or the response to HEAD), and the changed names.
    /// Content-Length stays: it is that of the stored content (§3.2).
    public static func updated(
        _ stored: FieldSection, by newer: FieldSection
    ) -> (fields: FieldSection, changed: [Bytes]) {
        let listed = newer.members(.connection)
        let incoming = newer.lines.filter { line in
            line.known != .contentLength && isStored(newer.name(of: line), listedInConnection: listed)
        }
        let names = Set(incoming.map { newer.name(of: $0).lowercased })
        var writer = SectionWriter()
        for line in stored.lines where !names.contains(stored.name(of: line).lowercased) {
            writer.append(stored, line)
        }
        for line in incoming { writer.append(newer, line) }
        var seen: Set<Bytes> = []
        let changed = incoming.compactMap { line -> Bytes? in
            let name = newer.name(of: line)
            guard seen.insert(name.lowercased).inserted else { return nil }
            let isSame = stored.values(named: name.lowercased) == newer.values(named: name.lowercased)
            return isSame ? nil : name
        }
        return (writer.section, changed)
    }

    private struct SectionWriter {
        private var raw: [UInt8] = []
        private var lines: [FieldLine] = []

        mutating func append(_ section: FieldSection, _ line: FieldLine) {
            let start = raw.count
            raw += section.raw.slice(line.line)
            lines.append(
                FieldLine(
                    start: start, nameEnd: start + line.name.count,
                    valueStart: start + line.value.lowerBound - line.name.lowerBound,
                    valueEnd: start + line.value.upperBound - line.name.lowerBound, end: raw.count, known: line.known))
        }

        var section: FieldSection { FieldSection(raw: Bytes(raw), lines: lines) }
    }
}
