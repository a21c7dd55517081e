import Bytes
import Filter

/// The values of the fields with several values that a flow has: flows with the same ones share a list.
struct FactList: Sendable, Hashable {
    struct Fact: Sendable, Hashable {
        let kind: String
        let value: Bytes
    }

    /// In order, each once.
    let facts: [Fact]
    /// Something of the flow is not in it.
    let isCut: Bool

    /// A key of an index has at most 2,704 bytes.
    private static let valueLimit = 1_024
    private static let countLimit = 256

    init(_ subject: FilterSubject) {
        var facts: Set<Fact> = []
        var isCut = false
        for name in FleetColumn.lists {
            for value in FilterFields.column(name)?.values(of: subject) ?? [] {
                guard facts.count < Self.countLimit, value.count <= Self.valueLimit,
                    let text = StorableText(value).exact
                else {
                    isCut = true
                    continue
                }
                facts.insert(Fact(kind: name, value: text))
            }
        }
        self.facts = facts.sorted {
            $0.kind == $1.kind ? $0.value.lexicographicallyPrecedes($1.value) : $0.kind < $1.kind
        }
        self.isCut = isCut
    }

    /// nil for none.
    var id: Int64? {
        guard !facts.isEmpty else { return nil }
        var text: [UInt8] = []
        for fact in facts {
            text += Array("\(fact.kind) \(fact.value.count)\n".utf8)
            text.append(contentsOf: fact.value)
        }
        return FleetDigest.number(Bytes(text))
    }
}
