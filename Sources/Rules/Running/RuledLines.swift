import Bytes
package import Flow
package import HTTPModel

/// The fields of a message as they stand after rules, for those who come after the rules.
package enum RuledLines {
    package static func all(_ section: FieldSection, after wishes: [HeaderRule]) -> [RuleAnswer.Field] {
        var work = FieldWork(section, isTold: true)
        for wish in wishes { work.apply(wish) }
        return work.all().map { RuleAnswer.Field(name: $0.name, value: $0.value) }
    }
}
