import Bytes

/// A filter as the WHERE clause of a database: every value is a parameter, none is part of the text.
package struct FilterSQL: Sendable {
    /// What follows WHERE; `1` when nothing can be said.
    package let `where`: String
    /// For the parameters, in their order.
    package let bindings: [FilterValue]
    /// The clause holds for exactly the flows that the filter means; else it holds for more, and each of them is to be
    /// asked with `FilterMatcher`.
    package let isExact: Bool
    /// What to ask of each row for which `where` holds, before it is asked with `FilterMatcher`; nil: nothing.
    package let closer: (where: String, bindings: [FilterValue])?
    /// What holds for each block of rows that has one for which `where` holds, by `FilterSchema.summary`; nil: it may
    /// be any block, or `where` is quicker without.
    package let blocks: (where: String, bindings: [FilterValue])?

    package init(_ filter: FlowFilter, _ clock: FilterClock, _ schema: FilterSchema) {
        let condition = Builder(clock: clock, schema: schema).condition(filter.expression)
        let found = condition.may?.sql ?? "1"
        self.where = found
        bindings = condition.may?.bindings ?? []
        isExact = condition.isExact
        let isSearch = schema.search.map { $0.closer != nil && found.contains($0.match) } ?? false
        let closer = isSearch ? Builder(clock: clock, schema: schema, isClose: true).condition(filter.expression) : nil
        self.closer = closer?.may.map { ($0.sql, $0.bindings) }
        blocks = Self.blocks(filter.expression, clock, schema)
    }

    private static func blocks(
        _ expression: FilterExpression, _ clock: FilterClock, _ schema: FilterSchema
    ) -> (where: String, bindings: [FilterValue])? {
        guard let summary = schema.summary else { return nil }
        let rows = Builder(clock: clock, schema: schema)
        let parts = if case .all(let parts) = expression { parts } else { [expression] }
        guard !parts.contains(where: rows.findsFewByIndex) else { return nil }
        let builder = Builder(
            clock: clock, schema: FilterSchema(columns: summary.columns, search: summary.search),
            searched: summary.searched)
        return builder.condition(expression).may.map { ($0.sql, $0.bindings) }
    }

    private struct Builder {
        let clock: FilterClock
        let schema: FilterSchema
        /// Rows are at hand one by one.
        var isClose = false
        /// Something else finds few flows already.
        var isNarrow = false
        /// Columns that are not there, and whose texts the search finds.
        var searched: Set<String> = []

        func condition(_ expression: FilterExpression) -> SQLCondition {
            switch expression {
            case .test(let test): return condition(test)
            case .search(let text, _): return occurs(text)
            case .not(let inner): return condition(inner).negated
            case .all(let parts):
                var builder = self
                builder.isNarrow = isNarrow || parts.contains(where: findsFew)
                return .all(parts.map { builder.condition($0) })
            case .any(let parts): return .any(parts.map { condition($0) })
            }
        }

        func findsFew(_ expression: FilterExpression) -> Bool {
            guard case .test(let test) = expression, let column = test.field.column else { return false }
            return schema.narrow.contains(column) && !ValueTest(test, clock).looksAtValues
        }

        /// The same, and the database sees it.
        func findsFewByIndex(_ expression: FilterExpression) -> Bool {
            guard case .test(let test) = expression, let column = test.field.column, schema.narrow.contains(column)
            else { return false }
            return switch ValueTest(test, clock) {
            case .present, .isSet, .equals(_, false), .isMember: true
            // An index of flags that are set serves no other question.
            case .integer(.equal, let range): test.field.kind != .flag && (column != "id" || range.count <= 1_000)
            case .integers(let ranges): column != "id" || ranges.allSatisfy { $0.count <= 1_000 }
            case .integer, .equals, .mediaTypes, .contains, .like, .matches: false
            }
        }

        private func condition(_ test: FieldTest) -> SQLCondition {
            let value = ValueTest(test, clock)
            switch test.field.reading {
            case .integer(let column, _), .text(let column, _), .list(let column, _):
                if let column = schema.columns[column] { return condition(column, value) }
                guard searched.contains(column), let text = value.wording else { return .unknown }
                return occurs(text.text)
            case .derived(let expression, _):
                // The one there is: of the status.
                func derived(_ status: String) -> SQLCondition {
                    value.condition("(\(expression.replacing("status", with: "(\(status))")))")
                }
                return switch schema.columns["status"]?.place {
                case .value(let status, _): derived(status)
                case .values(let from, let status): Self.any(of: from, derived(status)).widened
                case .listed, .bounds, nil: .unknown
                }
            case .named: return mention(test, value)
            case .contents: return .unknown
            }
        }

        private func condition(_ column: FilterSchema.Column, _ value: ValueTest) -> SQLCondition {
            var condition: SQLCondition
            switch column.place {
            case .value(let expression, let among?) where value.looksAtValues && !isClose:
                // The sign keeps SQLite from going by the index of this column.
                let tested = isNarrow ? "+\(expression)" : expression
                condition = value.condition("value").within("\(tested) IN (SELECT value FROM (\(among)) WHERE ", ")")
            case .value(let expression, _): condition = value.condition(expression)
            case .values(let from, let expression):
                condition = Self.any(of: from, value.condition(expression))
            case .bounds(let from, let expression):
                condition = value.condition(between: expression) { Self.any(of: from, $0) }
            case .listed(let lists, let list, let from, let expression):
                condition = value.condition(expression).within("\(lists) IN (SELECT \(list) FROM \(from) AND (", "))")
            }
            if !column.isExact {
                // A negated comparison of something else can miss flows: only that there is a value can be told.
                condition = value.isNegation ? .unknown : condition.widened
            }
            return condition.or(column.unless)
        }

        /// Holds when `condition` does for one of many values.
        private static func any(of values: String, _ condition: SQLCondition) -> SQLCondition {
            condition.within("EXISTS (SELECT 1 FROM \(values) AND (", "))")
        }

        /// The flows in whose heads the name of a field or cookie occurs, and its value, when it is told.
        private func mention(_ test: FieldTest, _ value: ValueTest) -> SQLCondition {
            guard let name = test.name, test.field.isInHeads else { return .unknown }
            let words = [Bytes(name), value.wording].compactMap { $0 }.filter { word in
                word.allSatisfy { $0 > ASCII.space && $0 < ASCII.delete }
            }
            return SQLCondition.all(words.map { occurs($0.text) }).widened
        }

        private func occurs(_ text: String) -> SQLCondition {
            let text = Bytes(text).lowercased
            guard let search = schema.search, text.count >= search.minimum else { return .unknown }
            guard isClose, let closer = search.closer else {
                return SQLCondition(search.match, [.text(text)]).widened
            }
            return SQLCondition(closer, closer.filter { $0 == "?" }.map { _ in .text(text) }).widened
        }
    }
}

extension FilterField {
    /// Its names and values stand in heads as they are compared.
    fileprivate var isInHeads: Bool {
        ["request.header", "response.header", "header", "cookie", "set-cookie"].contains(name)
    }
}
