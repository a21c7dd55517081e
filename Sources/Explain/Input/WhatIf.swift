package import Bytes
package import Flow
import HTTPModel
import Registry

/// What follows from a change to some lines of messages: both explanations, and what is different. Pure.
package struct WhatIf: Sendable {
    package let before: ExplainedInput
    package let after: ExplainedInput

    /// One topic of one message, answered differently.
    package struct Difference: Sendable {
        /// The message's place.
        package let place: Int
        package let topic: Reasoning.Topic
        package let before: Reasoning?
        package let after: Reasoning?
    }

    package init(before: ExplainedInput, after: ExplainedInput) {
        self.before = before
        self.after = after
    }

    /// The kind of message that a change is about: the one that has the field, or the one that may; `asked` overrules.
    package static func kind(of change: HeadChange, in input: ExplainedInput, asked: MessageKind?) -> MessageKind {
        if let asked { return asked }
        let having = Set(input.messages.filter(change.concerns).map(\.kind))
        if having.count == 1, let kind = having.first { return kind }
        let present = Set(input.messages.map(\.kind))
        if present.count == 1, let kind = present.first { return kind }
        return having.isEmpty && isRequestField(change.name) ? .request : .response
    }

    /// Whether only requests have the field.
    static func isRequestField(_ name: Bytes) -> Bool {
        guard let term = Vocabulary.fields[name] else { return name.hasPrefix(ignoringCase: "sec-") }
        return term.has(.request) && !term.has(.response)
    }

    /// The bytes of each message after the change. It is made to the messages of the kind that have the field, or to
    /// all of them when none has it.
    package static func bytes(_ change: HeadChange, of input: ExplainedInput, in kind: MessageKind) -> [Bytes] {
        let isSomewhere = input.messages.contains { $0.kind == kind && change.concerns($0) }
        return input.messages.map { message in
            let isMeant = message.kind == kind && (!isSomewhere || change.concerns(message))
            if isMeant { return change.applied(to: message) }
            let range = message.explanation.range
            return message.input.slice(range.lowerBound..<(range.upperBound + message.surplus))
        }
    }

    /// What is answered differently, message by message.
    package var differences: [Difference] {
        var found: [Difference] = []
        for place in 0..<max(before.messages.count, after.messages.count) {
            let old = place < before.messages.count ? before.messages[place].allReasonings : []
            let new = place < after.messages.count ? after.messages[place].allReasonings : []
            for topic in Reasoning.Topic.allCases {
                let (first, second) = (old.first { $0.topic == topic }, new.first { $0.topic == topic })
                if first != second {
                    found.append(Difference(place: place, topic: topic, before: first, after: second))
                }
            }
        }
        return found
    }

    /// The topics answered differently in any message, each once.
    package var changedTopics: [Reasoning.Topic] {
        let changed = Set(differences.map(\.topic))
        return Reasoning.Topic.allCases.filter(changed.contains)
    }

    /// Notes of the one that the other does not have; notes that say the same are the same wherever their bytes are
    /// now.
    package static func notes(of input: ExplainedInput, missingIn other: ExplainedInput) -> [Note] {
        struct Key: Hashable {
            let code: String
            let kind: MessageKind?
            let text: Prose
        }
        func key(_ note: Note) -> Key { Key(code: note.code, kind: note.message, text: note.text) }
        let there = Set(other.messages.flatMap { $0.notes.map(key) })
        return input.messages.flatMap(\.notes).filter { !there.contains(key($0)) }
    }
}
