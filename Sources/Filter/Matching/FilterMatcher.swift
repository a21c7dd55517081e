import Bytes
import Flow
import HTTPModel

/// A filter made ready to be asked about flows: its times are settled, its texts are bytes. A value; safe to use from
/// anywhere.
///
/// A test on a field that is not there is false, also with `!=` and `!~`; `not` turns any filter round, so that a
/// filter and its `not` part the flows. A field with several values passes when one of them does.
package struct FilterMatcher: Sendable {
    package let filter: FlowFilter
    private let root: Node

    private indirect enum Node: Sendable {
        case test(Test)
        case search(Bytes)
        case not(Node)
        case all([Node])
        case any([Node])
    }

    /// A test on a field. An object, so that asking it copies nothing.
    private final class Test: Sendable {
        let reading: FilterField.Reading
        let foldsCase: Bool
        let name: Bytes?
        let value: ValueTest

        init(_ test: FieldTest, _ clock: FilterClock) {
            reading = test.field.reading
            foldsCase = test.field.kind.foldsCase
            name = test.name.map { Bytes($0) }
            value = ValueTest(test, clock)
        }

        func folded(_ bytes: Bytes) -> Bytes { foldsCase ? bytes.lowercased : bytes }
    }

    /// - Parameter clock: what times like `-10m` and `12:30` are counted from.
    package init(_ filter: FlowFilter, _ clock: FilterClock) {
        self.filter = filter
        root = Self.node(filter.expression, clock)
    }

    package func matches(_ subject: FilterSubject) -> Bool { Self.holds(root, subject) }

    private static func node(_ expression: FilterExpression, _ clock: FilterClock) -> Node {
        switch expression {
        case .test(let test): .test(Test(test, clock))
        case .search(let text, _): .search(Bytes(text).lowercased)
        case .not(let inner): .not(node(inner, clock))
        case .all(let parts): .all(parts.map { node($0, clock) })
        case .any(let parts): .any(parts.map { node($0, clock) })
        }
    }

    private static func holds(_ node: Node, _ subject: FilterSubject) -> Bool {
        switch node {
        case .test(let test): holds(test, subject)
        case .search(let word): occurs(word, subject)
        case .not(let inner): !holds(inner, subject)
        case .all(let parts): parts.allSatisfy { holds($0, subject) }
        case .any(let parts): parts.contains { holds($0, subject) }
        }
    }

    private static func holds(_ test: Test, _ subject: FilterSubject) -> Bool {
        switch test.reading {
        case .integer(let column, let read):
            guard let value = subject.integer(column, read) else { return false }
            return test.value.holds(integer: value)
        case .derived(_, let read):
            guard let value = read(subject) else { return false }
            return test.value.holds(integer: value)
        case .text(let column, let read):
            guard let value = subject.text(column, read) else { return false }
            return test.value.holds(text: test.folded(value))
        case .list(let column, let read):
            return subject.list(column, read).contains { test.value.holds(text: test.folded($0)) }
        case .named(let read):
            guard let name = test.name else { return false }
            return read(subject, name).contains { test.value.holds(text: $0) }
        case .contents(let read): return read(subject).contains { test.value.holds(text: $0) }
        }
    }

    private static func occurs(_ word: Bytes, _ subject: FilterSubject) -> Bool {
        subject.wire.contains { $0.contains(word, foldsCase: true) }
            || subject.texts.contains { $0.contains(word, foldsCase: true) }
    }
}
