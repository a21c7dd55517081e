import Bytes
import Filter

/// Rules as they are written when nobody has a taste of his own.
package enum RuleFormat {
    /// One rule, without its name, and without passwords: what counters are kept under.
    package static func text(_ rule: Rule) -> String {
        var words: [String] = []
        if rule.filter.expression != .all([]) { words.append("when \(rule.filter.text)") }
        if let turn = turn(rule.turn) { words.append(turn) }
        let steps = rule.steps.map(\.text) + (rule.isFinal ? ["final"] : [])
        words.append("do \(steps.joined(separator: ", "))")
        return words.joined(separator: " ")
    }

    static func turn(_ turn: RuleTurn) -> String? {
        var words: [String] = []
        if let chance = turn.chance { words.append("chance \(percent(chance))") }
        switch turn.count {
        case .first(let number)?: words.append("first \(number)")
        case .after(let number)?: words.append("after \(number)")
        case .every(let number)?: words.append("every \(number)")
        case nil: break
        }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }

    static func percent(_ chance: Int) -> String {
        var places = String(chance % 1_000 + 1_000).dropFirst()
        while places.last == "0" { places.removeLast() }
        return "\(chance / 1_000)" + (places.isEmpty ? "" : "." + places) + "%"
    }

    /// A rules file with its parts in columns; comments, empty lines and the order stay.
    package static func file(_ text: String, named path: String) throws(RuleError) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Line(text: String($0)) }
        for index in lines.indices {
            let place = RulePlace(file: path, line: index + 1)
            do throws(FilterError) {
                guard case .rule(let rule) = try RuleParser.read(lines[index].text, needsName: true) else { continue }
                lines[index].rule = Columns(rule, in: lines[index].text)
            } catch {
                throw RuleError(place, lines[index].text, error)
            }
        }
        let most = 48
        let nameWidth = min(most, lines.compactMap { $0.rule?.name.count }.max() ?? 0)
        let whenWidth = min(most, lines.compactMap { $0.rule?.when.count }.max() ?? 0)
        return lines.map { line in
            guard let rule = line.rule else { return line.trimmed }
            let name = rule.name + String(repeating: " ", count: max(0, nameWidth - rule.name.count))
            let when = rule.when + String(repeating: " ", count: max(0, whenWidth - rule.when.count))
            return [name, when, rule.actions].filter { !$0.isEmpty }.joined(separator: " ") + rule.comment
        }.joined(separator: "\n")
    }

    /// A text with its rules in another order: comments and empty lines stay where they are. nil when these are not the
    /// names of all its rules.
    package static func ordered(_ text: String, by names: [String]) -> String? {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        var (places, rules): ([Int], [String: String]) = ([], [:])
        for (place, line) in lines.enumerated() {
            guard case .rule(let rule)? = try? RuleParser.read(line, needsName: true) else { continue }
            places.append(place)
            rules[rule.name ?? ""] = line
        }
        guard places.count == names.count, Set(names) == Set(rules.keys), rules.count == names.count else { return nil }
        for (place, name) in zip(places, names) { lines[place] = rules[name] ?? "" }
        return lines.joined(separator: "\n")
    }

    private struct Line {
        let text: String
        var rule: Columns?

        var trimmed: String {
            var bytes = Array(text.utf8)
            while let last = bytes.last, RuleScanner.isSpace(last) { bytes.removeLast() }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    private struct Columns {
        let name: String
        let when: String
        let actions: String
        let comment: String

        init(_ rule: RuleParser.ParsedRule, in line: String) {
            let bytes = Bytes(line)
            let comment = RuleFormat.comment(of: line, behind: rule)
            name = "\(rule.name ?? ""):"
            // As it is written: quotes are a matter of taste, and of those who look for a text in many files.
            let filter = rule.filterRange.isEmpty ? nil : "when \(bytes.slice(rule.filterRange).text)"
            when = [filter, RuleFormat.turn(rule.turn)].compactMap { $0 }.joined(separator: " ")
            let steps = rule.steps.map { bytes.slice($0.range).text }
            actions = "do " + (steps + (rule.isFinal ? ["final"] : [])).joined(separator: ", ")
            self.comment = comment.isEmpty ? "" : "  " + comment
        }
    }

    /// What stands behind the last action.
    private static func comment(of line: String, behind rule: RuleParser.ParsedRule) -> String {
        let bytes = Array(line.utf8)
        let end = rule.steps.last?.range.upperBound ?? 0
        guard let hash = bytes[end...].firstIndex(of: ASCII.hash) else { return "" }
        return Line(text: String(decoding: bytes[hash...], as: UTF8.self)).trimmed
    }
}
