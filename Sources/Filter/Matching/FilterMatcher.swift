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
        case test(FilterField, name: Bytes?, ValueTest)
        case search(Bytes)
        case not(Node)
        case all([Node])
        case any([Node])
    }

    /// - Parameter clock: what times like `-10m` and `12:30` are counted from.
    package init(_ filter: FlowFilter, _ clock: FilterClock) {
        self.filter = filter
        root = Self.node(filter.expression, clock)
    }

    package func matches(_ subject: FilterSubject) -> Bool { Self.holds(root, subject) }

    private static func node(_ expression: FilterExpression, _ clock: FilterClock) -> Node {
        switch expression {
        case .test(let test):
            .test(test.field, name: test.name.map { Bytes($0) }, ValueTest(test, clock))
        case .search(let text, _): .search(Bytes(text).lowercased)
        case .not(let inner): .not(node(inner, clock))
        case .all(let parts): .all(parts.map { node($0, clock) })
        case .any(let parts): .any(parts.map { node($0, clock) })
        }
    }

    private static func holds(_ node: Node, _ subject: FilterSubject) -> Bool {
        switch node {
        case .test(let field, let name, let test): holds(field, name, test, subject)
        case .search(let word): occurs(word, subject)
        case .not(let inner): !holds(inner, subject)
        case .all(let parts): parts.allSatisfy { holds($0, subject) }
        case .any(let parts): parts.contains { holds($0, subject) }
        }
    }

    private static func holds(
        _ field: FilterField, _ name: Bytes?, _ test: ValueTest, _ subject: FilterSubject
    ) -> Bool {
        switch field.reading {
        case .integer(_, let read), .derived(_, let read): read(subject).map { test.holds(integer: $0) } ?? false
        case .text(_, let read): read(subject).map { test.holds(text: field.folded($0)) } ?? false
        case .list(_, let read): read(subject).contains { test.holds(text: field.folded($0)) }
        case .named(let read): name.map { read(subject, $0).contains { test.holds(text: $0) } } ?? false
        case .contents(let read): read(subject).contains { test.holds(text: $0) }
        }
    }

    private static func occurs(_ word: Bytes, _ subject: FilterSubject) -> Bool {
        subject.wire.contains { $0.contains(word, foldsCase: true) }
            || subject.texts.contains { $0.contains(word, foldsCase: true) }
    }
}
