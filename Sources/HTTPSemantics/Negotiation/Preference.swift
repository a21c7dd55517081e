public import Bytes

/// One member of Accept, Accept-Encoding, Accept-Language or Accept-Charset with its weight (RFC 9110 §12.4.2).
public struct Preference: Sendable, Hashable {
    /// Without the weight: `text/html;level=1`, `gzip`, `de-CH`, `*`.
    public let value: Bytes
    /// Without any parameter: `text/html`.
    public let essence: Bytes
    /// The weight as it was sent; nil when there is no readable one.
    public let writtenWeight: Bytes?
    /// In thousandths: 1000 when none is written, 0 for "not acceptable".
    public let weight: Int
    /// Whether the weight has the form of §12.4.2; a malformed one counts as 1000.
    public let isWellFormed: Bool
    /// How specific it is: `*` is 0.
    public let specificity: Int

    /// All members, best first: by weight, then by specificity, then as sent.
    ///
    /// At most `limit` members are read.
    public static func sorted(_ members: [Bytes], limit: Int = 100) -> [Preference] {
        let read = members.prefix(limit).map { Preference($0) }
        // Most are sent best first.
        let isSorted = read.indices.dropFirst().allSatisfy { place in
            let (before, this) = (read[place - 1], read[place])
            return before.weight > this.weight
                || (before.weight == this.weight && before.specificity >= this.specificity)
        }
        if isSorted { return read }
        return read.enumerated().sorted { left, right in
            if left.element.weight != right.element.weight { return left.element.weight > right.element.weight }
            if left.element.specificity != right.element.specificity {
                return left.element.specificity > right.element.specificity
            }
            return left.offset < right.offset
        }.map(\.element)
    }

    /// Reads one member of an Accept field.
    public init(_ member: Bytes) {
        var weight = 1000
        var writtenWeight: Bytes?
        var isWellFormed = true
        var end = member.count
        var parameters = 0
        // Many have no parameter, and nothing to be taken apart.
        guard member.firstIndex(of: ASCII.semicolon) != nil else {
            (value, essence) = (member.trimmed, member.trimmed)
            (self.weight, self.writtenWeight, self.isWellFormed) = (weight, writtenWeight, isWellFormed)
            specificity = Self.specificity(essence, parameters: 0)
            return
        }
        let essenceEnd = FieldList.end(in: member, from: 0, separator: ASCII.semicolon)
        essence = member.slice(0..<essenceEnd).trimmed
        var semicolon = essenceEnd
        while semicolon < member.count {
            let next = FieldList.end(in: member, from: semicolon + 1, separator: ASCII.semicolon)
            let (name, value) = FieldList.pair(in: member, semicolon + 1..<next)
            if Self.isWeight(name) {
                let thousandths = value.flatMap(\.thousandths)
                weight = thousandths ?? 1000
                writtenWeight = thousandths == nil ? nil : value
                isWellFormed = thousandths != nil
                // RFC 9110 §12.5.1: what comes after the weight is no part of the media range.
                end = semicolon
                break
            }
            if !name.isEmpty || value != nil { parameters += 1 }
            semicolon = next
        }
        value = member.slice(0..<end).trimmed
        self.weight = weight
        self.writtenWeight = writtenWeight
        self.isWellFormed = isWellFormed
        specificity = Self.specificity(essence, parameters: parameters)
    }

    /// Whether a parameter of this name is the weight.
    package static func isWeight(_ name: Bytes) -> Bool { name.equalsIgnoringCase("q") }

    private static func specificity(_ range: Bytes, parameters: Int) -> Int {
        if range.count == 1, range[0] == ASCII.asterisk { return 0 }
        if range.count == 3, range[0] == ASCII.asterisk, range[2] == ASCII.asterisk { return 0 }
        if let slash = range.firstIndex(of: ASCII.slash) {
            return range.slice(slash + 1..<range.count).isExactly("*") ? 1 : 2 + parameters
        }
        return 1 + range.reduce(0) { $0 + ($1 == ASCII.hyphen ? 1 : 0) }
    }

    /// The weight as text: `1`, `0.8`, `0`.
    public var weightText: String {
        if weight % 1000 == 0 { return String(weight / 1000) }
        // By number: taking characters off a string cost 1,300 instructions each time.
        if weight % 100 == 0 { return "0.\(weight / 100)" }
        if weight % 10 == 0 { return weight < 100 ? "0.0\(weight / 10)" : "0.\(weight / 10)" }
        return weight < 10 ? "0.00\(weight)" : weight < 100 ? "0.0\(weight)" : "0.\(weight)"
    }

    // MARK: - What matches

    /// The most specific preference for this media type (RFC 9110 §12.5.1).
    public static func forMediaType(_ type: MediaType, in preferences: [Preference]) -> Preference? {
        best(preferences) { $0.covers(type) }
    }

    /// The preference for this content coding or charset.
    public static func forToken(_ token: Bytes, in preferences: [Preference]) -> Preference? {
        best(preferences) { $0.value.isExactly("*") || $0.value.equalsIgnoringCase(token) }
    }

    /// The preference for this language: its own tag, or a range that includes it (RFC 4647 §3.3.1).
    public static func forLanguage(_ tag: Bytes, in preferences: [Preference]) -> Preference? {
        best(preferences) { preference in
            let range = preference.value
            guard !range.isExactly("*") else { return true }
            guard tag.count >= range.count, tag.slice(0..<range.count).equalsIgnoringCase(range) else {
                return false
            }
            return tag.count == range.count || tag[range.count] == ASCII.hyphen
        }
    }

    private static func best(_ preferences: [Preference], where condition: (Preference) -> Bool) -> Preference? {
        var found: Preference?
        for preference in preferences where condition(preference) {
            if preference.specificity > (found?.specificity ?? -1) { found = preference }
        }
        return found
    }

    private func covers(_ type: MediaType) -> Bool {
        let end = value.firstIndex(of: ASCII.semicolon) ?? value.count
        guard let slash = value.firstIndex(of: ASCII.slash), slash < end else { return false }
        let main = value.slice(0..<slash)
        let sub = value.slice(slash + 1..<end)
        let isEvery = sub.count == 1 && sub[0] == ASCII.asterisk
        guard isEvery && main.count == 1 && main[0] == ASCII.asterisk || main.equalsIgnoringCase(type.type) else {
            return false
        }
        guard isEvery || sub.equalsIgnoringCase(type.subtype) else { return false }
        guard end < value.count else { return true }
        return MediaType(value).parameters.allSatisfy { wanted in
            type.parameters.contains {
                $0.name.equalsIgnoringCase(wanted.name) && $0.value.equalsIgnoringCase(wanted.value)
            }
        }
    }
}
