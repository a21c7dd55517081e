import Bytes
import Flow

/// The fields of a message while a verdict is carried out.
struct ScriptFieldWork {
    private(set) var fields: [RuleAnswer.Field]
    private(set) var rules: [HeaderRule] = []
    private var names: [String] = []

    init(_ fields: [RuleAnswer.Field]) {
        self.fields = fields
    }

    static func applied(_ rules: [HeaderRule], to fields: [RuleAnswer.Field]) -> [RuleAnswer.Field] {
        var work = ScriptFieldWork(fields)
        for rule in rules { work.apply(rule) }
        return work.fields
    }

    /// The names of what was changed, for people.
    var words: [String] {
        var words: [String] = []
        for name in names where !words.contains(name) { words.append(name) }
        return words
    }

    mutating func apply(_ rule: HeaderRule, isTold: Bool = true) {
        rules.append(rule)
        if isTold { names.append(rule.name.text) }
        func isMeant(_ field: RuleAnswer.Field) -> Bool { field.name.equalsIgnoringCase(rule.name) }
        switch rule.action {
        case .set(let value):
            guard let first = fields.firstIndex(where: isMeant) else {
                return fields.append(RuleAnswer.Field(name: rule.name, value: value))
            }
            fields[first] = RuleAnswer.Field(name: fields[first].name, value: value)
            let rest = fields[(first + 1)...].filter { !isMeant($0) }
            fields.replaceSubrange((first + 1)..., with: rest)
        case .add(let value): fields.append(RuleAnswer.Field(name: rule.name, value: value))
        case .remove: fields.removeAll(where: isMeant)
        case .removeLine(let value): fields.removeAll { isMeant($0) && $0.value == value }
        case .replaceLine(let value, let other):
            fields = fields.map {
                isMeant($0) && $0.value == value ? RuleAnswer.Field(name: $0.name, value: other) : $0
            }
        }
    }

    /// What spoke of the bytes that came speaks of others now (RFC 9530 §2 and §3, RFC 9110 §8.4 and §8.8.1).
    mutating func correct(isRequest: Bool, keepsCodings: Bool = false, _ source: String) {
        var gone: [Bytes] = ["Content-Digest", "Repr-Digest", "Digest", "Content-MD5"]
        if !keepsCodings { gone.append("Content-Encoding") }
        if !isRequest { gone.append("Accept-Ranges") }
        for name in gone where fields.contains(where: { $0.name.equalsIgnoringCase(name) }) {
            apply(HeaderRule(.remove, name, source: source), isTold: false)
        }
        guard !isRequest else { return }
        for field in fields where field.name.equalsIgnoringCase("etag") && !field.value.starts(with: "W/".utf8) {
            let weak = Bytes(Array("W/".utf8) + field.value.array)
            apply(HeaderRule(.replaceLine(value: field.value, with: weak), "ETag", source: source), isTold: false)
        }
    }

    /// The fields by their names, in the order in which names come up.
    static func byName(
        _ fields: [RuleAnswer.Field]
    ) -> (order: [Bytes], fields: [Bytes: [RuleAnswer.Field]]) {
        var order: [Bytes] = []
        var found: [Bytes: [RuleAnswer.Field]] = [:]
        for field in fields {
            let key = field.name.lowercased
            if found[key] == nil { order.append(key) }
            found[key, default: []].append(field)
        }
        return (order, found)
    }
}
